// What `echometer/viz` gives everywhere: a run's figures as plain data, and their drawing.

export type { FigureDefinition } from './definition.ts';
export { trialCurves } from './figures/distribution.ts';
export { duplexFigures } from './figures/duplex.ts';
export { devicesOf } from './input/run-input.ts';
export { figureSvg } from './print/figure-svg.ts';
export type { Cell, Column, Table } from './tables/table.ts';
export { DARK, LIGHT } from './theme.ts';
