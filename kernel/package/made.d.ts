// Made by build.mjs.
declare module 'virtual:kernel' {
  /** kernel.wasm of this version. */
  export const kernelBase64: string;
}
