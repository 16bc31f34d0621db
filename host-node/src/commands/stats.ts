// `echometer stats FILE|-`: the summary of a column of numbers, by the kernel.
import { readFileSync } from 'node:fs';

import { logStatistics } from '../../../kernel/api/logs/statistics.ts';
import type { LogStatistics, SampleSummary } from '../../../kernel/api/logs/statistics.ts';
import { EXIT, systemCode, usageError } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import type { StatsOptions } from '../serializers/options.ts';
import type { CommandResult } from './command.ts';

const STDIN = 0;
const RESAMPLES = 2000;
const LEVEL_PERCENT = 95;
const SEED = 42n;
/** The kernel bounds a bootstrap at 2^29 draws. */
const MOST_FOR_INTERVAL = 250_000;
const BYTES_PER_VALUE = 8 * 8;
const BASE_SCRATCH_BYTES = 4 << 20;
const HISTOGRAM_BINS = 12;
const BAR_WIDTH = 40;

export function runStats({ file, json }: StatsOptions): CommandResult {
  const values = numbersOf(readText(file), file);
  const kernel = loadKernel().instantiate();
  kernel.openScratch(BASE_SCRATCH_BYTES + values.length * BYTES_PER_VALUE);
  const statistics = logStatistics(kernel.raw);
  const summary = statistics.summarize(values);
  const interval =
    values.length < 2 || values.length > MOST_FOR_INTERVAL
      ? null
      : statistics.meanInterval(values, RESAMPLES, LEVEL_PERCENT, SEED);
  const bins = histogram(values, summary);
  const stdout = json
    ? `${JSON.stringify({ ...summary, meanInterval: interval, histogram: bins }, null, 2)}\n`
    : textOf(summary, interval, bins, statistics);
  return { stdout, exit: EXIT.done };
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? STDIN : file, 'utf8');
  } catch (error) {
    throw usageError(
      'UNREADABLE_FILE',
      file,
      `cannot read ${file} (${systemCode(error) ?? 'unknown'})`,
      'name a file of numbers, or - for stdin',
    );
  }
}

/** One number a line; empty lines are passed over, anything else is refused with its line. */
function numbersOf(text: string, file: string): Float64Array {
  const values: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const word = line.trim();
    if (word === '') continue;
    const value = Number(word);
    if (!Number.isFinite(value))
      throw usageError(
        'NOT_A_NUMBER',
        `${file}:${index + 1}`,
        `${file}:${index + 1}: "${word.slice(0, 40)}" is not a finite number`,
        'give one number a line',
      );
    values.push(value);
  }
  if (values.length === 0)
    throw usageError('NO_NUMBERS', file, `${file} holds no number`, 'give one number a line');
  return Float64Array.from(values);
}

interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Equal bins between the smallest and the largest value. */
function histogram(values: Float64Array, { min, max }: SampleSummary): readonly Bin[] {
  const bins = min === max ? 1 : HISTOGRAM_BINS;
  const width = (max - min) / bins;
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = width === 0 ? 0 : Math.min(bins - 1, Math.floor((value - min) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((count, bin) => ({
    from: min + bin * width,
    to: bin === bins - 1 ? max : min + (bin + 1) * width,
    count,
  }));
}

function textOf(
  summary: SampleSummary,
  interval: { readonly low: number; readonly high: number } | null,
  bins: readonly Bin[],
  statistics: LogStatistics,
): string {
  const number = (value: number): string => statistics.significant(value, 6);
  const footnote = (few: boolean): string => (few ? ' (fewer than 10 values lie beyond)' : '');
  const most = Math.max(...bins.map(({ count }) => count));
  const mean =
    interval === null ? '' : ` (95 %: ${number(interval.low)} to ${number(interval.high)})`;
  return [
    `n       ${summary.n}`,
    `mean    ${number(summary.mean)}${mean}`,
    `median  ${number(summary.median)}`,
    `std     ${number(summary.std)}`,
    `MAD     ${number(summary.mad)}`,
    `min     ${number(summary.min)}`,
    `p25     ${number(summary.p25)}`,
    `p75     ${number(summary.p75)}`,
    `p95     ${number(summary.p95)}${footnote(summary.fewBeyondP95)}`,
    `p99     ${number(summary.p99)}${footnote(summary.fewBeyondP99)}`,
    `max     ${number(summary.max)}`,
    '',
    ...bins.map(({ from, count }) => {
      const bar = '#'.repeat(Math.round((count / most) * BAR_WIDTH));
      return `${number(from).padStart(14)}  ${bar.padEnd(BAR_WIDTH)}  ${count}`;
    }),
    '',
  ].join('\n');
}
