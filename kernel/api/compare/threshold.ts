// Up to which difference two sides count as the same: what was asked for, else what the coarser run resolves. It judges no case.

import type { MeasuredRun } from './measured.ts';

export interface Threshold {
  readonly percent: number;
  readonly source: 'asked' | 'resolution' | 'cap' | 'default';
  /** What the coarser run resolves; null where none says it. */
  readonly resolvesPercent: number | null;
}

/** For runs without an A/A pair, and for every log and file: the reference's limit for a regression is twice this. */
const DEFAULT_PERCENT = 5;
/**
 * What "the same" may hide at most unless more is asked for. The resolution is the largest of a few differences: one
 * disturbed pair made it 76 %, and a worker that waits 20 % of the round trip was "the same". Beyond this a coarse machine
 * leaves a case unsure.
 */
const MOST_PERCENT = 10;

export function thresholdOf(runs: readonly MeasuredRun[], asked: number | null): Threshold {
  const known = runs.flatMap(({ resolvesPercent }) => resolvesPercent ?? []);
  const resolvesPercent = known.length === 0 ? null : Math.max(...known);
  if (asked !== null) return { percent: asked, source: 'asked', resolvesPercent };
  if (resolvesPercent === null)
    return { percent: DEFAULT_PERCENT, source: 'default', resolvesPercent };
  return resolvesPercent <= MOST_PERCENT
    ? { percent: resolvesPercent, source: 'resolution', resolvesPercent }
    : { percent: MOST_PERCENT, source: 'cap', resolvesPercent };
}
