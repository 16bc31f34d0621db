// `echometer export SOURCE...`: files of other tools as one JSON document with statistics, or as CSV tables.
import { join } from 'node:path';

import {
  type Collection,
  collectionJson,
  type Level,
  type Series,
} from '../../../kernel/api/collection/collection.ts';
import { analyzed } from '../../../kernel/api/collection/statistics.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { csvField } from '../../../viz/print/csv.ts';
import { several } from '../command/argument.ts';
import type { CommandResult } from '../command/command.ts';
import { defineCommand } from '../command/definition.ts';
import { choiceOf, FOREIGN_CONFLICTS, FOREIGN_OPTIONS } from '../command/foreign-options.ts';
import { flag, text } from '../command/option.ts';
import type { OptionsOf } from '../command/option.ts';
import { EXIT } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import { collectionsAt, type Collected } from '../results/collections.ts';
import { makeFolder } from '../results/make-folder.ts';
import { writeFileWhole } from '../results/write-file.ts';

const SCHEMA = 'echometer.samples/1';

const OPTIONS = {
  csv: text('DIR', 'write series.csv and samples.csv there instead'),
  parquet: text('DIR', 'write runs, trials, series and samples as .parquet there instead'),
  json: flag('changes nothing: JSON is what it prints'),
  ...FOREIGN_OPTIONS,
};

interface ExportOptions extends OptionsOf<typeof OPTIONS> {
  readonly sources: readonly string[];
}

export const command = defineCommand({
  name: 'export',
  description: `
    Prints what a source says as JSON: cases, samples with their levels, what the file lost. A
    SOURCE is a run, logs, a file or folder of another benchmark tool, or - for standard input;
    gzip, bzip2 and Zstandard are unpacked. docs/formats.md lists the formats. For statistics:
    echometer analyze.`,
  arguments: { sources: several('SOURCE') },
  takes: 'one source or several',
  options: OPTIONS,
  conflicts: [...FOREIGN_CONFLICTS, { between: ['csv', 'parquet'] }],
  printsJson: ({ csv, parquet }) => csv === null && parquet === null,
  run: runExport,
});

async function runExport(options: ExportOptions): Promise<CommandResult> {
  const workspace = loadKernel().openWorkspace();
  const found: Collected[] = [];
  const choice = choiceOf(options);
  for (const source of options.sources)
    found.push(...(await collectionsAt(source, { workspace, language: null, choice })));
  const read = found.map(({ collection }) => collection);
  if (options.csv !== null) {
    makeFolder(options.csv);
    writeFileWhole(join(options.csv, 'series.csv'), seriesCsv(read, workspace));
    writeFileWhole(join(options.csv, 'samples.csv'), samplesCsv(read));
    return { stdout: `${options.csv}: series.csv, samples.csv\n`, exit: EXIT.done };
  }
  if (options.parquet !== null) return writeParquet(options.parquet, found, workspace);
  const collections = read.map(collectionJson);
  return { stdout: `${JSON.stringify({ schema: SCHEMA, collections })}\n`, exit: EXIT.done };
}

/** The writer is loaded for this only: no other command waits for it. */
async function writeParquet(
  folder: string,
  found: readonly Collected[],
  workspace: Workspace,
): Promise<CommandResult> {
  const { parquetFiles } = await import('../results/parquet-tables.ts');
  makeFolder(folder);
  const files = parquetFiles(found, workspace);
  for (const { name, bytes } of files) writeFileWhole(join(folder, name), bytes);
  return {
    stdout: `${folder}: ${files.map(({ name }) => name).join(', ')}\n`,
    exit: EXIT.done,
  };
}

const line = (fields: readonly (string | number | null)[]): string =>
  `${fields.map(csvField).join(',')}\r\n`;

/** Series of all sources in one sequence: what `series` of samples.csv counts, from 1. */
const STATISTICS = ['n', 'min', 'median', 'p95', 'p99', 'max', 'mean', 'std'] as const;

function seriesCsv(read: readonly Collection[], workspace: Workspace): string {
  const head = ['series', 'tool', 'file', 'name', 'params', 'metric', 'unit', 'better', 'order'];
  const all = read.flatMap((each) => {
    const { source, series } = analyzed(workspace, each);
    return series.map((one) => ({ source, ...one }));
  });
  const rows = all.map(({ source, key, unit, better, order, losses, statistics }, index) => [
    index + 1,
    source.tool,
    source.files[0]?.name ?? '',
    key.name,
    Object.entries(key.params)
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
    key.metric,
    unit,
    better,
    order,
    ...STATISTICS.map((name) => (statistics.kind === 'samples' ? statistics[name] : null)),
    losses.map(({ code }) => code).join(' '),
  ]);
  return [[...head, ...STATISTICS, 'losses'], ...rows].map(line).join('');
}

/** A row a sample, a bucket (with its upper end and count) or an aggregate (with its name). */
function samplesCsv(read: readonly Collection[]): string {
  const head = ['series', 'kind', 'session', 'process', 'warmUp', 'statistic', 'value', 'count'];
  const rows = read.flatMap(({ series }) => series).flatMap((one, index) => rowsOf(one, index + 1));
  return [head, ...rows].map(line).join('');
}

function rowsOf({ data, levels, warmUp }: Series, nth: number): (string | number | null)[][] {
  if (data.kind === 'aggregates')
    return data.statistics.map(({ statistic, value }) => [
      nth,
      'aggregate',
      null,
      null,
      null,
      statistic,
      value,
      data.n,
    ]);
  if (data.kind === 'histogram')
    return Array.from(data.high, (end, i) => [
      nth,
      'bucket',
      null,
      null,
      null,
      null,
      end,
      data.counts[i] ?? null,
    ]);
  const unit = (name: Level['name'], i: number): number | null =>
    levels.find((level) => level.name === name)?.unitOf?.[i] ?? null;
  return Array.from(data.values, (value, i) => [
    nth,
    'sample',
    unit('session', i),
    unit('process', i),
    warmUp?.[i] ?? 0,
    null,
    value,
    null,
  ]);
}
