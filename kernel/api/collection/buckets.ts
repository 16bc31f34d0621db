// Where a rank lies among counted buckets. A bucket's values are known up to its width: its upper end stands for them.

import type { HistogramData } from './collection.ts';

/** The nearest rank of a probability, as the upper end of its bucket: what HdrHistogram reports. 0 is the first bucket. */
export function bucketAt({ high, counts }: HistogramData, probability: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const rank = Math.max(1, Math.ceil(probability * total));
  let seen = 0;
  for (let index = 0; index < counts.length; index += 1) {
    seen += counts[index] ?? 0;
    if (seen >= rank) return high[index] ?? NaN;
  }
  return high.at(-1) ?? NaN;
}
