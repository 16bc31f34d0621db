// One log file from chunks of bytes to groups of columns, with everything that was wrong on the way. It opens no file.
import { columnsOf, modeOf } from './columns.ts';
import type { Column, Columns } from './columns.ts';
import { CsvReader } from './csv.ts';
import type { CsvRecord } from './csv.ts';
import { groupId, LogGroup } from './group.ts';
import type { GroupKey, OptionalSeries } from './group.ts';
import { LogError, ProblemCounter } from './problems.ts';
import type { LogProblem } from './problems.ts';

export interface SerializerLog {
  /** As given by the caller: a name to show, never opened. */
  readonly file: string;
  readonly rows: number;
  /** In order of first appearance, which is an order that published tables depend on. */
  readonly groups: readonly LogGroup[];
  readonly languages: readonly string[];
  readonly problems: readonly LogProblem[];
}

export interface LogDefaults {
  /** For the older layout, which does not name its language. */
  readonly language: string;
}

/** Rows are held as columns, 60 to 130 bytes a row: about as much as a machine has. */
const MOST_ROWS = 20_000_000;

export class LogReader {
  readonly #file: string;
  readonly #defaults: LogDefaults;
  readonly #problems: ProblemCounter;
  readonly #csv: CsvReader;
  readonly #groups = new Map<string, LogGroup>();
  /** `string` and `buffer` are one mode: several texts can mean one group. */
  readonly #byText = new Map<string, LogGroup>();
  #columns: Columns | null = null;
  #rows = 0;

