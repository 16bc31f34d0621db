// A comparison as a page, for a terminal, a pull request and the viewer: what was found, by how much, how sure, what to do next.
// It decides nothing.

import type { Difference } from '../../kernel/api/compare/differences.ts';
import type { Lost, UnitWord } from '../../kernel/api/compare/measured.ts';
import type { Placement } from '../../kernel/api/compare/placement.ts';
import type { JudgedCase, SidesComparison } from '../../kernel/api/compare/sides.ts';
import type { VerdictReason } from '../../kernel/api/statistics/verdicts.ts';
import { verdictTable } from '../tables/verdicts.ts';
import { formatFixed } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import type { Page, Section } from './page.ts';

export interface ComparisonParts {
  readonly comparison: SidesComparison;
  /** The sides are not comparable or are of two machines, and the user asked all the same: by which option. */
  readonly allowedBy: string | null;
}

export function comparisonPage(parts: ComparisonParts): Page {
  const { comparison } = parts;
  return {
    title: `NEW (${comparison.new.join(', ')}) against BASE (${comparison.base.join(', ')})`,
    byline: verdictCounts(comparison.cases),
    lead: leadOf(parts),
    sections: sectionsOf(comparison, 'Cases'),
    date: '1970-01-01T00:00:00Z',
  };
}

/** As the viewer shows it among other sections: what a page of its own says in its head stands above the table. */
export function comparisonPart(comparison: SidesComparison, title: string): Section[] {
  const lead = leadOf({ comparison, allowedBy: null });
  return sectionsOf(comparison, title, [verdictCounts(comparison.cases), ...lead]);
}

function sectionsOf(
  comparison: SidesComparison,
  title: string,
  paragraphs: readonly string[] = [],
): Section[] {
  const { cases, onlyInBase, onlyInNew, lostBase, lostNew, differences } = comparison;
  return [
    {
      id: 'verdicts',
      title,
      paragraphs,
      table: verdictTable(cases, 'NEW against BASE, case by case', rulesOf(comparison)),
    },
    ...list('What would decide', adviceOf(comparison)),
    ...list('Set apart', keptLines(cases)),
    ...list('Not judged', unjudgedLines(comparison)),
    ...list('Missing in NEW', onlyInBase),
    ...list('Only in NEW', onlyInNew),
    ...list('Lost in BASE', lostBase.map(lostText)),
    ...list('Lost in NEW', lostNew.map(lostText)),
    ...list('What else differs', differences.map(differenceText)),
  ];
}

function list(title: string, items: readonly string[]): Section[] {
  const id = `compare-${title.toLowerCase().replaceAll(' ', '-')}`;
  return items.length === 0 ? [] : [{ id, title, level: 3, items }];
}

const VERDICTS = ['worse', 'better', 'smaller', 'larger', 'same', 'unsure'] as const;
/** Always said, also when there are none. */
const EXPECTED: readonly string[] = ['worse', 'better', 'same', 'unsure'];

/** `1 worse, 0 better, 24 same, 0 unsure`. */
function verdictCounts(cases: readonly JudgedCase[]): string {
  return VERDICTS.flatMap((verdict) => {
    const count = cases.filter((one) => one.verdict === verdict).length;
    return count > 0 || EXPECTED.includes(verdict) ? [`${count} ${verdict}`] : [];
  }).join(', ');
}

function leadOf({ comparison, allowedBy }: ComparisonParts): string[] {
  return [
    ...movedSentence(comparison),
    ...(allowedBy === null
      ? []
      : [
          `These measurements differ in what they measured or where. The numbers stand here because of ${allowedBy}.`,
        ]),
    ...changesOf(comparison, 'worse', 'Worse'),
    ...changesOf(comparison, 'better', 'Better'),
    ...stateSentences(comparison),
  ];
}

function movedSentence({ moved, cases }: SidesComparison): string[] {
  if (moved === null) return [];
  return [
    `${moved.cases} of ${cases.length} cases moved the same way, to the ${moved.way}: the machine or the runtime probably ` +
      'changed, not what you wanted to compare.',
  ];
}

const MOST_NAMED = 3;

/** The largest changes in words; the table has all of them. */
function changesOf({ cases }: SidesComparison, verdict: string, word: string): string[] {
  const found = cases.filter((one) => one.verdict === verdict);
  if (found.length === 0) return [];
  const size = ({ ratio }: JudgedCase): number => Math.max(ratio, 1 / ratio);
  const named = [...found].sort((a, b) => size(b) - size(a)).slice(0, MOST_NAMED);
  const more = found.length - named.length;
  const rest = more === 0 ? '' : `, and ${more} more`;
  return [`${word}: ${listed(named.map(changeText))}${rest}.`];
}

/** `latency 64B takes 3.08 times as long [2.90, 3.27]`. */
function changeText({ name, metric, ratio, interval, better }: JudgedCase): string {
  const range =
    interval === null ? '' : ` [${formatFixed(interval.low, 2)}, ${formatFixed(interval.high, 2)}]`;
  const times = formatFixed(ratio, 2);
  return better === 'lower'
    ? `${name} takes ${times} times as long${range}`
    : `${name} has ${times} times the ${metric}${range}`;
}

function stateSentences({ state }: SidesComparison): string[] {
  const { speed, crowd } = state;
  const percent = formatFixed((Math.max(speed, 1 / speed) - 1) * 100, 1);
  return [
    ...(speed === 1
      ? []
      : [
          `The machine’s reference work took ${percent} % ${speed > 1 ? 'longer' : 'less'} in NEW: a difference of up to that size may be the processor’s.`,
        ]),
    ...(crowd === 1
      ? []
      : [
          `Others used the machine more in ${crowd > 1 ? 'NEW' : 'BASE'}: its reference work took ` +
            `${formatFixed(Math.max(crowd, 1 / crowd), 1)} times as long there on average. A difference of up to that size may be theirs.`,
        ]),
  ];
}

