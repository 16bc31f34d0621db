// What any tool measured, as figures: per metric and unit one panel, per case its values, their median and their range.

import {
  measuredOf,
  type Collection,
  type Series,
} from '../../kernel/api/collection/collection.ts';
import type { AnalyzedCollection, AnalyzedSeries } from '../../kernel/api/collection/statistics.ts';
import type { DotRow, FigureDefinition, Panel } from '../definition.ts';
import type { Table } from '../tables/table.ts';
import { scaleOf, type Scale } from '../tables/scale.ts';
import { formatMeasured } from '../text/numbers.ts';
import { slug } from '../text/words.ts';
import { categoryAxis, logAxis, zeroAxis } from './axis.ts';

/** More names do not fit below an axis. */
const MOST_CASES = 24;
/** More marks of one case are a smear: then its median and range stand for them. */
const MOST_VALUES = 100;
/** From this ratio on small values vanish on an axis that starts at zero. */
const WIDE = 30;

interface Case {
  readonly name: string;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly values: readonly number[];
  readonly n: number | null;
}

interface Group {
  readonly metric: string;
  readonly unit: string | null;
  readonly better: Series['better'];
  readonly cases: Case[];
}

/** Null where no series has a number that is its middle. `table` is the one that stands below it. */
export function collectionFigure(
  collection: Collection,
  analysis: AnalyzedCollection,
  table: Table,
): FigureDefinition | null {
  const groups = groupsOf(collection, analysis).filter(({ cases }) => cases.length > 0);
  if (groups.length === 0) return null;
  const { tool, format } = analysis.source;
  const left = groups.reduce((sum, { cases }) => sum + Math.max(0, cases.length - MOST_CASES), 0);
  const rest = left === 0 ? '' : ` ${left} more cases are in the table only.`;
  return {
    id: slug(`cases ${format}`),
    title: `What ${tool} measured, case by case`,
    caption: `The filled mark is the median, the line the observed range; open marks are the values of a case with at most ${MOST_VALUES}.${rest}`,
    description: groups.map(describe).join(' '),
    legend: [],
    columns: groups.length > 1 && groups.every(({ cases }) => cases.length <= 6) ? 2 : 1,
    panels: groups.map(panelOf),
    table,
  };
}

function groupsOf(collection: Collection, analysis: AnalyzedCollection): Group[] {
  const groups: Group[] = [];
  for (const [index, series] of analysis.series.entries()) {
    const found = groups.find(
      ({ metric, unit }) => metric === series.key.metric && unit === series.unit,
    );
    const { unit, better, key } = series;
    const group = found ?? { metric: key.metric, unit, better, cases: [] };
    if (found === undefined) groups.push(group);
    group.cases.push(...caseOf(collection.series[index], series));
  }
  return groups;
}

function caseOf(series: Series | undefined, { key, statistics }: AnalyzedSeries): Case[] {
  const name = [key.name, ...Object.values(key.params)].join('\n');
  if (statistics.kind === 'samples') {
    const { median, min, max, n } = statistics;
    const values = series === undefined ? null : (measuredOf(series)?.values ?? null);
    const shown = values === null || values.length > MOST_VALUES ? [] : [...values];
    return [{ name, median, min, max, n, values: shown }];
  }
  if (statistics.kind === 'histogram') return [];
  const of = (...names: string[]): number | undefined =>
    names.flatMap(
      (one) => statistics.statistics.find(({ statistic }) => statistic === one) ?? [],
    )[0]?.value;
  const median = of('median', 'mean', 'value');
  if (median === undefined) return [];
  const [min, max] = [of('min') ?? median, of('max') ?? median];
  return [{ name, median, min, max, n: statistics.n, values: [] }];
}

const scaleOfGroup = ({ unit, cases }: Group): Scale =>
  scaleOf(
    unit,
    cases.map(({ median }) => median),
  );

const BETTER = { lower: 'lower is better', higher: 'higher is better' } as const;

function panelOf(group: Group): Panel {
  const { unit, factor } = scaleOfGroup(group);
  const cases = group.cases.slice(0, MOST_CASES);
  const rows = cases.map((one, x) => dotOf(one, x, factor, unit));
  const ends = rows.flatMap(({ min, max }) => [min, max]);
  const isWide = Math.min(...ends) > 0 && Math.max(...ends) > WIDE * Math.min(...ends);
  const label = unit === '' ? 'unit unknown' : unit;
  return {
    title: group.metric,
    better: group.better === null ? 'nothing says which way is better' : BETTER[group.better],
    x: categoryAxis(
      '',
      cases.map(({ name }) => name),
    ),
    y: isWide ? logAxis(`${label}, log axis`, ends) : zeroAxis(label, ends),
    heightPx: 300,
    layers: [{ kind: 'dots', rows }],
  };
}

function dotOf(one: Case, x: number, factor: number, unit: string): DotRow {
  const [median, min, max] = [one.median * factor, one.min * factor, one.max * factor];
  const range = `[${formatMeasured(min)}, ${formatMeasured(max)}]`;
  const count = one.n === null ? '' : `, n = ${one.n}`;
  const text = `${one.name.replaceAll('\n', ' ')}: ${formatMeasured(median)} ${unit} ${range}${count}`;
  return { series: 0, x, trials: one.values.map((v) => v * factor), median, min, max, text };
}

function describe(group: Group): string {
  const { unit, factor } = scaleOfGroup(group);
  const said = group.cases
    .slice(0, MOST_CASES)
    .map(({ name, median }) => `${name.replaceAll('\n', ' ')} ${formatMeasured(median * factor)}`);
  return `${group.metric}, medians${unit === '' ? '' : ` in ${unit}`}: ${said.join(', ')}.`;
}
