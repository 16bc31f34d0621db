// The variants of one run, block by block: the first is the base, each other one is judged against it. Both sides of a block share run,
// hour, drift and whatever else the machine did; what they do not share is where the scheduler put them.

import type { Workspace } from '../facade/workspace.ts';
import { blockVerdicts, type BlockCase, type FactorRange } from '../statistics/verdicts.ts';
import { caseDifferences, runDifferences } from './differences.ts';
import type { MeasuredCase, MeasuredRun, Unit } from './measured.ts';
import { placementsOf, type Placement } from './placement.ts';
import {
  casesByKey,
  isRate,
  isWhole,
  judged,
  namesMissingIn,
  unjudgedOf,
  type ComparisonTerms,
  type Pair,
  type SidesComparison,
} from './sides.ts';
import { choiceOf, NO_STATE, SAME_STATE } from './states.ts';
import { thresholdOf } from './threshold.ts';

export type BlockTerms = Pick<ComparisonTerms, 'thresholdPercent' | 'filter' | 'metric'>;

/** One comparison for each variant but the first. All cases of all of them are one family: at most 5 % of runs have any false verdict. */
export function compareVariants(
  workspace: Workspace,
  [base, ...others]: readonly MeasuredRun[],
  terms: BlockTerms,
): SidesComparison[] {
  if (base === undefined) return [];
  const threshold = thresholdOf([base, ...others], terms.thresholdPercent);
  const sides = others.map((other) => pairUp(workspace, base, other, terms));
  const prepared = sides.flatMap(({ judgeable }) => judgeable);
  const asked = prepared.map((one) => termsOf(one, threshold.percent));
  const verdicts = asked.length === 0 ? [] : blockVerdicts(workspace, asked).cases;
  let at = 0;
  return sides.map(({ other, pairs, judgeable, inBase, inNew }) => {
    const cases = judgeable.flatMap((one) => {
      const verdict = verdicts[at];
      at += 1;
      return verdict === undefined ? [] : [judged(workspace, sidesOf(one), verdict)];
    });
    return {
      ...{ base: [base.name], new: [other.name], kindsBase: base.kinds, kindsNew: other.kinds },
      ...{ cases, threshold, runEffects: [], state: SAME_STATE, moved: null },
      differences: [...runDifferences([base], [other]), ...caseDifferences(pairs)],
      onlyInBase: namesMissingIn(inBase, inNew),
      onlyInNew: namesMissingIn(inNew, inBase),
      unjudged: pairs.filter((pair) => !isWhole(pair)).flatMap(unjudgedOf),
      lostBase: base.lost,
      lostNew: other.lost,
    };
  });
}

interface Block {
  readonly base: Unit;
  readonly new: Unit;
}

interface PreparedBlocks {
  readonly first: MeasuredCase;
  readonly blocks: readonly Block[];
  /** The placement of the blocks that were kept, where some were set apart; null when all were kept or several kinds were. */
  readonly kept: Placement | null;
  readonly state: FactorRange;
}

function pairUp(workspace: Workspace, base: MeasuredRun, other: MeasuredRun, terms: BlockTerms) {
  const [inBase, inNew] = [casesByKey([base], terms), casesByKey([other], terms)];
  const pairs = [...inBase].flatMap(([key, cases]): Pair[] => {
    const changed = inNew.get(key);
    return changed === undefined ? [] : [{ base: cases, new: changed }];
  });
  // Where the variants are pinned differently, where they run is what is compared.
  const isPlaced = cpusOf(base) !== cpusOf(other);
  const judgeable = pairs.filter(isWhole).flatMap((pair) => prepare(workspace, pair, isPlaced));
  return { other, pairs, judgeable, inBase, inNew };
}

const cpusOf = ({ facts }: MeasuredRun): string | undefined =>
  facts.find(({ field }) => field === 'cpus')?.value;

/** A block that lost a side is no comparison. */
function prepare(
  workspace: Workspace,
  { base, new: changed }: Pair,
  isPlaced: boolean,
): PreparedBlocks[] {
  const [first, second] = [base[0], changed[0]];
  if (first === undefined || second === undefined || first.isNoiseOnly) return [];
  const inBlock = new Map(second.units.map((unit) => [unit.block, unit]));
  const blocks = first.units.flatMap((unit): Block[] => {
    const other = unit.block === undefined ? undefined : inBlock.get(unit.block);
    return other === undefined ? [] : [{ base: unit, new: other }];
  });
  blocks.sort((a, b) => (a.base.block ?? 0) - (b.base.block ?? 0));
  if (blocks.length === 0) return [];
  if (isPlaced) return [{ first, blocks, kept: null, state: NO_STATE }];
  return [{ first, ...alikeBlocks(workspace, blocks, first, second) }];
}

/** Fewer say nothing of chance: then all blocks stay, and the interval is widened by what the placement can make. */
const LEAST_ALIKE = 2;

/** Blocks in which the scheduler placed both variants alike; all of them where it is not known, or is the same in all. */
function alikeBlocks(
  workspace: Workspace,
  blocks: readonly Block[],
  first: MeasuredCase,
  second: MeasuredCase,
): Omit<PreparedBlocks, 'first'> {
  const placements = placementsIn(blocks, first, second);
  const kinds = new Set(placements.values());
  const all = { blocks, kept: null, state: NO_STATE };
  if (kinds.size < 2 || kinds.has(null)) return all;
  const alike = blocks.filter((one) => placements.get(one.base) === placements.get(one.new));
  if (alike.length === blocks.length) return all;
  if (alike.length < LEAST_ALIKE) {
    const [base, changed] = [[blocks.map((one) => one.base)], [blocks.map((one) => one.new)]];
    return { ...all, state: choiceOf(workspace, base, changed, placements, isRate(first)) };
  }
  const kept = new Set(alike.map((one) => placements.get(one.base) ?? null));
  return { blocks: alike, kept: kept.size === 1 ? ([...kept][0] ?? null) : null, state: NO_STATE };
}

/** What a message costs on one processor is learned from the trials of one lane: another lane has another cost. */
function placementsIn(
  blocks: readonly Block[],
  first: MeasuredCase,
  second: MeasuredCase,
): ReadonlyMap<Unit | undefined, Placement | null> {
  const sides = [blocks.map((one) => one.base), blocks.map((one) => one.new)];
  const isOneLane = laneOf(first) === laneOf(second);
  return new Map(
    (isOneLane ? [sides.flat()] : sides).flatMap((units) =>
      placementsOf(units.map(({ scheduling }) => scheduling)).map(
        (placement, index): [Unit | undefined, Placement | null] => [units[index], placement],
      ),
    ),
  );
}

const laneOf = ({ facts }: MeasuredCase): string | undefined =>
  facts.find(({ field }) => field === 'params.lane')?.value;

const termsOf = (
  { first, blocks, state }: PreparedBlocks,
  thresholdPercent: number,
): BlockCase => ({
  blocks: blocks.map((one) => ({ base: one.base.value, new: one.new.value })),
  better: first.better,
  threshold: thresholdPercent / 100,
  step: first.step,
  state,
});

const sidesOf = ({ first, blocks, kept }: PreparedBlocks) => ({
  first: { ...first, unitWord: 'block' as const },
  base: [blocks.map((one) => one.base.value)],
  new: [blocks.map((one) => one.new.value)],
  kept,
});
