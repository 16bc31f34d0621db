// The names of a trial's files in a run's folder. It touches no file.
import type { SampleName } from './results.ts';

function numbered(order: number): string {
  return String(order).padStart(4, '0');
}

/** Relative to trials/: `0001.json`. */
export function trialFileName(order: number): string {
  return `${numbered(order)}.json`;
}

/** Relative to samples/: `0001.receipt.u64`. */
export function sampleFileName(order: number, name: SampleName): string {
  return `${numbered(order)}.${name.replace(/Ns$/, '')}.u64`;
}

/** Relative to logs/: what the workers of a trial wrote to stderr. */
export function workerLogName(order: number): string {
  return `${numbered(order)}.worker.txt`;
}
