// The pooled numbers of a results page. Two pools: as published (every group, both modes), and by default what each column says it is.
import type { GroupStatistics } from './analysis.ts';
import { groupBy } from './group-by.ts';
import { headlineOf } from './processes.ts';
import type { Headline } from './processes.ts';

/** scaled: one unit for the whole column, by its largest value. */
export type ColumnUnit = 'plain' | 'scaled' | 'fixed2' | 'count';

export interface TableColumn {
  readonly title: string;
  readonly unit: ColumnUnit;
  readonly digits: number;
  /** Which value is printed bold; null for none. */
  readonly best: 'lowest' | 'highest' | null;
  readonly values: readonly (number | null)[];
}

export interface LogTable {
  readonly title: string;
  /** What the numbers are, in one sentence. */
  readonly note: string;
  readonly labels: readonly string[];
  /** The labels without versions and marks. */
  readonly names: readonly string[];
  /** Places of rows that are shown and never the best: they do a part of the work. */
  readonly unranked: ReadonlySet<number>;
  readonly columns: readonly TableColumn[];
}

/** Names of such rows; empty for logs whose sidecar names none. */
export type Unranked = ReadonlySet<string>;
const ALL_RANKED: Unranked = new Set();

export interface Serializer {
  readonly name: string;
  readonly label: string;
  readonly ranked: boolean;
  readonly groups: readonly GroupStatistics[];
}

const NS_PER_US = 1000;

/** Rows of every table: by name, ignoring case, as the reference sorts them. */
function serializersOf(
  groups: readonly GroupStatistics[],
  unranked: Unranked,
): readonly Serializer[] {
  const named = groupBy(groups, ({ serializer }) => serializer);
  return [...named.entries()]
    .sort(([a], [b]) => compareText(a.toLowerCase(), b.toLowerCase()))
    .map(([name, own]) => ({
      name,
      label: `${labelOf(name, own[0]?.version ?? '')}${unranked.has(name) ? ' †' : ''}`,
      ranked: !unranked.has(name),
      groups: own,
    }));
}

const rowsOf = (
  serializers: readonly Serializer[],
): Pick<LogTable, 'labels' | 'names' | 'unranked'> => ({
  labels: serializers.map(({ label }) => label),
  names: serializers.map(({ name }) => name),
  unranked: new Set(serializers.flatMap(({ ranked }, index) => (ranked ? [] : [index]))),
});

/** The older layout has no versions. */
const labelOf = (name: string, version: string): string =>
  version === '' ? name : `${name}:${version}`;

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

type Pick1 = (group: GroupStatistics) => number | null;

/** Mean of the groups' values; groups without one take no part. */
const pooled = (groups: readonly GroupStatistics[], pick: Pick1): number | null =>
  meanOf(groups.map(pick).filter((value) => value !== null));

type SummaryColumn = readonly [
  title: string,
  pick: Pick1,
  unit: ColumnUnit,
  best: TableColumn['best'],
];

interface SummaryTitles {
  /** All rows of a group pooled, as the reference does; else its processes. */
  readonly pooled: boolean;
  readonly title: string;
  readonly note: string;
  readonly median: string;
  readonly size: string;
}

const us =
  (pick: (group: GroupStatistics) => number): Pick1 =>
  (group) =>
    pick(group) / NS_PER_US;

/** What a summary pools, by column; `median` and `size` of the titles say of what. */
function summaryColumns({
  median,
  size,
  pooled: isPooled,
}: SummaryTitles): readonly SummaryColumn[] {
  const of = isPooled ? pooledHeadline : headlineOf;
  return [
    [`${median} total (µs)`, us((g) => of(g).totalNs), 'plain', 'lowest'],
    [`${median} ser (µs)`, us((g) => of(g).serNs), 'plain', 'lowest'],
    [`${median} deser (µs)`, us((g) => of(g).deserNs), 'plain', 'lowest'],
    ['Ops/s (from mean)', (g) => of(g).opsPerSec, 'scaled', 'highest'],
    [size, (g) => g.medianSizeBytes, 'scaled', 'lowest'],
  ];
}

const pooledHeadline = (group: GroupStatistics): Headline =>
  headlineOf({ ...group, processes: null });

function summary(
  serializers: readonly Serializer[],
  groupsOf: (serializer: Serializer) => readonly GroupStatistics[],
  titles: SummaryTitles,
): LogTable {
  const column = ([title, pick, unit, best]: SummaryColumn): TableColumn => ({
    title,
    unit,
    digits: 3,
    best,
    values: serializers.map((serializer) => pooled(groupsOf(serializer), pick)),
  });
  const samples = serializers.map((serializer) =>
    groupsOf(serializer).reduce((sum, { runs }) => sum + runs, 0),
  );
  return {
    title: titles.title,
    note: titles.note,
    ...rowsOf(serializers),
    columns: [
      ...summaryColumns(titles).map(column),
      { title: 'Samples', unit: 'count', digits: 0, best: null, values: samples },
      column(['Fidelity', (g) => g.meanFidelity, 'fixed2', null]),
    ],
  };
}

