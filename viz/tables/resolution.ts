// The sentence above a run's tables: what difference this machine resolves. Pure.

import type { DataFile } from '../../kernel/api/run/results.ts';
import { formatFixed } from '../text/numbers.ts';

export function resolutionSentence(data: DataFile): string {
  const { resolution } = data;
  if (resolution === null)
    return `What this machine resolves is unknown: ${data.resolutionReason ?? 'no reason is given'}.`;
  return (
    `This machine resolves ±${formatFixed(resolution.percent, 1)} %: the largest difference between the two ` +
    `medians of an A/A pair (64 B receipt p50, ${resolution.pairs} pairs spread over the run, ` +
    `A ${formatFixed(resolution.a.median / 1000, 1)} µs, B ${formatFixed(resolution.b.median / 1000, 1)} µs).`
  );
}
