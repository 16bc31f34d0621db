// Collections as tables of Parquet: runs, trials, series, samples (docs/data-format.md "As Parquet"). Integers of 64 bits stay integers.

import { parquetWriteBuffer } from 'hyparquet-writer';

import type { Level, Series } from '../../../kernel/api/collection/collection.ts';
import { analyzed } from '../../../kernel/api/collection/statistics.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import type { TrialFile } from '../../../kernel/api/run/results.ts';
import type { Collected } from './collections.ts';
import { openSource } from './source.ts';

type ColumnType = 'INT32' | 'INT64' | 'DOUBLE' | 'STRING' | 'BOOLEAN';
type Value = number | bigint | string | boolean | null;

interface ParquetFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Rows of one table, kept by columns, as Parquet keeps them. */
class ParquetTable {
  readonly #types: readonly (readonly [string, ColumnType])[];
  readonly #columns: Value[][];

  constructor(types: Readonly<Record<string, ColumnType>>) {
    this.#types = Object.entries(types);
    this.#columns = this.#types.map(() => []);
  }

  push(...row: readonly Value[]): void {
    for (const [index, column] of this.#columns.entries()) column.push(row[index] ?? null);
  }

  file(name: string): ParquetFile {
    const columnData = this.#types.map(([title, type], index) => ({
      name: title,
      type,
      data: this.#columns[index] ?? [],
      nullable: true,
    }));
    const createdBy = 'echometer';
    return { name, bytes: new Uint8Array(parquetWriteBuffer({ columnData, createdBy })) };
  }
}

export function parquetFiles(read: readonly Collected[], workspace: Workspace): ParquetFile[] {
  return [
    runsTable(read).file('runs.parquet'),
    trialsTable(read).file('trials.parquet'),
    seriesTable(read, workspace).file('series.parquet'),
    samplesTable(read).file('samples.parquet'),
  ];
}

function runsTable(read: readonly Collected[]): ParquetTable {
  const table = new ParquetTable({
    run: 'INT32',
    source: 'STRING',
    tool: 'STRING',
    version: 'STRING',
    format: 'STRING',
    started_at: 'STRING',
    machine: 'STRING',
    problems: 'STRING',
  });
  for (const [index, { name, collection }] of read.entries()) {
    const { tool, version, format, startedAt, machine } = collection.source;
    const problems = JSON.stringify(collection.problems);
    const facts = machine === null ? null : JSON.stringify(machine);
    table.push(index + 1, name, tool, version, format, startedAt, facts, problems);
  }
  return table;
}

/** Of duplex runs only: what stands in their trials/. */
function trialsTable(read: readonly Collected[]): ParquetTable {
  const table = new ParquetTable({
    run: 'INT32',
    order: 'INT32',
    suite: 'STRING',
    case: 'STRING',
    trial: 'INT32',
    variant: 'STRING',
    block: 'INT32',
    state: 'STRING',
    reason: 'STRING',
    started_ns: 'INT64',
    ended_ns: 'INT64',
    verified_frames: 'INT64',
    verified_bytes: 'INT64',
    mismatches: 'INT64',
    params: 'STRING',
  });
  for (const [index, { name, collection }] of read.entries())
    if (collection.source.format === 'duplex')
      for (const trial of openSource(name).source.trials())
        table.push(index + 1, ...trialRow(trial));
  return table;
}

function trialRow(trial: TrialFile): Value[] {
  const { stamps, verified } = trial;
  return [
    trial.order,
    trial.suite,
    trial.case,
    trial.trial,
    trial.variant ?? null,
    trial.block ?? null,
    trial.state,
    trial.reason ?? null,
    BigInt(stamps.startedNs),
    BigInt(stamps.endedNs),
    BigInt(verified.frames),
    BigInt(verified.bytes),
    BigInt(verified.mismatches),
    JSON.stringify(trial.params),
  ];
}

const STATISTICS = ['min', 'median', 'p95', 'p99', 'max', 'mean', 'std'] as const;

function seriesTable(read: readonly Collected[], workspace: Workspace): ParquetTable {
  const numbers = STATISTICS.map((name): [string, ColumnType] => [name, 'DOUBLE']);
  const table = new ParquetTable({
    series: 'INT32',
    run: 'INT32',
    name: 'STRING',
    params: 'STRING',
    metric: 'STRING',
    unit: 'STRING',
    better: 'STRING',
    order: 'STRING',
    kind: 'STRING',
    losses: 'STRING',
    n: 'INT64',
    ...Object.fromEntries(numbers),
  });
  let nth = 0;
  for (const [run, { collection }] of read.entries())
    for (const { key, unit, better, order, losses, statistics } of analyzed(workspace, collection)
      .series) {
      nth += 1;
      const codes = losses.map(({ code }) => code).join(' ');
      const words = [key.name, JSON.stringify(key.params), key.metric, unit, better, order];
      const n = statistics.n === null ? null : BigInt(statistics.n);
      const values = STATISTICS.map((name) =>
        statistics.kind === 'samples' ? statistics[name] : null,
      );
      table.push(nth, run + 1, ...words, statistics.kind, codes, n, ...values);
    }
  return table;
}

/** A row a sample, a bucket (its upper end and count) or an aggregate (with its name), as in samples.csv. */
function samplesTable(read: readonly Collected[]): ParquetTable {
  const table = new ParquetTable({
    series: 'INT32',
    kind: 'STRING',
    session: 'INT32',
    process: 'INT32',
    warm_up: 'BOOLEAN',
    statistic: 'STRING',
    value: 'DOUBLE',
    integer: 'INT64',
    count: 'DOUBLE',
  });
  let nth = 0;
  for (const { collection } of read)
    for (const series of collection.series) {
      nth += 1;
      pushSeries(table, nth, series);
    }
  return table;
}

/** The value where it is a whole number: nanoseconds and bytes stay what they are. */
const integer = (value: number): bigint | null =>
  Number.isSafeInteger(value) ? BigInt(value) : null;

function pushSeries(table: ParquetTable, nth: number, { data, levels, warmUp }: Series): void {
  if (data.kind === 'aggregates') {
    for (const { statistic, value } of data.statistics)
      table.push(nth, 'aggregate', null, null, null, statistic, value, integer(value), data.n);
    return;
  }
  if (data.kind === 'histogram') {
    for (const [i, end] of data.high.entries()) {
      const count = data.counts[i] ?? null;
      table.push(nth, 'bucket', null, null, null, null, end, integer(end), count);
    }
    return;
  }
  const unitsOf = (name: Level['name']): Uint32Array | null =>
    levels.find((level) => level.name === name)?.unitOf ?? null;
  const [sessions, processes] = [unitsOf('session'), unitsOf('process')];
  for (const [i, value] of data.values.entries()) {
    const units = [sessions?.[i] ?? null, processes?.[i] ?? null];
    table.push(nth, 'sample', ...units, warmUp?.[i] === 1, null, value, integer(value), null);
  }
}
