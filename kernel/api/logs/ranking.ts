// Rows of a language ranked within their kind, by three times: a loop, the first call of a process, a call now and then. A rank
// is a verdict of the kernel over processes, which repeat; without several of them there is none.
import { DATA_TYPES } from '../facade/catalog.ts';
import { ifDefined } from '../facade/errors.ts';
import type { Workspace } from '../facade/workspace.ts';
import { blockVerdicts } from '../statistics/verdicts.ts';
import type { BlockCase, FactorRange } from '../statistics/verdicts.ts';
import type { GroupStatistics } from './analysis.ts';
import { groupBy } from './group-by.ts';
import { headlineOf } from './processes.ts';
import type { RowFacts } from './sidecar.ts';
import { meanOf } from './tables.ts';
import type { WarmCurve } from './warm-curve.ts';
import type { WarmUp } from './warm-up.ts';

/** loop: warm; oneCall: the first call of a fresh process; nowAndThen: the cold suite, other rows in between. */
export const USES = ['loop', 'oneCall', 'nowAndThen'] as const;
export type Use = (typeof USES)[number];

export interface Standing {
  /** Mean over the data types. */
  readonly ns: number;
  /** One more than the rows of its kind that are faster for certain: rows that the run does not tell apart share it. */
  readonly rank: number | null;
  /** How many times as long as the row of its kind with the smallest time takes; null for that row itself. */
  readonly ratio: (FactorRange & { readonly value: number }) | null;
}

export interface RankedRow {
  readonly serializer: string;
  readonly kind: string;
  /** False for a row that does a part of the work: shown, never ranked. */
  readonly isRanked: boolean;
  readonly streamMode: string;
  /** Of the edge record: values that came back the same, of those asked. */
  readonly fidelity: { readonly same: number; readonly asked: number } | null;
  readonly keepsDates: boolean | null;
  readonly sizeBytes: number | null;
  readonly standings: Readonly<Record<Use, Standing | null>>;
}

export interface Ranking {
  /** Kind by kind; within one by the time of a loop, or what there is. */
  readonly rows: readonly RankedRow[];
  /** Over which a time and a size are means. */
  readonly dataTypes: readonly string[];
  /** Processes a row, of the row with the most. */
  readonly processes: Readonly<Record<Use, number>>;
}

export interface RankingInput {
  readonly cold: readonly GroupStatistics[];
  readonly warm: readonly GroupStatistics[];
  readonly warmUps: readonly WarmUp[];
  readonly curves: readonly WarmCurve[];
  readonly facts: readonly RowFacts[];
}

/** Rows that differ by less share a rank. */
const RANK_THRESHOLD = 0.05;

/** How fast a row is in each of the processes that measured it. */
interface Timed {
  readonly ns: number;
  readonly unitsNs: readonly number[];
}

export function rankingOf(input: RankingInput, judge: Workspace): Ranking {
  const [cold, warm] = [input.cold, input.warm].map(singles);
  const timed: Readonly<Record<Use, ReadonlyMap<string, Timed>>> = {
    loop: timesOf(warm ?? []),
    oneCall: firstCalls(input, typesOf(warm ?? [])),
    nowAndThen: timesOf(cold ?? []),
  };
  const facts = new Map(input.facts.map((row) => [row.name, row]));
  const sized = sizesOf(warm?.length === 0 ? (cold ?? []) : (warm ?? []));
  const names = [...new Set(USES.flatMap((use) => [...timed[use].keys()]))];
  const bare = names.map((name) => described(name, facts.get(name), sized.get(name) ?? null));
  const standings = Object.fromEntries(
    USES.map((use) => [use, standingsOf(bare, timed[use], judge)]),
  ) as Record<Use, ReadonlyMap<string, Standing>>;
  const at = (use: Use, name: string): Standing | null => standings[use].get(name) ?? null;
  const rows = bare.map((row): RankedRow => ({
    ...row,
    standings: {
      loop: at('loop', row.serializer),
      oneCall: at('oneCall', row.serializer),
      nowAndThen: at('nowAndThen', row.serializer),
    },
  }));
  const most = (use: Use): number =>
    Math.max(0, ...[...timed[use].values()].map(({ unitsNs }) => unitsNs.length));
  return {
    rows: sorted(rows),
    dataTypes: typesOf(warm?.length === 0 ? (cold ?? []) : (warm ?? [])),
    processes: {
      loop: most('loop'),
      oneCall: most('oneCall'),
      nowAndThen: most('nowAndThen'),
    },
  };
}

