// The kernel instance that orders a run and computes its statistics: a fresh one with scratch memory for the largest
// sample. It has no channel.

import type { DerivingKernel } from './trial-stats.ts';
import type { Kernel } from '../facade/facade.ts';
import type { Shuffle } from './order.ts';
import { spread, summarizeNs } from '../facade/statistics.ts';

/** The longest column of a trial that is summarized: ten times the longest of cases.json. */
const LARGEST_SAMPLE = 262_144;

/** The column, its sorted copy and the sort's spare one, with room for the other calls. */
const SCRATCH_BYTES = LARGEST_SAMPLE * 8 * 3 + 1_048_576;

export interface StatisticsKernel extends DerivingKernel {
  readonly shuffle: Shuffle;
}

export function statisticsKernel(kernel: Kernel): StatisticsKernel {
  kernel.openScratch(SCRATCH_BYTES);
  return {
    summarizeNs: (samples) => summarizeNs(kernel.raw, samples),
    spread: (values) => spread(kernel.raw, values),
    shuffle: (n, seed) => [...kernel.shuffleOrder(n, seed)],
  };
}
