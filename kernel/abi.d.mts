/** Path and text of each file that kernel/abi.mjs writes, as it should be. */
export function abiFiles(): readonly (readonly [path: string, text: string])[];
