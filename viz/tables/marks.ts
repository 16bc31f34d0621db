// How many trials of a run carry a mark of a disturbed machine, as a sentence. Pure.

import type { DataFile, RunFile, TrialMark } from '../../kernel/api/run/results.ts';
import { canCompareSlices } from '../../kernel/api/run/trial-facts.ts';
import { listed } from '../text/words.ts';

/** What happened in so many trials. */
const MEANINGS: readonly (readonly [TrialMark, string])[] = [
  ['THROTTLED', 'a CPU limit or heat slowed the machine'],
  ['SLOWED', 'reference work took at least 10 % longer than at the best of this run'],
  ['SHARED', 'other programs used the processor'],
  ['STOLEN', 'the hypervisor took more than 1 % of the time'],
];

export function marksSentence(data: DataFile, { clock }: Pick<RunFile, 'clock'>): string {
  const unseen = canCompareSlices(clock)
    ? ''
    : ' The steps of this clock are too large to see whether its processor was slowed or shared.';
  const all = data.trials.length;
  const disturbed = data.trials.filter(({ marks }) => marks.length > 0).length;
  if (disturbed === 0)
    return `The machine was undisturbed in all ${all} trials, as far as they can tell.${unseen}`;
  const parts = MEANINGS.flatMap(([mark, meaning]) => {
    const count = data.trials.filter((trial) => trial.marks.includes(mark)).length;
    return count === 0 ? [] : [`in ${count} ${meaning}`];
  });
  return `${disturbed} of ${all} trials ran on a disturbed machine: ${listed(parts)}. They are in the tables, and data.json marks them.${unseen}`;
}
