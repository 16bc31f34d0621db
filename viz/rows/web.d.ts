// The few web platform globals that the rows use and that Node and browsers share. Not the DOM library: a row that needs more does not belong in this room.
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare class TextDecoder {
  constructor(label?: string, options?: { readonly ignoreBOM?: boolean; readonly fatal?: boolean });
  decode(bytes: Uint8Array): string;
}

declare function structuredClone<T>(value: T): T;