/** The reference's pool: every cell in both modes, equally weighted. Its page calls this "bytes mode preferred". */
export const publishedSummary = (groups: readonly GroupStatistics[]): LogTable =>
  summary(serializersOf(groups, ALL_RANKED), (serializer) => serializer.groups, {
    pooled: true,
    title: 'Summary',
    note: 'One row per serializer (averaged across data types; bytes mode preferred when both exist). Times are µs.',
    median: 'Median',
    size: 'Median size (B)',
  });

/** Bytes mode only, and only cells that every serializer has: a mean over other cells would compare other work. */
export function honestSummary(groups: readonly GroupStatistics[], unranked = ALL_RANKED): LogTable {
  const bytes = groups.filter(({ mode }) => mode === 'bytes');
  const serializers = serializersOf(bytes, unranked);
  const cells = groupBy(bytes, cellName);
  const shared = [...cells].filter(([, own]) => own.length === serializers.length);
  const names = new Set(shared.map(([name]) => name));
  return summary(
    serializers,
    (serializer) => serializer.groups.filter((group) => names.has(cellName(group))),
    {
      pooled: false,
      title: 'Summary',
      note:
        `Bytes mode. Each time and size is the unweighted mean, over the ${names.size} ${names.size === 1 ? 'cell' : 'cells'} (data type and count) that every ` +
        "serializer has, of that cell's median; ops/s is the mean over the cells of 1e9 / mean total. Large cells dominate the times." +
        ofProcesses(bytes),
      median: 'Mean of cell medians:',
      size: 'Mean of cell median sizes (B)',
    },
  );
}

/** Said only where it is so. */
const ofProcesses = (groups: readonly GroupStatistics[]): string =>
  groups.some(({ processes }) => processes !== null)
    ? " A cell's median and mean are the medians of those of its processes."
    : '';

export const cellName = ({ dataType, instances, typeConfigHash }: GroupStatistics): string =>
  `${dataType}@n=${instances}@${typeConfigHash}`;

/** `message@n=1` is shown as "Message · 1 instance". */
export const cellTitle = (dataType: string, instances: number): string =>
  `${dataType.charAt(0).toUpperCase()}${dataType.slice(1)} · ${instances} instance${instances === 1 ? '' : 's'}`;

/** The first group of each mode in file order: on the reference's page that is Message · 1 alone, which it does not say. */
export function totalTime(
  groups: readonly GroupStatistics[],
  asPublished: boolean,
  unranked = ALL_RANKED,
): LogTable {
  const serializers = serializersOf(groups, unranked);
  const first = groups[0];
  const cell = first === undefined ? '' : cellTitle(first.dataType, first.instances);
  const numbers = asPublished ? pooledHeadline : headlineOf;
  const of = (mode: string, pick: (group: GroupStatistics) => number): TableColumn['values'] =>
    serializers.map((serializer) => {
      const own = serializer.groups.find(
        (group) =>
          group.mode === mode &&
          (asPublished || (first !== undefined && cellName(group) === cellName(first))),
      );
      return own === undefined ? null : pick(own) / NS_PER_US;
    });
  const column = (mode: string, name: string, pick: (g: GroupStatistics) => number) => ({
    title: `${mode} mode/${name}`,
    unit: 'plain' as const,
    digits: 3,
    best: 'lowest' as const,
    values: of(mode, pick),
  });
  return {
    title: asPublished ? 'Total Time' : `Total Time, ${cell} only`,
    note: 'Total (serialize + deserialize) in µs of one cell: the first of the file.',
    ...rowsOf(serializers),
    columns: [
      column('bytes', 'mean', (g) => numbers(g).meanTotalNs),
      column('bytes', 'median', (g) => numbers(g).totalNs),
      column('stream', 'mean', (g) => numbers(g).meanTotalNs),
      column('stream', 'median', (g) => numbers(g).totalNs),
    ].filter(({ values }) => values.some((value) => value !== null)),
  };
}

/** One column a cell; the first group found for a serializer, which is the bytes mode where there is one. */
export function opsPerSecond(
  groups: readonly GroupStatistics[],
  unranked = ALL_RANKED,
  asPublished = false,
): LogTable {
  const numbers = asPublished ? pooledHeadline : headlineOf;
  const serializers = serializersOf(groups, unranked);
  const cells = [...groupBy(groups, cellName).values()]
    .flatMap((own) => own.slice(0, 1))
    .sort((a, b) => compareText(a.dataType, b.dataType) || a.instances - b.instances);
  return {
    title: 'Ops/Sec',
    note: 'Operations per second, 1e9 / mean total, bytes mode where there is one.',
    ...rowsOf(serializers),
    columns: cells.map((cell) => ({
      title: cellTitle(cell.dataType, cell.instances),
      unit: 'scaled',
      digits: 2,
      best: 'highest',
      values: serializers.map(({ groups: own }) => {
        const group = own.find((one) => cellName(one) === cellName(cell));
        return group === undefined ? null : numbers(group).opsPerSec;
      }),
    })),
  };
}