  constructor(file: string, defaults: LogDefaults) {
    this.#file = file;
    this.#defaults = defaults;
    this.#problems = new ProblemCounter(file);
    this.#csv = new CsvReader(file, (record) => {
      this.#record(record);
    });
  }

  push(chunk: Uint8Array): void {
    this.#csv.push(chunk);
  }

  end(): SerializerLog {
    this.#csv.end();
    if (this.#columns === null)
      throw new LogError('EMPTY_FILE', this.#file, 1, 'the file is empty: no header, no rows');
    if (this.#rows === 0) this.#problems.add('NO_ROWS', 1);
    const groups = [...this.#groups.values()];
    const languages = [...new Set(groups.map(({ key }) => key.language))];
    if (languages.length > 1) this.#problems.add('SEVERAL_LANGUAGES', 1, languages.join(', '));
    for (const group of groups) countDuplicates(group, this.#problems);
    return {
      file: this.#file,
      rows: this.#rows,
      groups,
      languages,
      problems: this.#problems.list(),
    };
  }

  #record(record: CsvRecord): void {
    if (this.#columns === null) this.#columns = this.#header(record);
    else this.#row(record, this.#columns);
  }

  #header({ fields, line }: CsvRecord): Columns {
    const columns = columnsOf(fields);
    const cause = causeIn(fields.join(','));
    if (cause !== '' || columns.required.length === fields.length || columns.at.SerializerName < 0)
      throw new LogError(
        'NO_HEADER',
        this.#file,
        line,
        `the first line is not a log header${cause}`,
      );
    if (columns.required.length > 0) {
      const what = `the header lacks ${columns.required.join(', ')}`;
      throw new LogError('REQUIRED_COLUMN', this.#file, line, what);
    }
    for (const name of columns.unknown) this.#problems.add('UNKNOWN_COLUMN', line, name);
    for (const name of columns.repeated) this.#problems.add('REPEATED_COLUMN', line, name);
    for (const name of columns.missing) this.#problems.add('MISSING_COLUMN', line, name);
    return columns;
  }

  #row(record: CsvRecord, columns: Columns): void {
    const { fields, line, ended } = record;
    if (record.isDamaged) {
      this.#problems.add('NOT_UTF8', line);
      return;
    }
    if (fields.length !== columns.count) {
      const truncated = !ended && fields.length < columns.count;
      this.#problems.add(truncated ? 'TRUNCATED_ROW' : 'FIELD_COUNT', line, linesOf(record));
      return;
    }
    if (!ended) this.#problems.add('UNENDED_ROW', line);
    const { at } = columns;
    const group = this.#groupOf(fields, at, line);
    if (group === null) return;
    const serNs = nanoseconds(textAt(fields, at.TimeSer));
    const deserNs = nanoseconds(textAt(fields, at.TimeDeser));
    const written = textAt(fields, at.TimeSerAndDeser);
    const totalNs = written === '' ? serNs + deserNs : nanoseconds(written);
    if (!this.#areTimes(serNs, deserNs, totalNs, line)) return;
    group.add({
      serNs,
      deserNs,
      totalNs,
      repetition: this.#number(fields, at, 'RepetitionIndex', line),
      size: this.#number(fields, at, 'Size', line),
      fidelity: this.#number(fields, at, 'FidelityScore', line),
      memoryPeakBytes: this.#number(fields, at, 'MemoryPeakBytes', line),
      runOrder: this.#number(fields, at, 'RunOrder', line),
      schedulePosition: this.#number(fields, at, 'SchedulePosition', line),
      line,
    });
    this.#addOptional(group, fields, at, line);
    noteLabels(group, fields, at);
    this.#rows += 1;
    if (this.#rows > MOST_ROWS)
      throw new LogError(
        'TOO_MANY_ROWS',
        this.#file,
        line,
        `there are more than ${MOST_ROWS} rows`,
      );
  }

  #addOptional(group: LogGroup, fields: readonly string[], at: Columns['at'], line: number): void {
    for (const [series, column] of OPTIONAL_NUMBERS)
      if (at[column] >= 0) group.addOptional(series, this.#number(fields, at, column, line));
    // A cell of a warm round has a process of its own.
    const process = at.Process >= 0 ? 'Process' : 'Round';
    if (at[process] >= 0) group.addOptional('process', this.#number(fields, at, process, line));
    const steady = textAt(fields, at.Steady);
    if (steady !== '') group.addOptional('unsteady', steady === 'yes' ? 0 : 1);
  }

  #areTimes(serNs: number, deserNs: number, totalNs: number, line: number): boolean {
    if (Number.isNaN(serNs)) this.#problems.add('BAD_TIME', line, 'TimeSer');
    else if (Number.isNaN(deserNs)) this.#problems.add('BAD_TIME', line, 'TimeDeser');
    else if (Number.isNaN(totalNs)) this.#problems.add('BAD_TIME', line, 'TimeSerAndDeser');
    else {
      if (totalNs !== serNs + deserNs) this.#problems.add('WRONG_TOTAL', line);
      return true;
    }
    return false;
  }

  #number(fields: readonly string[], at: Columns['at'], column: Column, line: number): number {
    const text = textAt(fields, at[column]);
    if (text === '') return NaN;
    const value = Number(text);
    if (Number.isFinite(value) && value >= 0) return value;
    this.#problems.add('BAD_NUMBER', line, column);
    return NaN;
  }

  /** By the six texts of the key as written, so that a row costs one look-up; null for a row of no group. */
  #groupOf(fields: readonly string[], at: Columns['at'], line: number): LogGroup | null {
    const written = KEY_COLUMNS.reduce((id, column) => `${id}${textAt(fields, at[column])}\n`, '');
    const known = this.#byText.get(written);
    if (known !== undefined) return known;
    const mode = modeOf(textAt(fields, at.StringOrStream));
    if (mode === null) {
      this.#problems.add('UNKNOWN_MODE', line, textAt(fields, at.StringOrStream));
      return null;
    }
    const serializer = textAt(fields, at.SerializerName);
    const dataType = textAt(fields, at.TestDataName);
    if (serializer === '' || dataType === '') {
      this.#problems.add('NO_NAME', line);
      return null;
    }
    const instances = this.#number(fields, at, 'DataTypeInstanceCount', line);
    const key: GroupKey = {
      serializer,
      dataType,
      typeConfigHash: textAt(fields, at.TypeConfigHash),
      instances: Number.isNaN(instances) ? 1 : instances,
      mode,
      language: textAt(fields, at.Language) || this.#defaults.language,
    };
    const group = this.#groups.get(groupId(key)) ?? new LogGroup(key);
    this.#groups.set(groupId(key), group);
    this.#byText.set(written, group);
    return group;
  }
}

/** Why a first line is none, where it can be told. */
function causeIn(text: string): string {
  if (text.includes('\0'))
    return ': it holds zero bytes, as UTF-16 without its mark does; save it as UTF-8';
  if (text.includes('\r')) return ': its lines end with CR alone; save it with LF';
  const semicolons = columnsOf(text.split(';')).at.SerializerName >= 0;
  return semicolons ? ': its columns are separated by semicolons; save it with commas' : '';
}

const KEY_COLUMNS = [
  'SerializerName',
  'TestDataName',
  'TypeConfigHash',
  'DataTypeInstanceCount',
  'StringOrStream',
  'Language',
] as const;

const OPTIONAL_NUMBERS: readonly (readonly [OptionalSeries, Column])[] = [
  ['sizeGzip', 'SizeGzip'],
  ['sizeZstd', 'SizeZstd'],
  ['toNativeNs', 'TimeToNative'],
  ['encodeNs', 'TimeEncode'],
  ['decodeNs', 'TimeDecode'],
  ['toDomainNs', 'TimeToDomain'],
  ['round', 'Round'],
];

const textAt = (fields: readonly string[], place: number): string =>
  place < 0 ? '' : (fields[place] ?? '');

/** An unclosed quote can swallow many lines into one record: then say how many. */
function linesOf({ fields }: CsvRecord): string {
  const inner = fields.reduce((sum, field) => sum + field.split('\n').length - 1, 0);
  return inner === 0 ? '' : `${inner + 1} lines, a quote is open`;
}

/** Integer nanoseconds that a double holds exactly, or NaN. */
function nanoseconds(text: string): number {
  if (!/^\d{1,16}(\.0+)?$/.test(text)) return NaN;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : NaN;
}

function noteLabels(group: LogGroup, fields: readonly string[], at: Columns['at']): void {
  note(group.versions, textAt(fields, at.SerializerVersion));
  note(group.nativeKinds, textAt(fields, at.NativeKind));
  note(group.streamModes, textAt(fields, at.StreamMode));
}

function note(labels: Set<string>, text: string): void {
  if (text !== '') labels.add(text);
}

/** Every process of a cold suite has a repetition 0. */
function countDuplicates(group: LogGroup, problems: ProblemCounter): void {
  const seen = new Set<string>();
  const lines = group.series('line');
  const process = group.optional('process');
  group.series('repetition').forEach((repetition, index) => {
    if (Number.isNaN(repetition)) return;
    const call = `${process?.[index] ?? ''} ${repetition}`;
    if (seen.has(call)) problems.add('DUPLICATE_ROW', lines[index] ?? 0);
    seen.add(call);
  });
}
