// `echometer/viz` in Node: figures, and the files of a report, which take fonts and uPlot from installed packages.

export * from './parts.ts';
export { loadRecordingUPlot, loadReportAssets } from './assets/node.ts';
export { reportFiles, type ReportFile, type ReportInput } from './print/report-files.ts';
