// What a figure is, as plain data: panels of layers, a legend, a table, a text. Not how it is drawn.
// The page, the SVG and the PDF draw the same definition; as JSON it travels inside report.html.

import type { Table } from './tables/table.ts';
import type { Shape } from './theme.ts';

export interface Tick {
  readonly at: number;
  /** Lines are separated by \n. */
  readonly text: string;
}

export interface Axis {
  /** Drawn under the x axis; of a y axis it stands in the panel's heading, where it stays upright. */
  readonly label: string;
  readonly scale: 'linear' | 'log10';
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly Tick[];
  readonly grid: boolean;
}

/** Every mark belongs to a series; a legend entry shows or hides it. `series` picks color and shape. */
interface Marked {
  readonly series: number;
}

export interface DotRow extends Marked {
  readonly x: number;
  readonly trials: readonly number[];
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly text: string;
}

export interface BarRow extends Marked {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  readonly soft: boolean;
  /** Empty: no tooltip of its own. */
  readonly text: string;
}

export interface ViolinRow extends Marked {
  readonly x: number;
  /** -1: the half to the left of x, 1: to the right. */
  readonly side: -1 | 1;
  readonly ys: readonly number[];
  /** In units of x, the same length as ys. */
  readonly halfWidths: readonly number[];
  readonly median: number;
  readonly text: string;
}

export interface PointRow extends Marked {
  readonly x: number;
  readonly y: number;
  readonly filled: boolean;
  readonly text: string;
  /** Written beside the symbol. */
  readonly label?: string;
}

export interface LineRow extends Marked {
  readonly xs: readonly number[];
  readonly ys: readonly (number | null)[];
  readonly stepped: boolean;
  readonly text: string;
}

export interface BandRow extends Marked {
  readonly xs: readonly number[];
  readonly lows: readonly number[];
  readonly highs: readonly number[];
}

export interface RuleRow {
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly text: string;
}

export type Layer =
  | { readonly kind: 'dots'; readonly rows: readonly DotRow[] }
  | { readonly kind: 'bars'; readonly rows: readonly BarRow[] }
  | { readonly kind: 'violins'; readonly rows: readonly ViolinRow[] }
  | { readonly kind: 'points'; readonly rows: readonly PointRow[] }
  | { readonly kind: 'lines'; readonly rows: readonly LineRow[] }
  | { readonly kind: 'bands'; readonly rows: readonly BandRow[] }
  | { readonly kind: 'rules'; readonly rows: readonly RuleRow[] };

export interface Panel {
  readonly title: string;
  /** Which way is better, or what a good picture looks like: every panel says it. */
  readonly better: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly heightPx: number;
  readonly layers: readonly Layer[];
}

export interface LegendEntry {
  readonly series: number;
  readonly label: string;
  readonly sample: 'symbol' | 'line' | 'box';
  readonly shape: Shape;
}

export interface FigureDefinition {
  readonly id: string;
  readonly title: string;
  /** What it shows of these data, in a few words: the heading says it behind the title. */
  readonly finding?: string;
  /** One sentence under the figure: what the marks are. */
  readonly caption: string;
  /** What a person who cannot see the figure needs: the finding in numbers. */
  readonly description: string;
  readonly legend: readonly LegendEntry[];
  /** Panels side by side when there is room. */
  readonly columns: number;
  readonly panels: readonly Panel[];
  readonly table: Table;
  /** The table is what a reader came for: it is not folded below the figure. */
  readonly isTableOpen?: boolean;
}
