// `echometer/viz`: what a program of its own needs to draw a run's figures and to make its report in Node.

export type { FigureDefinition } from './definition.ts';
export { trialCurves } from './figures/distribution.ts';
export { duplexFigures } from './figures/duplex.ts';
export { devicesOf } from './input/run-input.ts';
export { loadRecordingUPlot, loadReportAssets } from './assets/node.ts';
export { reportFiles, type ReportFile, type ReportInput } from './print/report-files.ts';
export { figureSvg } from './print/figure-svg.ts';
export type { Cell, Column, Table } from './tables/table.ts';
export { DARK, LIGHT } from './theme.ts';
