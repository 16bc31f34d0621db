// `echometer stats FILE|-`: runs the kernel's WASI command on a column of numbers. JSON is what it wrote, byte for byte; the text is that JSON for people.
import { textSignificant } from '../../../kernel/api/statistics/data.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runCommand } from '../../../kernel/api/facade/command.ts';
import { encodingOf } from '../../../kernel/api/logs/lines.ts';
import { EXIT, missingError, systemCode, usageError } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import { packageRoot } from '../package-root.ts';
import { readStdin } from '../results/stdin.ts';
import { required } from '../command/argument.ts';
import { defineCommand } from '../command/definition.ts';
import { flag } from '../command/option.ts';

const BAR_WIDTH = 40;
const DIGITS = 6;

/** By how the command's words begin. */
const CODES = [
  ['not a finite number', 'NOT_A_NUMBER'],
  ['more than one number', 'SEVERAL_NUMBERS'],
  ['UTF-16', 'NOT_UTF8'],
  ['no numbers', 'NO_NUMBERS'],
] as const;
const NEXT = 'give finite numbers, one a line, with a decimal point and no separator of thousands';

/** What the text shows of the command's JSON. */
interface Report {
  readonly n: number;
  readonly mean: number;
  readonly median: number;
  readonly std: number;
  readonly mad: number;
  readonly min: number;
  readonly max: number;
  readonly center: number | null;
  readonly spread: number | null;
  readonly quantiles: Readonly<Record<'p25' | 'p75' | 'p95' | 'p99', number>>;
  readonly intervals: readonly {
    readonly statistic: string;
    readonly low: number | null;
    readonly high: number | null;
  }[];
  readonly warnings: readonly string[];
  readonly histogram: { readonly edges: readonly number[]; readonly counts: readonly number[] };
}

export const command = defineCommand({
  name: 'stats',
  description: 'Summary, interval of the mean and distribution of a column of numbers, one a line.',
  arguments: { file: required('FILE|-') },
  takes: 'a file of numbers, or - for stdin',
  options: { json: flag('print them as JSON') },
  run: ({ file, json }) => {
    const summary = summaryOf(file);
    return { stdout: json ? summary : textOf(JSON.parse(summary) as Report), exit: EXIT.done };
  },
});

function summaryOf(file: string): string {
  const path = join(packageRoot(), 'build', 'stats.command.wasm');
  const program = new WebAssembly.Module(new Uint8Array(readFileSync(path)));
  const { exit, stdout, stderr } = runCommand(
    (imports) => new WebAssembly.Instance(program, imports),
    readInput(file),
  );
  if (exit !== EXIT.done) throw refusal(file, exit, stderr.trim());
  return stdout;
}

function readInput(file: string): Uint8Array {
  try {
    return utf8Of(file === '-' ? readStdin() : readFileSync(file));
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

/** The command says what is wrong in its own words; the file and the code are ours. */
function refusal(file: string, exit: number, words: string): Error {
  if (exit === EXIT.missing)
    return missingError('NO_MEMORY', file, `${file}: ${words}`, 'give it fewer numbers');
  const line = /line (\d+)$/.exec(words)?.[1];
  const place = line === undefined ? file : `${file}:${line}`;
  const [, code] = CODES.find(([begin]) => words.startsWith(begin)) ?? ['', 'BAD_NUMBERS'];
  return usageError(code, place, `${place}: ${words}`, NEXT);
}

function textOf(report: Report): string {
  const workspace = loadKernel().openWorkspace();
  const number = (value: number): string => textSignificant(workspace, value, DIGITS);
  const interval = (statistic: string): string => {
    const found = report.intervals.find((candidate) => candidate.statistic === statistic);
    if (found === undefined || found.low === null || found.high === null) return '';
    return ` (95 %: ${number(found.low)} to ${number(found.high)})`;
  };
  const { p25, p75, p95, p99 } = report.quantiles;
  const rows: readonly (readonly [string, number | null, string])[] = [
    ['mean', report.mean, interval('mean')],
    ['median', report.median, interval('median')],
    ['std', report.std, ''],
    ['MAD', report.mad, ''],
    ['center', report.center, ''],
    ['spread', report.spread, ''],
    ['min', report.min, ''],
    ['p25', p25, ''],
    ['p75', p75, ''],
    ['p95', p95, ''],
    ['p99', p99, ''],
    ['max', report.max, ''],
  ];
  const { counts, edges } = report.histogram;
  const most = Math.max(...counts);
  return [
    `n       ${report.n}`,
    ...rows.flatMap(([name, value, extra]) =>
      value === null ? [] : [`${name.padEnd(6)}  ${number(value)}${extra}`],
    ),
    ...report.warnings.map((warning) => `note    ${warning}`),
    '',
    ...counts.slice(0, report.min === report.max ? 1 : counts.length).map((count, bin) => {
      const bar = '#'.repeat(Math.round((count / most) * BAR_WIDTH));
      return `${number(edges[bin] ?? NaN).padStart(14)}  ${bar.padEnd(BAR_WIDTH)}  ${count}`;
    }),
    '',
  ].join('\n');
}
