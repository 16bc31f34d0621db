// Columns of the log format: by name, never by place, because every language writes its own order.

/** What a reader of our files may rely on, and what the reference calls required. */
export const REQUIRED_COLUMNS = [
  'StringOrStream',
  'TestDataName',
  'RepetitionIndex',
  'SerializerName',
  'TimeSer',
  'TimeDeser',
] as const;

/** Absent in the older layout (12 to 14 columns) or optional; each has a value to fall back on. */
export const OPTIONAL_COLUMNS = [
  'Language',
  'SerializerVersion',
  'Repetitions',
  'Size',
  'TimeSerAndDeser',
  'MemoryPeakBytes',
  'FidelityScore',
  'NativeKind',
  'StreamMode',
  'DataTypeInstanceCount',
  'TypeConfigHash',
  'RunOrder',
  'SchedulePosition',
  'SizeGzip',
  'SizeZstd',
  'ErrorFlag',
  // Ours: the four phases behind TimeSer and TimeDeser.
  'TimeToNative',
  'TimeEncode',
  'TimeDecode',
  'TimeToDomain',
  // Of the cold suite: which of its fresh processes a call was made in.
  'Process',
  // Of the warm suite: which round a sample is of, over how many calls, after a steady warm-up or not.
  'Round',
  'CallsPerSample',
  'Steady',
] as const;

/** Recomputed from the times, so their values are not read; not unknown either. */
const DERIVED_COLUMNS = ['OpPerSecSer', 'OpPerSecDeser', 'OpPerSecSerAndDeser'] as const;

export type Column = (typeof REQUIRED_COLUMNS)[number] | (typeof OPTIONAL_COLUMNS)[number];

/** Columns whose absence leaves something out of the tables and is therefore said. */
const MISSED: readonly Column[] = ['Size', 'FidelityScore'];

export interface Columns {
  readonly count: number;
  /** Place of each column, or -1. */
  readonly at: Readonly<Record<Column, number>>;
  readonly unknown: readonly string[];
  /** Of which only the last place is read. */
  readonly repeated: readonly string[];
  readonly missing: readonly Column[];
  readonly required: readonly Column[];
}

/** Reads a header; `required` lists what makes the file unreadable. */
export function columnsOf(header: readonly string[]): Columns {
  const names = header.map((name) => name.trim());
  const known: ReadonlySet<string> = new Set([
    ...REQUIRED_COLUMNS,
    ...OPTIONAL_COLUMNS,
    ...DERIVED_COLUMNS,
  ]);
  const places = new Map(names.map((name, index) => [name, index]));
  return {
    count: names.length,
    at: Object.fromEntries(
      [...REQUIRED_COLUMNS, ...OPTIONAL_COLUMNS].map((name) => [name, places.get(name) ?? -1]),
    ) as Record<Column, number>,
    unknown: names.filter((name) => !known.has(name)),
    repeated: names.filter((name, index) => places.get(name) !== index),
    missing: MISSED.filter((column) => !places.has(column)),
    required: REQUIRED_COLUMNS.filter((column) => !places.has(column)),
  };
}

export type Mode = 'bytes' | 'stream';

/** `string` and `buffer` are the bytes mode of C# and C++; capitals differ by language. */
export function modeOf(text: string): Mode | null {
  const word = text.trim().toLowerCase();
  if (word === 'bytes' || word === 'string' || word === 'buffer') return 'bytes';
  return word === 'stream' ? 'stream' : null;
}
