// A trial's sample columns as the bytes of its files, and their description. It writes no file and computes nothing.

import type { SampleFile, SampleName, TrialFile } from '../run/results.ts';
import type { ChannelKernel } from './channel-kernel.ts';
import { sampleFileName } from '../run/file-names.ts';
import type { TrialIdentity } from './trial-file.ts';

/** Which column of the kernel (docs/abi.md) holds which samples. */
const COLUMNS = [
  ['receiptNs', 'receipt'],
  ['fullCycleNs', 'fullCycle'],
] as const;

const BYTES_PER_SAMPLE = 8;

/** Suites whose frames are timed one by one; a bulk frame has a queueing time and no latency. */
const SAMPLED_SUITES: readonly string[] = [
  'latency',
  'concurrency',
  'extra',
  'openloop',
  'resolution',
  'own',
];

export interface SampleColumns {
  readonly facts: TrialFile['samples'];
  /** By the name that `facts` gives the file. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export const NO_COLUMNS: SampleColumns = { facts: undefined, files: new Map() };

export function sampleColumns(
  trial: TrialIdentity,
  kernels: readonly ChannelKernel[],
): SampleColumns {
  if (!SAMPLED_SUITES.includes(trial.suite)) return NO_COLUMNS;
  const facts: Partial<Record<SampleName, SampleFile>> = {};
  const files = new Map<string, Uint8Array>();
  for (const [name, which] of COLUMNS) {
    if (name === 'fullCycleNs' && trial.params.ackPolicy === 'piggyback') continue;
    const columns = kernels.map((kernel) => kernel.column(which));
    const file = sampleFileName(trial.order, name);
    facts[name] = {
      file,
      count: columns.reduce((sum, column) => sum + column.count, 0),
      warmup: columns.reduce((sum, column) => sum + column.warmup, 0),
    };
    // Channels follow each other in the file, the warm-up of all of them first.
    const warmups = columns.map(({ bytes, warmup }) =>
      bytes.subarray(0, warmup * BYTES_PER_SAMPLE),
    );
    const measured = columns.map(({ bytes, warmup }) => bytes.subarray(warmup * BYTES_PER_SAMPLE));
    files.set(file, joined([...warmups, ...measured]));
  }
  return { facts, files };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
