// Mean bars and split violins of two groups per row: serialize and deserialize, or two devices.

import type { BarRow, FigureDefinition, LegendEntry, Panel, ViolinRow } from '../definition.ts';
import { formatMeasured } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import { count, words, type Table } from '../tables/table.ts';
import { shapeOf } from '../theme.ts';
import { categoryAxis, logAxis, zeroAxis } from './axis.ts';

/** One half of a violin; every number comes from the kernel. */
export interface ViolinHalf {
  readonly n: number;
  readonly mean: number;
  readonly median: number;
  /** Linear density per unit of value between the smallest and the largest value. */
  readonly xs: readonly number[];
  readonly densities: readonly number[];
}

export interface ViolinInput {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly xLabel: string;
  /** The names of the left and the right half. */
  readonly groups: readonly string[];
  /** The series (color) of each group. */
  readonly series: readonly number[];
  readonly rows: readonly {
    readonly name: string;
    readonly halves: readonly (ViolinHalf | null)[];
  }[];
}

const HALF_WIDTH = 0.42;
const BAR_WIDTH = 0.36;

export function violinFigure(input: ViolinInput): FigureDefinition | null {
  if (input.rows.length === 0) return null;
  return {
    id: input.id,
    title: input.title,
    caption: `First means from zero, then the distribution on a logarithmic axis, ${listed(input.groups)} back to back, the median as a line. A half's width is its density per logarithmic step, so that equal areas are equal shares; every half is scaled to the same width.`,
    description: describe(input),
    legend: input.groups.map((label, index): LegendEntry => {
      const series = input.series[index] ?? index;
      return { series, label, sample: 'box', shape: shapeOf(series) };
    }),
    columns: input.rows.length > 6 ? 1 : 2,
    panels: [barPanel(input), violinPanel(input)],
    table: tableOf(input),
  };
}

/** Calls back for every half that has values, with its category, side (0 left, 1 right) and series. */
function eachHalf<T>(
  input: ViolinInput,
  visit: (half: ViolinHalf, category: number, side: number, series: number, text: string) => T,
): T[] {
  return input.rows.flatMap((row, category) =>
    row.halves.flatMap((half, side) => {
      if (half === null) return [];
      const text = `${row.name}, ${input.groups[side] ?? ''}`;
      return [visit(half, category, side, input.series[side] ?? side, text)];
    }),
  );
}

/** Longer names would take the room of the marks; the table and the tooltips have them whole. */
const LONGEST_NAME = 22;
/** Names are written slanted, ending under their mark: the first has only the room left of the plot. */
const LONGEST_FIRST_NAME = 15;

/** Cut in the middle: names of one library differ at their ends. */
export function shortName(name: string, longest: number): string {
  if (name.length <= longest) return name;
  const kept = longest - 1;
  return `${name.slice(0, Math.ceil(kept / 2))}…${name.slice(-Math.floor(kept / 2))}`;
}

const namesOf = (input: ViolinInput): string[] =>
  input.rows.map(({ name }, index) =>
    shortName(name, index === 0 ? LONGEST_FIRST_NAME : LONGEST_NAME),
  );

function barPanel(input: ViolinInput): Panel {
  const rows = eachHalf(input, (half, category, side, series, text): BarRow => {
    const x0 = category + (side === 0 ? -BAR_WIDTH - 0.02 : 0.02);
    const value = `mean ${formatMeasured(half.mean)} ${input.unit}, n = ${half.n}`;
    const place = { x0, x1: x0 + BAR_WIDTH, y0: 0, y1: half.mean };
    return { series, ...place, soft: true, text: `${text}: ${value}` };
  });
  return {
    title: 'Mean',
    better: 'lower is better',
    heightPx: 320,
    x: categoryAxis(input.xLabel, namesOf(input)),
    y: zeroAxis(
      input.unit,
      rows.map((row) => row.y1),
    ),
    layers: [{ kind: 'bars', rows }],
  };
}

function violinPanel(input: ViolinInput): Panel {
  const rows = eachHalf(input, (half, category, side, series, text): ViolinRow => {
    // d/d(log x) = x d/dx: the density that belongs to a logarithmic axis.
    const weights = half.densities.map((density, index) => density * (half.xs[index] ?? 0));
    const widest = Math.max(...weights, Number.MIN_VALUE);
    return {
      series,
      x: category,
      side: side === 0 ? -1 : 1,
      ys: half.xs,
      halfWidths: weights.map((weight) => (weight / widest) * HALF_WIDTH),
      median: half.median,
      text: `${text}: median ${formatMeasured(half.median)} ${input.unit}, n = ${half.n}`,
    };
  });
  return {
    title: 'Distribution and median',
    better: 'lower is better, and narrow in height',
    heightPx: 320,
    x: categoryAxis(input.xLabel, namesOf(input)),
    y: logAxis(
      `${input.unit}, log axis`,
      rows.flatMap((row) => [row.ys[0] ?? 1, row.ys.at(-1) ?? 1]),
    ),
    layers: [{ kind: 'violins', rows }],
  };
}

function describe(input: ViolinInput): string {
  const sentences = input.rows.map((row) => {
    const parts = row.halves.flatMap((half, side) =>
      half === null
        ? []
        : `${formatMeasured(half.mean)} ${input.unit} (${input.groups[side] ?? ''})`,
    );
    return `${row.name}: mean ${listed(parts)}.`;
  });
  return `${input.title}; lower is better. ${sentences.join(' ')}`;
}

function tableOf(input: ViolinInput): Table {
  return {
    caption: input.title,
    columns: [
      { title: input.xLabel },
      { title: 'Group' },
      { title: `Mean, ${input.unit}` },
      { title: `Median, ${input.unit}` },
      { title: 'n' },
    ],
    rows: input.rows.flatMap(({ name, halves }) =>
      halves.flatMap((half, side) =>
        half === null
          ? []
          : [
              [
                words(name),
                words(input.groups[side] ?? ''),
                { value: half.mean, unit: input.unit, digits: 'measured' as const },
                { value: half.median, unit: input.unit, digits: 'measured' as const },
                count(half.n),
              ],
            ],
      ),
    ),
    notes: [],
  };
}
