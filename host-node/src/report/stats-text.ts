// What `echometer stats` computed, for people.

import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { textSignificant } from '../../../kernel/api/statistics/data.ts';

const BAR_WIDTH = 40;
const DIGITS = 6;

/** What the text shows of the command's JSON. */
export interface StatsReport {
  readonly n: number;
  readonly mean: number;
  readonly median: number;
  readonly std: number;
  readonly mad: number;
  readonly min: number;
  readonly max: number;
  readonly center: number | null;
  readonly spread: number | null;
  readonly quantiles: Readonly<Record<'p25' | 'p75' | 'p95' | 'p99', number>>;
  readonly intervals: readonly {
    readonly statistic: string;
    readonly low: number | null;
    readonly high: number | null;
  }[];
  readonly warnings: readonly string[];
  readonly histogram: { readonly edges: readonly number[]; readonly counts: readonly number[] };
}

export function statsText(workspace: Workspace, report: StatsReport): string {
  const number = (value: number): string => textSignificant(workspace, value, DIGITS);
  const interval = (statistic: string): string => {
    const found = report.intervals.find((candidate) => candidate.statistic === statistic);
    if (found === undefined || found.low === null || found.high === null) return '';
    return ` (95 %: ${number(found.low)} to ${number(found.high)})`;
  };
  const { p25, p75, p95, p99 } = report.quantiles;
  const rows: readonly (readonly [string, number | null, string])[] = [
    ['mean', report.mean, interval('mean')],
    ['median', report.median, interval('median')],
    ['std', report.std, ''],
    ['MAD', report.mad, ''],
    ['center', report.center, ''],
    ['spread', report.spread, ''],
    ['min', report.min, ''],
    ['p25', p25, ''],
    ['p75', p75, ''],
    ['p95', p95, ''],
    ['p99', p99, ''],
    ['max', report.max, ''],
  ];
  const { counts, edges } = report.histogram;
  const most = Math.max(...counts);
  return [
    `n       ${report.n}`,
    ...rows.flatMap(([name, value, extra]) =>
      value === null ? [] : [`${name.padEnd(6)}  ${number(value)}${extra}`],
    ),
    ...report.warnings.map((warning) => `note    ${warning}`),
    '',
    ...counts.slice(0, report.min === report.max ? 1 : counts.length).map((count, bin) => {
      const bar = '#'.repeat(Math.round((count / most) * BAR_WIDTH));
      return `${number(edges[bin] ?? NaN).padStart(14)}  ${bar.padEnd(BAR_WIDTH)}  ${count}`;
    }),
    '',
  ].join('\n');
}
