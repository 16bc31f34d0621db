// The part of the WebAssembly JavaScript API that the Node host uses; @types/node has none and the DOM library has too much.
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  class Module {
    constructor(bytes: Uint8Array | ArrayBuffer);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
  function compile(bytes: Uint8Array | ArrayBuffer): Promise<Module>;
}
