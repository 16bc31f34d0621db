// Why a case is unsure, and what would decide it, with the command that does. It decides nothing.

import type { UnitWord } from '../../kernel/api/compare/measured.ts';
import type { AppliedEffect, JudgedCase, SidesComparison } from '../../kernel/api/compare/sides.ts';
import type { VerdictReason } from '../../kernel/api/statistics/verdicts.ts';
import { formatFixed } from '../text/numbers.ts';

/** A line for each reason, with the cases that it holds for and what to do. */
export function adviceOf(comparison: SidesComparison): string[] {
  const unsure = comparison.cases.filter(({ verdict }) => verdict === 'unsure');
  const reasons = [...new Set(unsure.map(({ reason }) => reason))];
  return reasons.flatMap((reason) => {
    if (reason === null) return [];
    const found = unsure.filter((one) => one.reason === reason);
    return [`${namesOf(found)}: ${REASONS[reason](found, comparison)}.`];
  });
}

const MOST_NAMED = 4;

function namesOf(cases: readonly JudgedCase[]): string {
  // A case with several statistics is one name.
  const all = [...new Set(cases.map(({ name }) => name))];
  const names = all.slice(0, MOST_NAMED);
  const more = all.length - names.length;
  return `${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

type ReasonText = (cases: readonly JudgedCase[], comparison: SidesComparison) => string;

const REASONS: Readonly<Record<VerdictReason, ReasonText>> = {
  TOO_FEW: (cases, comparison) =>
    wordOf(cases) === 'aggregate'
      ? 'the file has only what the tool computed, not the samples; several files a side, measured in turn, ' +
        `would tell: ${LISTS}`
      : `one ${wordOf(cases)} on a side says nothing of chance; ${moreUnits(cases, comparison)}`,
  NOISE: (cases, comparison) =>
    `the ${PLURALS[wordOf(cases)]} scatter too much for so few; ${moreUnits(cases, comparison)}`,
  RUN_EFFECT: (cases, comparison) =>
    `two runs of one machine may differ by this much by themselves (${effectText(cases, comparison)}); ${moreRuns(cases)}` +
    (isAssumed(cases, comparison)
      ? '; echometer calibrate measures how much the runs of this machine really differ'
      : ''),
  STATE: (cases) =>
    wordOf(cases) === 'block'
      ? 'the scheduler placed the two variants differently, which could explain it; pin them: --cpus HOST,WORKER'
      : `the state of the machine could explain it; ${BLOCKS}`,
  CLOCK: () => 'the difference is no larger than a step of the clock; measure longer calls',
  THRESHOLD: (cases, comparison) =>
    `it differs, perhaps by less than what counts; ${moreUnits(cases, comparison)}`,
  IDENTICAL: () => 'the values are the same twice',
};

const LISTS = 'echometer compare BASE1,BASE2,… NEW1,NEW2,…';
/** Both sides of a block share whatever the machine does. */
const BLOCKS =
  'measure both sides in turn: echometer run duplex --variant "base: worker=CMD" --variant "head: worker=CMD", or wait ' +
  'until the machine is idle';

export const wordOf = (cases: readonly JudgedCase[]): UnitWord => cases[0]?.unitWord ?? 'trial';

export const PLURALS: Readonly<Record<UnitWord, string>> = {
  trial: 'trials',
  block: 'blocks',
  machine: 'machines',
  session: 'sessions',
  process: 'processes',
  iteration: 'repetitions',
  batch: 'batches of calls',
  aggregate: 'files',
};

const effectFor = (
  cases: readonly JudgedCase[],
  { runEffects }: SidesComparison,
): AppliedEffect | undefined => runEffects.find(({ unitWord }) => unitWord === wordOf(cases));

const isAssumed = (cases: readonly JudgedCase[], comparison: SidesComparison): boolean =>
  wordOf(cases) === 'trial' && effectFor(cases, comparison)?.isAssumed === true;

function effectText(cases: readonly JudgedCase[], comparison: SidesComparison): string {
  const effect = effectFor(cases, comparison);
  const percent = formatFixed((effect?.deviation ?? 0) * 100, 1);
  return `${percent} % is ${effect?.isAssumed === false ? 'measured' : 'assumed'}`;
}

function moreUnits(cases: readonly JudgedCase[], comparison: SidesComparison): string {
  const needed = cases.flatMap(({ decidingUnits }) => decidingUnits ?? []);
  const word = wordOf(cases);
  if (needed.length === 0)
    return word === 'trial'
      ? `more trials would not decide; ${moreRuns(cases)}`
      : `${moreOf(word)} ${word === 'block' ? '' : 'a side '}would tell`;
  const most = Math.max(...needed);
  if (word === 'block')
    return `about ${most} blocks would decide: echometer run duplex --resume RUN --trials ${most}, with its --variant options`;
  if (word === 'batch') return `about ${most} times as many calls a side would decide`;
  if (word !== 'trial') return `about ${most} ${PLURALS[word]} a side would decide`;
  return `about ${most} trials a side would decide: ${resuming(comparison, most)}`;
}

const moreOf = (word: UnitWord): string =>
  word === 'batch'
    ? 'logs that say which process made a call, or several logs'
    : `more ${PLURALS[word]}`;

/** The commands as they can be pasted, where each side is one run. */
function resuming({ base, new: changed }: SidesComparison, trials: number): string {
  const [first, ...more] = [...base, ...changed];
  const run = more.length === 1 ? first : 'RUN';
  const other = more.length === 1 ? `, and the same of ${more.join('')}` : ' for each run';
  return `echometer run duplex --resume ${run ?? 'RUN'} --trials ${trials}${other}`;
}

function moreRuns(cases: readonly JudgedCase[]): string {
  const needed = cases.flatMap(({ decidingRuns }) => decidingRuns ?? []);
  if (needed.length === 0)
    return `several runs a side, measured in turn, would tell more: ${LISTS}`;
  return `about ${Math.max(...needed)} runs a side, measured in turn, would decide: ${LISTS}`;
}
