// `echometer stats FILE|-`: a column of numbers, or every case of a file of another tool, through the kernel's WASI command. The
// JSON of a column is what the command wrote, byte for byte.
import { existsSync, readFileSync, statSync } from 'node:fs';

import { measuredOf } from '../../../kernel/api/collection/collection.ts';
import type { Series } from '../../../kernel/api/collection/collection.ts';
import { beginningOf } from '../../../kernel/api/formats/foreign.ts';
import { formatOf } from '../../../kernel/api/formats/read-files.ts';
import { encodingOf } from '../../../kernel/api/logs/lines.ts';
import { caseName } from '../../../viz/tables/case-name.ts';
import { required } from '../command/argument.ts';
import type { CommandResult } from '../command/command.ts';
import { defineCommand } from '../command/definition.ts';
import { choiceOf, FOREIGN_CONFLICTS, FOREIGN_OPTIONS } from '../command/foreign-options.ts';
import { flag } from '../command/option.ts';
import type { OptionsOf } from '../command/option.ts';
import { EXIT, systemCode, usageError } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import { statsJson } from '../kernel/stats-program.ts';
import { statsText, type StatsReport } from '../report/stats-text.ts';
import { collectionsAt, collectionsIn, STDIN } from '../results/collections.ts';
import type { Collected } from '../results/collections.ts';
import { openSource } from '../results/source.ts';
import { readStdin } from '../results/stdin.ts';

const SCHEMA = 'echometer.stats/1';

const OPTIONS = { json: flag('print them as JSON'), ...FOREIGN_OPTIONS };

interface StatsCommand extends OptionsOf<typeof OPTIONS> {
  readonly file: string;
}

export const command = defineCommand({
  name: 'stats',
  description: `
    Summary, interval of the mean and distribution of a column of numbers, one a line; or of every
    case of a file of another benchmark tool (docs/formats.md).`,
  arguments: { file: required('FILE|-') },
  takes: 'a file of numbers or of another tool, or - for stdin',
  options: OPTIONS,
  conflicts: FOREIGN_CONFLICTS,
  run: runStats,
});

async function runStats(options: StatsCommand): Promise<CommandResult> {
  const { file, json } = options;
  // A pipe is read once, whoever wants it: stdin, a FIFO, a shell's <(command).
  const input = file === STDIN || isPipe(file) ? readInput(file) : null;
  const found = await foreignAt(options, input);
  if (found !== null) return { stdout: casesText(found, options), exit: EXIT.done };
  const stdout = statsJson(file, utf8Of(input ?? readInput(file)));
  const report = (): string =>
    statsText(loadKernel().openWorkspace(), JSON.parse(stdout) as StatsReport);
  return { stdout: json ? stdout : report(), exit: EXIT.done };
}

/** Null for a column of numbers, and for what is none: the command says what is wrong with it. */
async function foreignAt(
  options: StatsCommand,
  input: Uint8Array | null,
): Promise<readonly Collected[] | null> {
  const { file, format, column } = options;
  if (input === null && !existsSync(file)) return null;
  const isSaid = format !== null || column !== null;
  if (!isSaid && (await isColumn(file, input))) return null;
  const read = {
    workspace: loadKernel().openWorkspace(),
    language: null,
    choice: choiceOf(options),
  };
  return input === null
    ? collectionsAt(file, read)
    : collectionsIn(file === STDIN ? 'standard input' : file, [input], read);
}

async function isColumn(file: string, input: Uint8Array | null): Promise<boolean> {
  const { source, folder } = input === null ? openSource(file) : { source: null, folder: null };
  if (folder !== null || (source !== null && source.kind !== 'other' && source.kind !== 'logs'))
    return false;
  const [name = file] = source?.names ?? [];
  const begin = await beginningOf(name, input === null ? (source?.pieces(name) ?? []) : [input]);
  if (begin === null) return true;
  const found = formatOf(name, begin);
  if (found === null) return true;
  // A title begins with a letter; a number does not, or it is NaN.
  return (
    found.id === 'csv-numbers' && !/^\s*(?!nan|inf)[a-z_"]/i.test(new TextDecoder().decode(begin))
  );
}

interface CaseStats {
  readonly source: string;
  readonly series: Series;
  readonly json: string;
}

function casesText(found: readonly Collected[], { file, json }: StatsCommand): string {
  const cases = found.flatMap(({ name, collection }) =>
    collection.series.flatMap((series): CaseStats[] => {
      const values = measuredOf(series)?.values ?? new Float64Array(0);
      if (values.length === 0) return [];
      const text = new TextEncoder().encode(`${Array.from(values, String).join('\n')}\n`);
      return [{ source: name, series, json: statsJson(name, text) }];
    }),
  );
  if (cases.length === 0)
    throw usageError(
      'NO_SAMPLES',
      file,
      `${file} has no samples, only what the tool computed`,
      'see it with echometer analyze',
    );
  if (json) return `${JSON.stringify({ schema: SCHEMA, cases: cases.map(jsonOf) }, null, 2)}\n`;
  const workspace = loadKernel().openWorkspace();
  return cases
    .map(({ source, series, json: report }) => {
      const title = `${source}: ${caseName(series.key)}, ${series.key.metric} in ${series.unit ?? 'an unknown unit'}`;
      return `${title}\n${statsText(workspace, JSON.parse(report) as StatsReport)}`;
    })
    .join('\n');
}

const jsonOf = ({ source, series, json }: CaseStats): unknown => ({
  ...{ source, key: series.key, unit: series.unit, better: series.better },
  losses: series.losses.map(({ code }) => code),
  statistics: JSON.parse(json) as unknown,
});

function isPipe(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && !stat.isFile() && !stat.isDirectory();
}

function readInput(file: string): Uint8Array {
  try {
    return file === STDIN ? readStdin() : readFileSync(file);
  } catch (error) {
    throw usageError(
      'UNREADABLE_FILE',
      file,
      `cannot read ${file} (${systemCode(error) ?? 'unknown'})`,
      'name a file of numbers, or - for stdin',
    );
  }
}

/** PowerShell writes UTF-16 with its mark. */
function utf8Of(bytes: Uint8Array): Uint8Array {
  const encoding = encodingOf(bytes);
  return encoding === 'utf-8'
    ? bytes
    : new TextEncoder().encode(new TextDecoder(encoding).decode(bytes));
}
