// The sentence above a run's tables: what difference this machine resolves. Pure.

import type { DataFile } from '../../kernel/api/run/results.ts';
import { formatMicroseconds } from '../units.ts';

export function resolutionSentence(data: DataFile): string {
  const { resolution } = data;
  if (resolution === null)
    return `What this machine resolves is unknown: ${data.resolutionReason ?? 'no reason is given'}.`;
  return (
    `This machine resolves +-${resolution.percent.toFixed(1)} %: the largest difference between the two ` +
    `medians of an A/A pair (64 B receipt p50, ${resolution.pairs} pairs spread over the run, ` +
    `A ${formatMicroseconds(resolution.a.median)} us, B ${formatMicroseconds(resolution.b.median)} us).`
  );
}
