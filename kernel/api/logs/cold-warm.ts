// Cold against warm: how the ranking of the same rows changes, and by which numbers. Two suites side by side, never pooled.
import type { Summary } from '../statistics/summary.ts';
import type { Workspace } from '../facade/workspace.ts';
import { summarize } from '../statistics/summary.ts';
import type { GroupStatistics } from './analysis.ts';
import { groupBy } from './group-by.ts';
import { headlineOf } from './processes.ts';
import { cellName, meanOf } from './tables.ts';
import type { WarmUp } from './warm-up.ts';

export interface RankChange {
  readonly serializer: string;
  readonly coldUs: number;
  readonly coldRank: number;
  readonly warmUs: number;
  readonly warmRank: number;
  /** First call of a fresh process; null without curves. */
  readonly firstCallUs: number | null;
}

const NS_PER_US = 1000;
const SINGLE = '@n=1';

/** Single instances in bytes mode: batches hide the difference, because one call of a hundred instances warms itself. */
const isSingle = ({ instances, mode }: GroupStatistics): boolean =>
  instances === 1 && mode === 'bytes';

/** Mean over the cells of the median total, for ranked serializers that have every cell of both suites. */
export function rankChanges(
  cold: readonly GroupStatistics[],
  warm: readonly GroupStatistics[],
  warmUps: readonly WarmUp[] = [],
  unranked: ReadonlySet<string> = new Set(),
): readonly RankChange[] {
  const before = means(cold.filter(isSingle));
  const after = means(warm.filter(isSingle));
  const shared = [...before.keys()].filter((name) => after.has(name) && !unranked.has(name));
  const rank = (of: ReadonlyMap<string, number>, name: string): number =>
    1 + shared.filter((other) => (of.get(other) ?? 0) < (of.get(name) ?? 0)).length;
  return shared
    .map((serializer) => ({
      serializer,
      coldUs: before.get(serializer) ?? NaN,
      coldRank: rank(before, serializer),
      warmUs: after.get(serializer) ?? NaN,
      warmRank: rank(after, serializer),
      firstCallUs: firstCall(serializer, warmUps),
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
      (meanOf(own.map((group) => headlineOf(group).totalNs)) ?? NaN) / NS_PER_US,
    ]),
  );
}

function firstCall(serializer: string, warmUps: readonly WarmUp[]): number | null {
  const own = warmUps.filter(
    (warmUp) =>
      warmUp.serializer === serializer && warmUp.mode === 'bytes' && warmUp.cell.endsWith(SINGLE),
  );
  const mean = meanOf(own.map(({ firstCallNs }) => firstCallNs));
  return mean === null ? null : mean / NS_PER_US;
}

export interface Gain {
  readonly isBuiltIn: boolean;
  readonly rows: number;
  /** Cold / warm over these rows. */
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** What the numbers alone say about a changed ranking: how much each kind of row gains, and how alike the two orders are. */
export interface RankFacts {
  readonly gains: readonly Gain[];
  /** Median cold / warm of the fastest and of the slowest third when warm; null for fewer than three rows. */
  readonly thirds: readonly [fastest: number, slowest: number] | null;
  readonly stays: number;
  readonly correlation: number;
}

/** `changes` are sorted by their warm time; `builtIn` names rows that are part of the runtime itself. */
export function rankFacts(
  changes: readonly RankChange[],
  builtIn: ReadonlySet<string>,
  workspace: Workspace,
): RankFacts {
  const spread = (own: readonly RankChange[]): Summary =>
    summarize(
      workspace,
      Float64Array.from(own, ({ coldUs, warmUs }) => coldUs / warmUs),
    );
  const third = Math.floor(changes.length / 3);
  return {
    gains: [true, false].flatMap((isBuiltIn) => {
      const own = changes.filter(({ serializer }) => builtIn.has(serializer) === isBuiltIn);
      if (own.length === 0) return [];
      const { median, min, max } = spread(own);
      return [{ isBuiltIn, rows: own.length, median, min, max }];
    }),
    thirds:
      third === 0
        ? null
        : [spread(changes.slice(0, third)).median, spread(changes.slice(-third)).median],
    stays: changes.filter(({ coldRank, warmRank }) => coldRank === warmRank).length,
    correlation: spearman(changes),
  };
}

/** Ranks without ties; with a tie it is an approximation, which two digits do not show. */
function spearman(changes: readonly RankChange[]): number {
  const n = changes.length;
  if (n < 2) return 1;
  const squares = changes.reduce(
    (sum, { coldRank, warmRank }) => sum + (coldRank - warmRank) ** 2,
    0,
  );
  return 1 - (6 * squares) / (n * (n * n - 1));
}
