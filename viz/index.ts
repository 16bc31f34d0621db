// `echometer/viz`: what a program of its own needs to draw a run's figures and to make its report in Node.

export type { FigureDefinition, Table } from './definition.ts';
export { trialCurves } from './figures/distribution.ts';
export { duplexFigures } from './figures/duplex.ts';
export { devicesOf } from './input/run-input.ts';
export { loadRecordingUPlot, loadReportAssets } from './assets/node.ts';
export { reportFiles, type ReportFile, type ReportInput } from './report/files.ts';
export { figureSvg } from './report/svg-files.ts';
export { DARK, LIGHT } from './theme.ts';