/** A line for each reason, with the cases that it holds for and what to do. */
function adviceOf(comparison: SidesComparison): string[] {
  const unsure = comparison.cases.filter(({ verdict }) => verdict === 'unsure');
  const reasons = [...new Set(unsure.map(({ reason }) => reason))];
  return reasons.flatMap((reason) => {
    if (reason === null) return [];
    const found = unsure.filter((one) => one.reason === reason);
    const names = found.map(({ name }) => name).join(', ');
    return [`${REASONS[reason](found, comparison)} (${names})`];
  });
}

type ReasonText = (cases: readonly JudgedCase[], comparison: SidesComparison) => string;

const REASONS: Readonly<Record<VerdictReason, ReasonText>> = {
  TOO_FEW: (cases) => `One ${wordOf(cases)} on a side says nothing of chance; ${moreUnits(cases)}`,
  NOISE: (cases) =>
    `The ${PLURALS[wordOf(cases)]} scatter too much for so few; ${moreUnits(cases)}`,
  RUN_EFFECT: (cases, { runEffect }) =>
    `Two runs of one machine may differ by this much by themselves (${formatFixed(runEffect.deviation * 100, 1)} % is ` +
    `${runEffect.isAssumed ? 'assumed' : 'measured'}); ${moreRuns(cases)}`,
  STATE: () =>
    'The state of the machine could explain it; measure both again at the same time of day, or several runs a side in turn',
  CLOCK: () => 'It is no larger than a step of the clock; measure longer calls',
  THRESHOLD: (cases) => `It differs, perhaps by less than what counts; ${moreUnits(cases)}`,
  IDENTICAL: () => 'These are the same values twice',
};

const wordOf = (cases: readonly JudgedCase[]): UnitWord => cases[0]?.unitWord ?? 'trial';

const PLURALS: Readonly<Record<UnitWord, string>> = {
  trial: 'trials',
  process: 'processes',
  batch: 'batches of calls',
};

function moreUnits(cases: readonly JudgedCase[]): string {
  const needed = cases.flatMap(({ decidingUnits }) => decidingUnits ?? []);
  const word = wordOf(cases);
  if (needed.length === 0) return `more ${PLURALS[word]} would not decide; ${moreRuns(cases)}`;
  const most = Math.max(...needed);
  return word === 'trial'
    ? `about ${most} trials a side would decide: echometer run duplex --resume RUN --trials ${most}`
    : `about ${most} ${word === 'process' ? 'processes' : 'times as many calls'} a side would decide`;
}

function moreRuns(cases: readonly JudgedCase[]): string {
  const needed = cases.flatMap(({ decidingRuns }) => decidingRuns ?? []);
  if (needed.length === 0) return 'several runs a side, measured in turn, would tell more';
  const most = Math.max(...needed);
  return `about ${most} runs a side, measured in turn, would decide: echometer compare BASE1,BASE2,… NEW1,NEW2,…`;
}

const KEPT: Readonly<Record<Placement, string>> = {
  woken: 'every message had to wake an idle processor',
  together: 'no message had to wake an idle processor, or host and worker shared one',
  apart: 'host and worker had a processor each',
};

/** The scheduler's choice changes a trial by a factor; like is compared with like. */
const keptLines = (cases: readonly JudgedCase[]): string[] =>
  Object.entries(KEPT).flatMap(([placement, words]) => {
    const found = cases.filter(({ kept }) => kept === placement);
    const names = found.map(({ name, nBase, nNew }) => `${name}: ${nBase} and ${nNew}`);
    return names.length === 0
      ? []
      : [`Compared are the trials in which ${words} (${names.join('; ')})`];
  });

const unjudgedLines = ({ unjudged }: SidesComparison): string[] =>
  unjudged.map(({ name, reason, isEmptyInBase }) =>
    reason === 'ZERO'
      ? `${name}: a time of 0 ns is below the clock’s step, and nothing can be divided by it`
      : `${name}: ${isEmptyInBase ? 'BASE' : 'NEW'} has no value of it`,
  );

const lostText = ({ subject, why, count }: Lost): string => `${subject}: ${count} ${why}`;

/** `lane: socket in BASE, blocking in NEW (3 cases)`. */
export function differenceText({ title, base, new: changed, cases }: Difference): string {
  const concerned =
    cases.length === 0
      ? ''
      : cases.length === 1
        ? ` (${cases.join('')})`
        : ` (${cases.length} cases)`;
  return `${title}: ${base} in BASE, ${changed} in NEW${concerned}`;
}

function rulesOf({ threshold, runEffect, cases }: SidesComparison): string[] {
  const source = {
    asked: 'as asked for',
    resolution: 'what the coarser run resolves',
    cap: `the most; the coarser run resolves ${formatFixed(threshold.resolvesPercent ?? 0, 1)} %`,
    default: 'no run says what it resolves',
  }[threshold.source];
  const runs = cases.some(({ runsBase, runsNew }) => Math.min(runsBase, runsNew) > 1);
  const effect = formatFixed(runEffect.deviation * 100, 1);
  return [
    `NEW / BASE is the ratio of geometric means over ${runs ? 'runs and their' : 'the'} ${PLURALS[wordOf(cases)]}, with the interval that holds for all cases together at 95 %.`,
    `Worse and better: the interval leaves out 1 and the ratio is beyond ${formatFixed(threshold.percent, 1)} % (${source}). Same: its 90 % interval lies within that.`,
    `Runs of one machine are ${runEffect.isAssumed ? 'assumed' : 'known'} to differ by ${effect} % (standard deviation) by themselves.`,
  ];
}
