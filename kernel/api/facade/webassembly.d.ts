// The part of the WebAssembly JavaScript API that kernel/api uses; the DOM library is not available here on purpose.
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Module {
    readonly [Symbol.toStringTag]?: string;
  }
  const Module: new (bytes: Uint8Array | ArrayBuffer) => Module;
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
  function compile(bytes: Uint8Array | ArrayBuffer): Promise<Module>;
  class RuntimeError extends Error {}
}
