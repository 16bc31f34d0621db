// The order of a run of variants. Theory of operation: a block is one trial of a case for each variant, one right after the other,
// so that what drifts, starts or lasts is in all of them. The run goes in rounds: one block of every case, then the next, so that a
// disturbance is seen in all cases. Within blocks every variant is first, second, ... equally often, in an order that the seed
// decides. It runs nothing.

import { RESOLUTION_SUITE } from './cases.ts';
import type { Suite } from './cases.ts';
import type { PlannedTrial, Shuffle } from './order.ts';

interface NamedCase {
  readonly suite: Suite;
  readonly case: string;
}

export interface BlockPlan<Case extends NamedCase> {
  /** In the order of the case list; the A/A pairs have no place here, because every block is a comparison. */
  readonly cases: readonly Case[];
  readonly variants: readonly string[];
  readonly seed: number;
  readonly blocksOf: (one: Case) => number;
  /** What is planned already: blocks of a case go on from there. */
  readonly before?: readonly PlannedTrial[];
}

/** The order of a case's block depends on the seed, its place in the list and its number: a run that goes on is the run planned whole. */
export function planBlocks<Case extends NamedCase>(
  plan: BlockPlan<Case>,
  shuffle: Shuffle,
): PlannedTrial[] {
  const { variants, seed, blocksOf, before = [] } = plan;
  const cases = plan.cases
    .filter(({ suite }) => suite !== RESOLUTION_SUITE)
    .map((one, index) => ({ one, index, had: blocksBefore(before, one), wanted: blocksOf(one) }));
  const planned = [...before];
  let block = Math.max(0, ...before.map((trial) => trial.block ?? 0));
  const rounds = Math.max(0, ...cases.map(({ wanted }) => wanted));
  for (let round = 1; round <= rounds; round += 1) {
    const due = cases.filter(({ had, wanted }) => had < round && round <= wanted);
    for (const place of shuffle(due.length, seedOf(seed, round, 0))) {
      const { one, index } = at(due, place);
      block += 1;
      for (const variant of orderOf(variants, round, seed, index, shuffle)) {
        const order = planned.length + 1;
        planned.push({ order, suite: one.suite, case: one.case, trial: round, variant, block });
      }
    }
  }
  return planned;
}

function blocksBefore(before: readonly PlannedTrial[], { suite, case: name }: NamedCase): number {
  const own = before.filter((trial) => trial.suite === suite && trial.case === name);
  return Math.max(0, ...own.map(({ trial }) => trial));
}

/**
 * So many blocks as there are variants are a Latin square: the variants in a drawn order, turned on by one place in each of the
 * blocks, which come in a drawn order too. With two variants: AB and BA, in pairs, whichever first.
 */
function orderOf(
  variants: readonly string[],
  round: number,
  seed: number,
  caseIndex: number,
  shuffle: Shuffle,
): string[] {
  const count = variants.length;
  const square = Math.floor((round - 1) / count);
  const draw = (which: number): number[] => [
    ...shuffle(count, seedOf(seed, square + 1, 2 * caseIndex + which)),
  ];
  const names = draw(1);
  const turn = at(draw(2), (round - 1) % count);
  return names.map((_, place) => at(variants, at(names, (place + turn) % count)));
}

/** Seeds that differ are streams that have nothing in common: SplitMix64. */
const seedOf = (seed: number, round: number, part: number): bigint =>
  BigInt.asUintN(64, BigInt(seed) + (BigInt(round) << 40n) + (BigInt(part) << 20n));

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`no place ${index} of ${list.length}`);
  return found;
}

/** The fields that tell a trial of a run of variants, for a record that has them from another. */
export const placeInBlock = ({
  variant,
  block,
}: Pick<PlannedTrial, 'variant' | 'block'>): Pick<PlannedTrial, 'variant' | 'block'> => ({
  ...(variant === undefined ? {} : { variant }),
  ...(block === undefined ? {} : { block }),
});
