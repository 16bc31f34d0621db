// What made-modules.mjs makes: uPlot's own source as a function of its globals, so that one copy draws both on
// canvases and into the recorder, and no eval is needed under the page's content security policy.
declare module 'virtual:uplot-source' {
  export const uPlotSource: import('../draw/dom-stub.ts').UPlotSource;
}
declare module 'virtual:released-kernels' {
  /** sha256 of every kernel that this version of the package released. */
  export const releasedKernels: readonly string[];
}
declare module 'virtual:kernel' {
  /** kernel.wasm of this version. */
  export const kernelBase64: string;
}
declare module 'virtual:element-style' {
  /** The style sheets of report and page for a shadow tree. */
  export const styleText: string;
}
declare module 'virtual:kernel-gzip' {
  /** The same, compressed: Base64 of it is what a file of text can hold in the least room. */
  export const kernelGzip: string;
}
