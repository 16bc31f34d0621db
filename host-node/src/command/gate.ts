// What a comparison may be used for: which differences forbid it, and when a gate fails. It prints nothing.

import type { Difference } from '../../../kernel/api/compare/differences.ts';
import type { SidesComparison } from '../../../kernel/api/compare/sides.ts';
import { differenceText } from '../../../viz/report/comparison.ts';
import { EchometerError, EXIT } from '../errors.ts';

export interface GateOptions {
  /** Compare what measured different things. */
  readonly anyway: boolean;
  /** The machines, or the lanes, are what is compared. */
  readonly differentMachines: boolean;
  /** What is missing or lost in NEW does not count. */
  readonly allowMissing: boolean;
}

export function requireComparable(
  comparison: SidesComparison,
  options: Pick<GateOptions, 'anyway' | 'differentMachines'>,
): void {
  const { cases, differences } = comparison;
  if (cases.length === 0 && comparison.unjudged.length === 0)
    throw notComparable(
      comparison,
      'have no measured case in common',
      'measure the same cases in both',
    );
  if (options.anyway) return;
  const other = differences.filter((one) => isForbidding(options, one));
  if (other.length > 0)
    throw notComparable(
      comparison,
      `measured different things: ${other.map(differenceText).join('; ')}`,
      'measure both alike, or see the numbers with --anyway',
    );
  const machines = differences.filter(({ kind }) => kind === 'machine');
  if (machines.length > 0 && !options.differentMachines)
    throw notComparable(
      comparison,
      `were measured on different machines: ${machines.map(differenceText).join('; ')}`,
      'measure both on one machine, or compare the machines with --machines different',
    );
}

const isForbidding = (
  { differentMachines }: Pick<GateOptions, 'differentMachines'>,
  { kind, field }: Difference,
): boolean => kind === 'measuring' && !(differentMachines && field === 'params.lane');

function notComparable(comparison: SidesComparison, why: string, next: string): EchometerError {
  const sides = `${comparison.base.join(', ')} and ${comparison.new.join(', ')}`;
  return new EchometerError({
    code: 'NOT_COMPARABLE',
    subject: sides,
    what: `${sides} ${why}`,
    next,
    exit: EXIT.notComparable,
  });
}

/** A gate that looked away is none: what is missing in NEW, or was lost there, counts as much as what is worse. */
export function failsGate(
  { cases, onlyInBase, lostNew, unjudged }: SidesComparison,
  { allowMissing }: Pick<GateOptions, 'allowMissing'>,
): boolean {
  if (cases.some(({ verdict }) => verdict === 'worse')) return true;
  const isLost =
    onlyInBase.length > 0 ||
    lostNew.length > 0 ||
    unjudged.some(({ isEmptyInBase }) => !isEmptyInBase);
  return isLost && !allowMissing;
}