/** Single instances in bytes mode; of the user's own types none while there are others, because not every row takes them. */
function singles(groups: readonly GroupStatistics[]): readonly GroupStatistics[] {
  const single = groups.filter(({ instances, mode }) => instances === 1 && mode === 'bytes');
  const known: readonly string[] = DATA_TYPES;
  const own = single.filter(({ dataType }) => known.includes(dataType));
  return own.length === 0 ? single : own;
}

const typesOf = (groups: readonly GroupStatistics[]): readonly string[] => [
  ...new Set(groups.map(({ dataType }) => dataType)),
];

/** Rows that have every cell. */
function whole(
  groups: readonly GroupStatistics[],
): readonly (readonly [string, readonly GroupStatistics[]])[] {
  const cells = typesOf(groups).length;
  return [...groupBy(groups, ({ serializer }) => serializer)].filter(
    ([, own]) => own.length === cells,
  );
}

const timesOf = (groups: readonly GroupStatistics[]): ReadonlyMap<string, Timed> =>
  new Map(
    whole(groups).map(([name, own]) => [
      name,
      {
        ns: meanOf(own.map((group) => headlineOf(group).totalNs)) ?? 0,
        unitsNs: byUnit(own.map(({ processes }) => processes?.mediansNs ?? [])),
      },
    ]),
  );

/** The mean over the cells in each process; none where a cell lacks one. */
function byUnit(cells: readonly (readonly number[])[]): readonly number[] {
  const units = cells[0]?.length ?? 0;
  if (cells.some(({ length }) => length !== units)) return [];
  return Array.from(
    { length: units },
    (_, unit) => meanOf(cells.map((cell) => cell[unit] ?? 0)) ?? 0,
  );
}

