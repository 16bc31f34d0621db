// Writes a trial's sample columns to its files and describes them. It computes nothing.

import type { SampleFile, SampleName, TrialFile } from '../../../kernel/api/results.ts';
import { RunStore, sampleFileName } from '../results/store.ts';
import type { ChannelKernel } from './channel-kernel.ts';
import type { TrialRequest } from './messages.ts';

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
];

export function sampleFacts(
  request: TrialRequest,
  kernels: readonly ChannelKernel[],
): TrialFile['samples'] {
  if (!SAMPLED_SUITES.includes(request.suite)) return undefined;
  const facts: Partial<Record<SampleName, SampleFile>> = {};
  for (const [name, which] of COLUMNS) {
    if (name === 'fullCycleNs' && request.params.ackPolicy === 'piggyback') continue;
    facts[name] = writeColumn(request, kernels, name, which);
  }
  return facts;
}

/** Channels follow each other in the file, the warm-up of all of them first. */
function writeColumn(
  request: TrialRequest,
  kernels: readonly ChannelKernel[],
  name: SampleName,
  which: 'receipt' | 'fullCycle',
): SampleFile {
  const columns = kernels.map((kernel) => kernel.column(which));
  const bytes = Buffer.concat([
    ...columns.map((column) => column.bytes.subarray(0, column.warmup * BYTES_PER_SAMPLE)),
    ...columns.map((column) => column.bytes.subarray(column.warmup * BYTES_PER_SAMPLE)),
  ]);
  const file = sampleFileName(request.order, name);
  new RunStore(request.runFolder).writeSamples(file, bytes);
  return {
    file,
    count: columns.reduce((sum, column) => sum + column.count, 0),
    warmup: columns.reduce((sum, column) => sum + column.warmup, 0),
  };
}
