// The part of the WebAssembly JavaScript API that kernel/api uses; the DOM library is not available here on purpose.
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Instance {
    readonly exports: Record<string, unknown>;
  }
}
