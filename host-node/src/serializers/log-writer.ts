// Writes a log row by row in the reference's columns: a killed run loses at most the row being written.
import { closeSync, constants, existsSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

import { csvField } from '../../../kernel/api/logs/csv.ts';
import { ERROR_COLUMNS, errorText } from '../../../kernel/api/logs/errors-file.ts';
import type { Mode } from '../../../kernel/api/logs/columns.ts';
import { makeFolder } from '../results/make-folder.ts';
import { withoutFolders } from '../results/redact.ts';
import { writeError } from '../results/write-file.ts';

export interface LogRow {
  readonly language: string;
  readonly mode: Mode;
  readonly dataType: string;
  readonly repetitions: number;
  readonly repetition: number;
  readonly serializer: string;
  readonly version: string;
  readonly phasesNs: readonly [number, number, number, number];
  readonly size: number;
  readonly nativeKind: string;
  readonly streamMode: string;
  readonly instances: number;
  readonly hash: string;
  readonly schedulePosition: number;
  /** What the row process measured; 1 where only exact values are rows. */
  readonly fidelityScore?: number;
  readonly sizeGzip?: number;
  readonly sizeZstd?: number;
  /** The most that was resident of the process, where only this row ran in it. */
  readonly memoryPeakBytes?: number;
  readonly place: ColdPlace | WarmPlace;
}

/** Which process of the cold suite it was, from 0. */
interface ColdPlace {
  readonly process: number;
}

/** A cell of a round has a process of its own. */
interface WarmPlace {
  readonly round: number;
  readonly calls: number;
  readonly steady: boolean;
}

const COLUMNS = [
  'Language',
  'StringOrStream',
  'TestDataName',
  'Repetitions',
  'RepetitionIndex',
  'SerializerName',
  'SerializerVersion',
  'TimeSer',
  'TimeDeser',
  'Size',
  'TimeSerAndDeser',
  'OpPerSecSer',
  'OpPerSecDeser',
  'OpPerSecSerAndDeser',
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
  'TimeToNative',
  'TimeEncode',
  'TimeDecode',
  'TimeToDomain',
] as const;
// Last, so that the reference's columns stand where they do in its own logs.
const COLD_COLUMNS = ['Process'] as const;
const WARM_COLUMNS = ['Round', 'CallsPerSample', 'Steady'] as const;

const NS_PER_S = 1e9;
const opsPerSec = (ns: number): string => (ns === 0 ? 0 : NS_PER_S / ns).toFixed(6);

/** The times a row prints are integers, and its total is their sum. */
function cellsOf(row: LogRow, runOrder: number): readonly string[] {
  const [toNative, encode, decode, toDomain] = row.phasesNs.map((ns) => Math.round(ns));
  const ser = (toNative ?? 0) + (encode ?? 0);
  const deser = (decode ?? 0) + (toDomain ?? 0);
  return [
    row.language,
    row.mode,
    row.dataType,
    row.repetitions,
    row.repetition,
    row.serializer,
    row.version,
    ser,
    deser,
    row.size,
    ser + deser,
    opsPerSec(ser),
    opsPerSec(deser),
    opsPerSec(ser + deser),
    row.memoryPeakBytes ?? '',
    // A value that does not come back is an error and no row: as in the reference, such a row process gives 1.
    (row.fidelityScore ?? 1).toFixed(2),
    row.nativeKind,
    row.streamMode,
    row.instances,
    row.hash,
    runOrder,
    row.schedulePosition,
    row.sizeGzip ?? '',
    row.sizeZstd ?? '',
    toNative ?? 0,
    encode ?? 0,
    decode ?? 0,
    toDomain ?? 0,
    ...('process' in row.place
      ? [row.place.process]
      : [row.place.round, row.place.calls, row.place.steady ? 'yes' : 'no']),
  ].map((cell) => csvField(String(cell)));
}

export class LogWriter {
  readonly path: string;
  readonly #file: number;
  #errors: number | null = null;
  #rows: number;

  /** `rows` is how many a file that is continued already holds. */
  constructor(path: string, isWarm: boolean, rows = 0) {
    this.path = path;
    this.#rows = rows;
    const isNew = !existsSync(path);
    this.#file = openForAppend(path);
    if (isNew) this.#write(this.#file, [...COLUMNS, ...(isWarm ? WARM_COLUMNS : COLD_COLUMNS)]);
  }

  get rows(): number {
    return this.#rows;
  }

  add(row: LogRow): void {
    this.addAll([row]);
  }

  /** Rows that were measured together are in the file together. */
  addAll(rows: readonly LogRow[]): void {
    this.#write(this.#file, ...rows.map((row, index) => cellsOf(row, this.#rows + index)));
    this.#rows += rows.length;
  }

  /** The errors file exists only when there is an error, as in the reference. */
  addError(
    row: Pick<LogRow, 'dataType' | 'serializer' | 'mode' | 'repetition'>,
    text: string,
  ): void {
    if (this.#errors === null) {
      this.#errors = openForAppend(this.path.replace(/\.csv$/, '.errors.csv'));
      this.#write(this.#errors, ERROR_COLUMNS);
    }
    const { dataType, serializer, mode, repetition } = row;
    const cells = [dataType, serializer, mode, String(repetition), errorText(withoutFolders(text))];
    this.#write(this.#errors, cells.map(csvField));
  }

  close(): void {
    closeSync(this.#file);
    if (this.#errors !== null) closeSync(this.#errors);
  }

  #write(file: number, ...lines: readonly (readonly string[])[]): void {
    try {
      // One call: its rows are whole in the file or not there.
      writeSync(file, lines.map((cells) => `${cells.join(',')}\n`).join(''));
    } catch (error) {
      throw writeError(this.path, error);
    }
  }
}

function openForAppend(path: string): number {
  makeFolder(dirname(path));
  try {
    // Never through a link that stands in its place.
    const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
    return openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o666);
  } catch (error) {
    throw writeError(path, error);
  }
}
