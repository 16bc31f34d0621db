// Types of probe.mjs for its test.
export function probe(): Record<string, Record<string, number>>;
