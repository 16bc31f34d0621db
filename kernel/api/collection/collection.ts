// What a source says about measurements, whoever measured them: a run of Echometer, a serializer log, a file of another
// tool. Plain data: `collectionJson` makes of it what JSON.stringify writes.

export interface Collection {
  readonly source: Source;
  readonly series: readonly Series[];
  /** What was wrong in the files and could be read past. What cannot be read past is thrown, never listed. */
  readonly problems: readonly Note<ProblemCode>[];
}

export interface Source {
  /** How the files were read: the id of a foreign format, `duplex` or `serializers`. */
  readonly format: string;
  /** The program that measured, by its own name, and its version where the files tell it. */
  readonly tool: string;
  readonly version: string | null;
  readonly files: readonly SourceFile[];
  /** Facts about the machine and the runtime under the file's own names; null when the files name none. */
  readonly machine: Facts | null;
  /** When measuring began, as the file writes it (ISO 8601 where it can be told); null when the files do not say. */
  readonly startedAt: string | null;
}

export interface SourceFile {
  /** As the caller named it; a member of a directory with forward slashes. */
  readonly name: string;
  /** As stored, so compressed where the file is compressed. */
  readonly bytes: number;
  /** Of the bytes as stored, 64 hexadecimal digits. */
  readonly sha256: string;
}

export type Facts = Readonly<Record<string, string | number | boolean>>;

/** One case of one metric. Two series of a collection never have the same key. */
export interface Series {
  readonly key: SeriesKey;
  /** `ns`, `us`, `ms`, `s`, `B`, `B/s`, `bit/s`, `op/s` or the file's own word; null when nothing says it. */
  readonly unit: string | null;
  /** Which direction is an improvement; null when neither metric nor unit tells. */
  readonly better: 'lower' | 'higher' | null;
  /** From the outermost level that the file tells apart to the innermost, which is what one value is. Never empty. */
  readonly levels: readonly Level[];
  readonly data: Samples | HistogramData | Aggregates;
  /** Of samples: as they were taken, sorted by the tool, or unknown. `none` for histograms and aggregates. */
  readonly order: 'time' | 'sorted' | 'none';
  /** 1 for each sample that the tool itself ran as warm-up, 0 for the others; null when none was. */
  readonly warmUp: Uint8Array | null;
  /** What the file lost before it was read: each stands beside the numbers. */
  readonly losses: readonly Note<LossCode>[];
  /** Of a history in one file: when each sample was measured, and of what. */
  readonly moments?: readonly Moment[];
}

export interface Moment {
  /** A commit or another name of what was measured. */
  readonly id: string;
  /** As the file writes it, ISO 8601 where it can be told; null when it does not say. */
  readonly at: string | null;
}

export interface SeriesKey {
  readonly name: string;
  /** Whatever else tells cases apart: parameters, threads, package, tag. The file's own names and texts. */
  readonly params: Readonly<Record<string, string>>;
  /** `time`, `cpu-time`, `throughput`, `memory`, or the file's own word. */
  readonly metric: string;
}

/** Repetition from outside to inside; a level holds everything below it. */
export const LEVEL_NAMES = ['machine', 'session', 'process', 'iteration'] as const;
export type LevelName = (typeof LEVEL_NAMES)[number];

export interface Level {
  readonly name: LevelName;
  /** The tool's own word: fork, launch, repetition. */
  readonly word: string;
  /** How many units of this level the series has, warm-ups apart; null when the file does not say. */
  readonly count: number | null;
  /**
   * For each sample the index, from 0, of the unit that it belongs to. Null on the innermost level, where each sample is a
   * unit, and wherever `data` has no samples.
   */
  readonly unitOf: Uint32Array | null;
}

/** Every value is finite. In the order of the file, warm-ups included: `measuredOf` leaves those out. */
export interface Samples {
  readonly kind: 'samples';
  readonly values: Float64Array;
}

/** Counts of values that are known up to the width of their bucket. Bucket i holds `low[i] <= value <= high[i]`, ascending. */
export interface HistogramData {
  readonly kind: 'histogram';
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Above 0; exact below 2^53. */
  readonly counts: Float64Array;
}

