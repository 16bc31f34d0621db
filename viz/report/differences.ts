// Says in a sentence what differs between the runs of a report. What is a difference is decided in
// kernel/api/compare/differences.ts; no result is compared here.

import { caseDifferences, runDifferences } from '../../kernel/api/compare/differences.ts';
import type { Difference } from '../../kernel/api/compare/differences.ts';
import { duplexRun } from '../../kernel/api/compare/duplex.ts';
import type { MeasuredRun } from '../../kernel/api/compare/measured.ts';
import type { Device } from '../input/run-input.ts';
import { formatFixed } from '../text/numbers.ts';
import { listed } from '../text/words.ts';

/** Columns have the labels as their titles, and another build is named by its kernel. */
const SHOWN_ELSEWHERE: readonly string[] = ['device.label', 'build.sha256'];

export function differencesOf(devices: readonly Device[]): string {
  const found = foundDifferences(devices);
  const forbidding = titlesOf(found.filter(({ kind }) => kind === 'measuring'));
  const noted = titlesOf(found.filter(({ kind }) => kind !== 'measuring'));
  const warning =
    forbidding.length === 0
      ? ''
      : `These runs are not comparable case by case: they differ in ${listed(forbidding)}. `;
  const speed = speedSentence(devices);
  if (noted.length === 0)
    return `${warning}The runs do not differ in any ${forbidding.length === 0 ? '' : 'other '}recorded fact.${speed}`;
  return `${warning}The runs differ in ${listed(noted)}. The figures compare whole set-ups; they do not isolate any one of these.${speed}`;
}

/** Smaller differences are within what one machine shows from run to run. */
const NOTED_PERCENT = 3;

/** How fast the processors were meanwhile, by the piece of work that every trial times. */
function speedSentence(devices: readonly Device[]): string {
  const times = devices.flatMap(({ label, trials = [] }) => {
    const rounds = trials.flatMap(({ reference }) =>
      reference === undefined
        ? []
        : [...reference.beforeNs, ...reference.afterNs].map((ns) => ns / reference.rounds),
    );
    return rounds.length === 0 ? [] : [{ label, ns: Math.min(...rounds) }];
  });
  const sorted = [...times].sort((a, b) => a.ns - b.ns);
  const [fastest, slowest] = [sorted[0], sorted.at(-1)];
  if (fastest === undefined || slowest === undefined) return '';
  const percent = (slowest.ns / fastest.ns - 1) * 100;
  if (percent < NOTED_PERCENT) return '';
  return ` The same piece of reference work took at best ${formatFixed(percent, 0)} % longer on ${slowest.label} than on ${fastest.label}.`;
}

/** Against the first one: what two others differ in, one of them differs in from the first. */
function foundDifferences([first, ...others]: readonly Device[]): Difference[] {
  if (first === undefined) return [];
  const base = measured(first);
  return others
    .map(measured)
    .flatMap((other) => [...runDifferences([base], [other]), ...differencesOfCases(base, other)])
    .filter(({ field }) => !SHOWN_ELSEWHERE.includes(field));
}

const measured = ({ label, run, data }: Device): MeasuredRun =>
  duplexRun({ name: label, run, data, trials: [] });

function differencesOfCases(base: MeasuredRun, other: MeasuredRun): Difference[] {
  const inOther = new Map(other.cases.map((one) => [one.key, one]));
  const pairs = base.cases.flatMap((one) => {
    const same = inOther.get(one.key);
    return same === undefined ? [] : [{ base: [one], new: [same] }];
  });
  return caseDifferences(pairs);
}

const titlesOf = (found: readonly Difference[]): string[] => [
  ...new Set(found.map(({ title }) => title)),
];
