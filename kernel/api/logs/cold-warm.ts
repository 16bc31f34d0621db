// Cold against warm: how the ranking of the same rows changes, and why. Two suites side by side, never pooled.
import type { GroupStatistics } from './analysis.ts';
import { groupBy } from './group-by.ts';
import type { LogStatistics } from './statistics.ts';
import { cellName } from './tables.ts';

export interface RankChange {
  readonly serializer: string;
  readonly coldUs: number;
  readonly coldRank: number;
  readonly warmUs: number;
  readonly warmRank: number;
}

const NS_PER_US = 1000;

/** Single instances in bytes mode: batches hide the difference, because one call of a hundred instances warms itself. */
const isSingle = ({ instances, mode }: GroupStatistics): boolean =>
  instances === 1 && mode === 'bytes';

/** Mean over the cells of the median total, for serializers that have every cell of both suites. */
export function rankChanges(
  cold: readonly GroupStatistics[],
  warm: readonly GroupStatistics[],
): readonly RankChange[] {
  const before = means(cold.filter(isSingle));
  const after = means(warm.filter(isSingle));
  const shared = [...before.keys()].filter((name) => after.has(name));
  const rank = (of: ReadonlyMap<string, number>, name: string): number =>
    1 + shared.filter((other) => (of.get(other) ?? 0) < (of.get(name) ?? 0)).length;
  return shared
    .map((serializer) => ({
      serializer,
      coldUs: before.get(serializer) ?? NaN,
      coldRank: rank(before, serializer),
      warmUs: after.get(serializer) ?? NaN,
      warmRank: rank(after, serializer),
    }))
    .sort((a, b) => a.warmRank - b.warmRank);
}

function means(groups: readonly GroupStatistics[]): ReadonlyMap<string, number> {
  const cells = new Set(groups.map(cellName)).size;
  const whole = [...groupBy(groups, ({ serializer }) => serializer)].filter(
    ([, own]) => own.length === cells,
  );
  return new Map(
    whole.map(([name, own]) => [
      name,
      own.reduce((sum, { total }) => sum + total.median, 0) / own.length / NS_PER_US,
    ]),
  );
}

export function coldWarmMarkdown(
  language: string,
  changes: readonly RankChange[],
  statistics: LogStatistics,
): string {
  const us = (value: number): string => statistics.significant(value, 3);
  const lines = changes.map(
    ({ serializer, coldUs, coldRank, warmUs, warmRank }) =>
      `| ${serializer} | ${us(coldUs)} | ${coldRank} | ${us(warmUs)} | ${warmRank} | ${us(coldUs / warmUs)} |`,
  );
  return [
    `# Cold against warm, ${language}`,
    '',
    'Single instances, bytes mode: mean over the data types of the median total in µs, and the rank by it.',
    '',
    'Cause of the change: the cold suite times single calls in one process while other serializers run in between. ' +
      'JavaScript written by a library is then still interpreted or half optimized and its caches are cold; ' +
      'what is built into the runtime is compiled machine code from the first call. The warm suite measures after the ' +
      'compiler has settled, in a process that runs nothing else (CPython compiles nothing: what changes there is caches and allocators). Cold answers "a message now and then", warm answers "a loop".',
    '',
    '| serializer | cold (µs) | rank | warm (µs) | rank | cold / warm |',
    '|---|---:|---:|---:|---:|---:|',
    ...lines,
    '',
  ].join('\n');
}
