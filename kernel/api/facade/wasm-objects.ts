// WebAssembly's objects as far as they are handed over here. The types of a page (DOM), of a host and of the caller's own fit them, so
// that who uses the kernel needs no library of types but ECMAScript's.

/** A WebAssembly.Module. */
export interface CompiledModule {
  readonly [Symbol.toStringTag]?: string;
}

/** A WebAssembly.Instance. */
export interface ModuleInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** A WebAssembly.Memory. */
export interface LinearMemory {
  readonly buffer: ArrayBuffer;
}