/** Each cell's median over the processes, and the mean over the cells in each process. */
function firstCalls(
  { warmUps, curves }: RankingInput,
  types: readonly string[],
): ReadonlyMap<string, Timed> {
  const cells = types.map((type) => `${type}@n=1`);
  const isMeant = ({ mode, cell }: Pick<WarmUp, 'mode' | 'cell'>): boolean =>
    mode === 'bytes' && cells.includes(cell);
  const calls = groupBy(curves.filter(isMeant), ({ serializer }) => serializer);
  const known = groupBy(warmUps.filter(isMeant), ({ serializer }) => serializer);
  return new Map(
    [...known].flatMap(([name, own]) => {
      if (own.length !== cells.length) return [];
      const rounds = [...groupBy(calls.get(name) ?? [], ({ round }) => round).values()];
      const unitsNs = rounds
        .filter(({ length }) => length === cells.length)
        .map((round) => meanOf(round.map(({ phasesNs }) => sum(phasesNs))) ?? 0);
      return [[name, { ns: meanOf(own.map(({ firstCallNs }) => firstCallNs)) ?? 0, unitsNs }]];
    }),
  );
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const sizesOf = (groups: readonly GroupStatistics[]): ReadonlyMap<string, number | null> =>
  new Map(
    whole(groups).map(([name, own]) => {
      const sizes = own.flatMap(({ medianSizeBytes }) => medianSizeBytes ?? []);
      return [name, sizes.length === own.length ? meanOf(sizes) : null];
    }),
  );

function described(
  serializer: string,
  facts: RowFacts | undefined,
  sizeBytes: number | null,
): Omit<RankedRow, 'standings'> {
  const verdicts = [...(facts?.fidelity?.values() ?? [])];
  const count = (of: ReadonlyMap<string, number>): number => sum([...of.values()]);
  const dates = facts?.fidelity?.get('date');
  return {
    serializer,
    kind: facts?.kind ?? '',
    isRanked: facts?.ranked !== false,
    streamMode: facts?.streamMode ?? '',
    fidelity:
      verdicts.length === 0
        ? null
        : {
            same: sum(verdicts.map((one) => one.get('exact') ?? 0)),
            asked: sum(verdicts.map(count)),
          },
    keepsDates: dates === undefined ? null : dates.get('exact') === count(dates),
    sizeBytes,
  };
}

type Bare = Omit<RankedRow, 'standings'>;

function standingsOf(
  rows: readonly Bare[],
  timed: ReadonlyMap<string, Timed>,
  judge: Workspace,
): ReadonlyMap<string, Standing> {
  const found = new Map<string, Standing>(
    [...timed].map(([name, { ns }]) => [name, { ns, rank: null, ratio: null }]),
  );
  const pairs = [...groupBy(rows, ({ kind }) => kind)].flatMap(([kind, own]) =>
    kind === '' ? [] : pairsOf(own, timed),
  );
  const verdicts = judged(pairs, judge);
  if (verdicts === null) return found;
  for (const [index, { fast, slow, isFirst }] of pairs.entries()) {
    const verdict = verdicts[index];
    const [from, to] = [found.get(fast), found.get(slow)];
    if (verdict === undefined || from === undefined || to === undefined) continue;
    const { ratio, interval } = verdict;
    if (isFirst) found.set(fast, { ...from, rank: 1 });
    found.set(slow, {
      ...to,
      rank: (to.rank ?? 1) + (verdict.verdict === 'worse' ? 1 : 0),
      ratio: isFirst && interval !== null ? { value: ratio, ...interval } : to.ratio,
    });
  }
  return found;
}

interface Pair {
  readonly fast: string;
  readonly slow: string;
  /** `fast` has the smallest time of the kind. */
  readonly isFirst: boolean;
  readonly blocks: BlockCase['blocks'];
}

/** Every two rows of a kind that the same processes measured, the one with the smaller time first. */
function pairsOf(rows: readonly Bare[], timed: ReadonlyMap<string, Timed>): Pair[] {
  const known = rows.flatMap(({ serializer, isRanked }) => {
    const own = timed.get(serializer);
    return own === undefined || !isRanked ? [] : [{ serializer, ...own }];
  });
  const units = Math.max(0, ...known.map(({ unitsNs }) => unitsNs.length));
  const able = known
    .filter(({ unitsNs }) => unitsNs.length === units && unitsNs.every((ns) => ns > 0))
    .sort((a, b) => a.ns - b.ns);
  if (units < 2) return [];
  return able.flatMap((slow, at) =>
    able.slice(0, at).map((fast, place) => ({
      fast: fast.serializer,
      slow: slow.serializer,
      isFirst: place === 0,
      blocks: fast.unitsNs.map((ns, unit) => ({ base: ns, new: slow.unitsNs[unit] ?? 0 })),
    })),
  );
}

/** Null when nothing can be judged. */
function judged(
  pairs: readonly Pair[],
  judge: Workspace,
): ReturnType<typeof blockVerdicts>['cases'] | null {
  if (pairs.length === 0) return null;
  const cases = pairs.map(({ blocks }): BlockCase => ({
    blocks,
    better: 'lower',
    threshold: RANK_THRESHOLD,
  }));
  return ifDefined(() => blockVerdicts(judge, cases).cases);
}

/** The order in which kinds stand; others follow. */
const KINDS: readonly string[] = ['text', 'binary', 'schema', 'zero-copy', 'runtime'];

export const placeOfKind = (kind: string): number =>
  KINDS.includes(kind) ? KINDS.indexOf(kind) : KINDS.length;

function sorted(rows: readonly RankedRow[]): readonly RankedRow[] {
  const time = ({ standings, isRanked }: RankedRow): number =>
    isRanked
      ? ((standings.loop ?? standings.nowAndThen ?? standings.oneCall)?.ns ?? Infinity)
      : Infinity;
  return [...rows].sort(
    (a, b) =>
      placeOfKind(a.kind) - placeOfKind(b.kind) ||
      (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0) ||
      time(a) - time(b),
  );
}
