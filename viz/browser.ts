// `echometer/viz` in a page or a worker: figures. uPlot is inside; reports with their fonts are Node's.

export * from './parts.ts';
export { loadRecordingUPlot } from './assets/browser.ts';
