// What a comparison may be used for: which differences forbid it, and when a gate fails. It prints nothing.

import type { Difference } from '../../../kernel/api/compare/differences.ts';
import type { SidesComparison } from '../../../kernel/api/compare/sides.ts';
import { differenceText } from '../../../viz/report/comparison.ts';
import { listed } from '../../../viz/text/words.ts';
import { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import { choice, flag } from './option.ts';
import type { OptionsOf } from './option.ts';

/** What both `compare` and the gate of `analyze` take. */
export const GATE_OPTIONS = {
  machines: choice('different', 'the machines, or the lanes, are what is compared', ['different']),
  anyway: flag('compare what measured different things; the page says so'),
};

type Allowed = OptionsOf<typeof GATE_OPTIONS>;

export function requireComparable(comparison: SidesComparison, options: Allowed): void {
  const { cases, differences } = comparison;
  if (cases.length === 0 && comparison.unjudged.length === 0)
    throw notComparable(comparison, nothingInCommon(comparison), 'measure the same cases in both');
  if (options.anyway) return;
  const other = differences.filter((one) => isForbidding(options, one));
  if (other.length > 0)
    throw notComparable(
      comparison,
      `measured different things: ${other.map(differenceText).join('; ')}`,
      'measure both alike, or see the numbers with --anyway',
    );
  const machines = differences.filter(({ kind }) => kind === 'machine');
  if (machines.length > 0 && options.machines === null)
    throw notComparable(
      comparison,
      `were measured on different machines: ${machines.map(differenceText).join('; ')}`,
      'measure both on one machine, or compare the machines with --machines different',
    );
}

/** A run and a file of another tool never have a case in common: then that is what is said. A baseline may not say its kind. */
function nothingInCommon({ kindsBase, kindsNew, onlyInBase, onlyInNew }: SidesComparison): string {
  const isKnown = kindsBase.length > 0 && kindsNew.length > 0;
  if (isKnown && !kindsBase.some((kind) => kindsNew.includes(kind)))
    return `are of different kinds: BASE is ${listed(kindsBase)}, NEW is ${listed(kindsNew)}`;
  return `have no measured case in common (BASE has ${namesOf(onlyInBase)}; NEW has ${namesOf(onlyInNew)})`;
}

const MOST_NAMED = 3;

function namesOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED).join(', ');
  return names.length === 0 ? 'none' : `${named}${more > 0 ? ` and ${more} more` : ''}`;
}

const isForbidding = (
  { machines }: Pick<Allowed, 'machines'>,
  { kind, field }: Difference,
): boolean => kind === 'measuring' && !(machines === 'different' && field === 'params.lane');

function notComparable(comparison: SidesComparison, why: string, next: string): EchometerError {
  const sides = `${comparison.base.join(', ')} and ${comparison.new.join(', ')}`;
  return new EchometerError({
    code: 'NOT_COMPARABLE',
    subject: sides,
    what: `${sides} ${why}`,
    next,
    outcome: 'notComparable',
  });
}

/** A gate that looked away is none: what is missing in NEW, or was lost there, counts as much as what is worse. */
export function failsGate(
  { cases, onlyInBase, lostNew, unjudged }: SidesComparison,
  { allowMissing }: { readonly allowMissing: boolean },
): boolean {
  if (cases.some(({ verdict }) => verdict === 'worse')) return true;
  const isLost =
    onlyInBase.length > 0 ||
    lostNew.length > 0 ||
    unjudged.some(({ isEmptyInBase, reason }) => !isEmptyInBase && reason !== 'BOTH_ZERO');
  return isLost && !allowMissing;
}
