// The part of the WebAssembly JavaScript API that the tests use; @types/node has none and the DOM library has too much.
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Module {
    readonly [Symbol.toStringTag]?: string;
  }
  const Module: {
    new (bytes: Uint8Array): Module;
    imports(module: Module): { module: string; name: string; kind: string }[];
    exports(module: Module): { name: string; kind: string }[];
  };
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
  class RuntimeError extends Error {}
}
