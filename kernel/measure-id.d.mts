// Types of measure-id.mjs for its test.
export function measuredText(folder: string, replaced?: ReadonlyMap<string, string>): string;
