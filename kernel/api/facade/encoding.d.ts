// The part of the Encoding standard that kernel/api uses; the DOM library is not available here on purpose.
declare class TextDecoder {
  constructor(label?: string);
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array;
}
