// How many trials of a run carry a mark of a disturbed machine, as a sentence. Pure.

import type { DataFile, RunFile, TrialMark } from '../../kernel/api/run/results.ts';
import { canCompareSlices } from '../../kernel/api/run/trial-facts.ts';

const MEANINGS: readonly (readonly [TrialMark, string])[] = [
  ['THROTTLED', 'stopped by a CPU limit or slowed by heat'],
  ['SLOWED', 'reference work at least 10 % slower than at the best of this run'],
  ['SHARED', 'other programs on its processor'],
  ['STOLEN', 'more than 1 % taken by the hypervisor'],
];

export function marksSentence(data: DataFile, { clock }: Pick<RunFile, 'clock'>): string {
  const unseen = canCompareSlices(clock)
    ? ''
    : ' The steps of this clock are too large to see whether its processor was slowed or shared.';
  const counted = MEANINGS.map(([mark, meaning]) => {
    const marked = data.trials.filter((trial) => trial.marks.includes(mark));
    return { mark, meaning, count: marked.length };
  }).filter(({ count }) => count > 0);
  if (counted.length === 0)
    return `None of the ${data.trials.length} trials is marked as throttled, slowed, shared or stolen.${unseen}`;
  const parts = counted.map(({ mark, meaning, count }) => `${count} ${mark} (${meaning})`);
  return `Of ${data.trials.length} trials ${parts.join(', ')}; which ones is in data.json. They are in the tables.${unseen}`;
}
