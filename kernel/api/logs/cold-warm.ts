// Cold against warm: how the ranking of the same rows changes, and by which numbers. Two suites side by side, never pooled.
import type { GroupStatistics } from './analysis.ts';
import { significantText } from './figures-text.ts';
import { groupBy } from './group-by.ts';
import { languageName } from './results-page.ts';
import { markdownTable } from './markdown-table.ts';
import { headlineOf } from './processes.ts';
import type { LogStatistics } from './statistics.ts';
import { cellName } from './tables.ts';
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
      mean(own.map((group) => headlineOf(group).totalNs)) / NS_PER_US,
    ]),
  );
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function firstCall(serializer: string, warmUps: readonly WarmUp[]): number | null {
  const own = warmUps.filter(
    (warmUp) =>
      warmUp.serializer === serializer && warmUp.mode === 'bytes' && warmUp.cell.endsWith(SINGLE),
  );
  return own.length === 0 ? null : mean(own.map(({ firstCallNs }) => firstCallNs)) / NS_PER_US;
}

export interface ColdWarmInput {
  readonly language: string;
  readonly changes: readonly RankChange[];
  /** Rows that are part of the runtime itself. */
  readonly builtIn: ReadonlySet<string>;
}

export function coldWarmMarkdown(
  { language, changes, builtIn }: ColdWarmInput,
  statistics: LogStatistics,
): string {
  const us = (value: number | null): string =>
    value === null ? '-' : significantText(value, 3, statistics);
  const rows = changes.map((change) => [
    change.serializer,
    us(change.firstCallUs),
    us(change.coldUs),
    us(change.warmUs),
    ratio(change.coldUs / change.warmUs, statistics),
    String(change.coldRank),
    String(change.warmRank),
    moved(change),
  ]);
  return [
    `# ${languageName(language)}: cold against warm`,
    'Single instances, bytes mode, ranked rows. Each time is the mean over the data types in µs of: the median first call of a fresh process; ' +
      "the cold suite's median; the warm suite's median of its processes' medians. Move: ranks won (+) or lost (-) by warming up.",
    markdownTable(
      ['serializer', 'first call', 'cold', 'warm', 'cold / warm', 'rank cold', 'rank warm', 'move'],
      rows,
    ),
    ['## Why the ranking changes', ...causeLines({ language, changes, builtIn }, statistics)].join(
      '\n\n',
    ),
    CAUSE[language] ?? '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

const moved = ({ coldRank, warmRank }: RankChange): string => {
  const move = coldRank - warmRank;
  return move > 0 ? `+${move}` : String(move);
};

const ratio = (value: number, statistics: LogStatistics): string =>
  statistics.significant(value, 2);

/** What the numbers alone say: how much each kind of row gains, who moves, how alike the two orders are. */
function causeLines(
  { language, changes, builtIn }: ColdWarmInput,
  statistics: LogStatistics,
): readonly string[] {
  const kinds = [
    [
      BUILT_IN_NAME[language] ?? 'Built in',
      changes.filter(({ serializer }) => builtIn.has(serializer)),
    ],
    ['Libraries', changes.filter(({ serializer }) => !builtIn.has(serializer))],
  ] as const;
  const gains = kinds.flatMap(([name, own]) => {
    if (own.length === 0) return [];
    const ratios = Float64Array.from(own.map(({ coldUs, warmUs }) => coldUs / warmUs));
    const { median, min, max } = statistics.summarize(ratios);
    const text = [median, min, max].map((value) => ratio(value, statistics));
    return [
      `- ${name} (${own.length} ${own.length === 1 ? 'row' : 'rows'}): cold / warm ${text[0]}, from ${text[1]} to ${text[2]}.`,
    ];
  });
  const stays = changes.filter(({ coldRank, warmRank }) => coldRank === warmRank).length;
  return [
    [
      ...gains,
      ...byCost(changes, statistics),
      `- ${stays} of ${changes.length} rows keep their rank; the rank correlation of the two orders (Spearman) is ${statistics.fixed(spearman(changes), 2)}.`,
      ...extremes(changes),
    ].join('\n'),
  ];
}

/** `changes` are sorted by their warm time. */
function byCost(changes: readonly RankChange[], statistics: LogStatistics): readonly string[] {
  const third = Math.floor(changes.length / 3);
  if (third === 0) return [];
  const median = (own: readonly RankChange[]): string => {
    const ratios = own.map(({ coldUs, warmUs }) => coldUs / warmUs);
    return ratio(statistics.summarize(Float64Array.from(ratios)).median, statistics);
  };
  return [
    `- The fastest third of the rows when warm: cold / warm ${median(changes.slice(0, third))}; the slowest third: ${median(changes.slice(-third))}.`,
  ];
}

const NAMED = 3;

function extremes(changes: readonly RankChange[]): readonly string[] {
  const move = ({ coldRank, warmRank }: RankChange): number => coldRank - warmRank;
  const name = (change: RankChange): string =>
    `${change.serializer} (${change.coldRank} to ${change.warmRank})`;
  const sorted = [...changes].sort((a, b) => move(b) - move(a));
  const up = sorted.filter((change) => move(change) > 0).slice(0, NAMED);
  const down = sorted
    .filter((change) => move(change) < 0)
    .slice(-NAMED)
    .reverse();
  return [
    ...(up.length === 0 ? [] : [`- Most ranks won by warming up: ${up.map(name).join(', ')}.`]),
    ...(down.length === 0 ? [] : [`- Most ranks lost: ${down.map(name).join(', ')}.`]),
  ];
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

/** What the runtimes are; that it shows, and how much, is in the numbers above it. */
const CAUSE: Readonly<Record<string, string>> = {
  javascript:
    'The cold suite times single calls while other serializers run in between. A library is JavaScript: V8 interprets it first and compiles what runs often, ' +
    'so its first call is far from its last. What is part of the runtime is machine code from the first call and has less to gain. ' +
    'Cold answers "a message now and then", warm answers "a loop".',
  python:
    'CPython as it is usually built has no just-in-time compiler: no library starts slow and is compiled later, and the order of the rows hardly changes (the correlation above). ' +
    'A single call between other serializers pays for cold caches and allocators, which weighs most on the rows that do the least. ' +
    'Cold answers "a message now and then", warm answers "a loop".',
  swift:
    'Swift is machine code before it runs: no row starts slow and is compiled later, and the order of the rows hardly changes (the correlation above). ' +
    'A single call between other rows pays for cold caches and allocators, which weighs most on the rows that do the least; the first call of a process ' +
    "also looks up types and conformances. Rows of generated code (Protobuf, FlatBuffers, Cap'n Proto) are ahead of those that go through Codable in " +
    'both suites. SwiftAvroCore has a schema and no generated code: it goes through Codable and looks at each record through a mirror. ' +
    'Cold answers "a message now and then", warm answers "a loop".',
};

const BUILT_IN_NAME: Readonly<Record<string, string>> = {
  javascript: 'Part of the runtime',
  python: 'Standard library',
  swift: 'Foundation',
};