/** What the tool computed itself. Never compared with statistics of ours as if they were equally defined. */
export interface Aggregates {
  readonly kind: 'aggregates';
  /** How many values stand behind them; null when the file does not say. */
  readonly n: number | null;
  readonly statistics: readonly Aggregate[];
}

export interface Aggregate {
  /** `mean`, `median`, `min`, `max`, `std`, `p99`, `value` (one number of unknown making), or the tool's own word. */
  readonly statistic: string;
  /** Finite, in the unit of the series. */
  readonly value: number;
  /** How the tool computes it (`R-6`, `nearest-rank`, `ddof 1`), as its source says; null when unknown. */
  readonly definition: string | null;
}

export interface Note<Code extends string = string> {
  readonly code: Code;
  /** What it is about: a key of the file, a case, a column. May be empty. */
  readonly subject: string;
  readonly count: number;
  readonly file: string | null;
  /** Of the first one, from 1; null where the file has no lines to name. */
  readonly line: number | null;
}

export const LOSS_CODES = {
  AGGREGATES_ONLY: 'the samples are not in the file, only what the tool computed from them',
  HISTOGRAM_ONLY: 'values are known up to the width of their bucket',
  ORDER_LOST: 'the tool sorted the samples before it wrote them',
  TAILS_TRIMMED: 'the tool took samples off the ends before it wrote them',
  OUTLIERS_REMOVED:
    'the tool left outliers out of its own statistics; they are in the samples here',
  MEANS_OF_CALLS: 'a value is the mean of several calls: the spread of single calls is lost',
  ROUNDED: 'the tool rounded the values before it wrote them',
  WARM_UPS_MIXED: 'warm-ups cannot be told from measurements',
  LEVELS_LOST: 'samples of several processes cannot be told apart',
  OVERHEAD_SUBTRACTED: 'the tool subtracted its own overhead before it wrote the values',
  OVERHEAD_INCLUDED: 'the values hold the overhead that the tool subtracts in its own statistics',
  UNIT_UNKNOWN: 'nothing says the unit',
  DIRECTION_UNKNOWN: 'nothing says whether lower or higher is better',
  DEFINITION_UNKNOWN: 'nothing says how the tool computed a statistic',
  MACHINE_UNKNOWN: 'the file does not name the machine',
} as const;
export type LossCode = keyof typeof LOSS_CODES;

export const PROBLEM_CODES = {
  VALUE_MISSING: 'a value was written as null, NaN or Infinity and is not counted',
  CASE_FAILED: 'the tool says that this case failed',
  CASE_SKIPPED: 'the tool says that this case was skipped',
  CASE_EMPTY: 'this case has no values',
  DUPLICATE_KEY: 'an object has this key twice; the last one counts, as in JSON.parse',
  DUPLICATE_NAME: 'several cases have this name; they are told apart by their place',
  LINES_IGNORED: 'lines that are not results were passed over',
  TRUNCATED: 'the file ends in the middle of a result, which is not counted',
  ROW_IGNORED: 'a row of this kind is not a measurement',
  ROW_DOUBTFUL: 'something about a row or a column is wrong; what it says is used',
  FILE_IGNORED: 'a file of the directory is of no known kind',
} as const;
export type ProblemCode = keyof typeof PROBLEM_CODES;

/** The samples of a series without warm-ups, with the unit of each sample per level; null for other kinds of data. */
export function measuredOf(series: Series): {
  readonly values: Float64Array;
  readonly unitsOf: readonly (Uint32Array | null)[];
} | null {
  const { data, warmUp, levels } = series;
  if (data.kind !== 'samples') return null;
  const unitsOf = levels.map(({ unitOf }) => unitOf);
  if (warmUp === null) return { values: data.values, unitsOf };
  const isMeasured = (_: number, index: number): boolean => warmUp[index] === 0;
  return {
    values: data.values.filter(isMeasured),
    unitsOf: unitsOf.map((units) => units?.filter(isMeasured) ?? null),
  };
}

/** One text for equal keys: a key of maps, not for people. */
export function keyText({ name, params, metric }: SeriesKey): string {
  return JSON.stringify([
    name,
    metric,
    Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}

/** The same with plain arrays in place of typed ones, for JSON.stringify. */
export function collectionJson(collection: Collection): unknown {
  return plain(collection);
}

function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}
