// A comparison as a page, for a terminal, a pull request and the viewer: what was found, by how much, how sure, what to do next.
// It decides nothing.

import type { Difference } from '../../kernel/api/compare/differences.ts';
import type { Lost } from '../../kernel/api/compare/measured.ts';
import type { Placement } from '../../kernel/api/compare/placement.ts';
import type {
  AppliedEffect,
  JudgedCase,
  SidesComparison,
  UnjudgedCase,
} from '../../kernel/api/compare/sides.ts';
import { verdictTable } from '../tables/verdicts.ts';
import { formatFixed } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import { adviceOf, PLURALS, wordOf } from './comparison-advice.ts';
import type { Page, Section } from './page.ts';

export interface ComparisonParts {
  readonly comparison: SidesComparison;
  /** The sides are not comparable or are of two machines, and the user asked all the same: by which option. */
  readonly allowedBy: string | null;
  /** What else is to say of how they were compared. */
  readonly notes?: readonly string[];
}

export function comparisonPage(parts: ComparisonParts): Page {
  const { comparison } = parts;
  return {
    title: `NEW (${comparison.new.join(', ')}) against BASE (${comparison.base.join(', ')})`,
    byline: verdictCounts(comparison.cases),
    lead: [...leadOf(parts), ...(parts.notes ?? [])],
    sections: sectionsOf(comparison, 'Cases'),
    date: '1970-01-01T00:00:00Z',
  };
}

/** As the viewer shows it among other sections: what a page of its own says in its head stands above the table. */
export function comparisonPart(comparison: SidesComparison, title: string): Section[] {
  const lead = leadOf({ comparison, allowedBy: null });
  return sectionsOf(comparison, title, [verdictCounts(comparison.cases), ...lead]);
}

export function sectionsOf(
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
    ...list('What would decide the rest', adviceOf(comparison)),
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
export function verdictCounts(cases: readonly JudgedCase[]): string {
  return VERDICTS.flatMap((verdict) => {
    const count = cases.filter((one) => one.verdict === verdict).length;
    return count > 0 || EXPECTED.includes(verdict) ? [`${count} ${verdict}`] : [];
  }).join(', ');
}

export function leadOf({ comparison, allowedBy }: ComparisonParts): string[] {
  return [
    ...movedSentence(comparison),
    ...(allowedBy === null
      ? []
      : [
          `These measurements differ in what they measured or where. The numbers stand here because of ${allowedBy}.`,
        ]),
    ...changesOf(comparison, 'worse', 'Worse'),
    ...changesOf(comparison, 'better', 'Better'),
    ...changesOf(comparison, 'larger', 'Larger'),
    ...changesOf(comparison, 'smaller', 'Smaller'),
    ...quietSentence(comparison),
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

/** `latency 64B takes 27 % longer (12 % to 44 %)`, `takes 3.1 times as long (2.9 to 3.3)`. */
function changeText(one: JudgedCase): string {
  const { name, ratio, interval } = one;
  const isLarge = Math.max(ratio, 1 / ratio) >= LARGE_FACTOR;
  const value = (factor: number): string =>
    isLarge ? formatFixed(factor, 2) : `${formatFixed((factor - 1) * 100, 0)} %`;
  const range = interval === null ? '' : ` (${value(interval.low)} to ${value(interval.high)})`;
  const much = isLarge ? formatFixed(ratio, 2) : `${formatFixed(Math.abs(ratio - 1) * 100, 0)} %`;
  return `${name} ${changeWords(one, much, isLarge)}${range}`;
}

/** From here on a factor reads better than per cent. */
const LARGE_FACTOR = 2;

function changeWords(
  { better, metric, ratio }: JudgedCase,
  much: string,
  isLarge: boolean,
): string {
  if (better === 'lower' && !NOT_TIMES.test(metric))
    return isLarge
      ? `takes ${much} times as long`
      : `takes ${much} ${ratio > 1 ? 'longer' : 'less'}`;
  return isLarge
    ? `has ${much} times the ${metric}`
    : `has ${much} ${ratio > 1 ? 'more' : 'less'} ${metric}`;
}

const NOT_TIMES = /^(?:memory|size|allocations|value)/;

/** Without a difference the first sentence says what that means. */
function quietSentence({ cases, threshold }: SidesComparison): string[] {
  if (cases.length === 0 || cases.some(({ verdict }) => DIFFERENT.includes(verdict))) return [];
  const same = cases.filter(({ verdict }) => verdict === 'same').length;
  const percent = formatFixed(threshold.percent, 1);
  if (cases.every(({ reason }) => reason === 'IDENTICAL'))
    return ['Both sides hold the same values: this is a measurement compared with itself.'];
  if (same === cases.length) return [`No case differs by more than ${percent} %.`];
  const unsure = cases.length - same;
  return [
    `No difference was found, which is not the same as none: ${unsure} of ${cases.length} cases are undecided. What would ` +
      'decide them stands below the table.',
  ];
}

const DIFFERENT: readonly string[] = ['worse', 'better', 'smaller', 'larger'];

function stateSentences({ state }: SidesComparison): string[] {
  const { busy, speed, crowd } = state;
  const percent = formatFixed((Math.max(speed, 1 / speed) - 1) * 100, 1);
  return [
    ...(busy.length === 0 ? [] : [busyText(busy)]),
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

function busyText(busy: SidesComparison['state']['busy']): string {
  const sides = busy.map(
    ({ side, disturbed, trials }) => `in ${disturbed} of ${trials} trials of ${side}`,
  );
  return (
    `Other programs took the processor away ${listed(sides)}. On a busy machine two runs differ by up to 2.1 times with many ` +
    'messages in flight and by up to 10 % with one: smaller differences stay undecided.'
  );
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
  unjudged.map((one) => `${one.name}: ${UNJUDGED[one.reason](one)}`);

const UNJUDGED: Readonly<Record<UnjudgedCase['reason'], (one: UnjudgedCase) => string>> = {
  EMPTY: ({ isEmptyInBase }) => `${isEmptyInBase ? 'BASE' : 'NEW'} has no value of it`,
  ZERO: () => 'a time of 0 ns is below the clock’s step, and nothing can be divided by it',
  BOTH_ZERO: () => 'it is 0 on both sides',
  HISTOGRAM: () =>
    'the file counts values by buckets and has none of its own, so chance is unknown',
};

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

function rulesOf({ threshold, runEffects, cases }: SidesComparison): string[] {
  if (wordOf(cases) === 'block') return blockRules(threshold.percent);
  const source = {
    asked: 'as asked for',
    resolution: 'what the coarser run resolves',
    cap: `the most; the coarser run resolves ${formatFixed(threshold.resolvesPercent ?? 0, 1)} %`,
    default: 'no run says what it resolves',
  }[threshold.source];
  const runs = cases.some(({ runsBase, runsNew }) => Math.min(runsBase, runsNew) > 1);
  return [
    `NEW / BASE is the ratio of geometric means over ${runs ? 'runs and their' : 'the'} ${PLURALS[wordOf(cases)]}, with the interval that holds for all cases together at 95 %.`,
    `Worse and better: the interval leaves out 1 and the ratio is beyond ${formatFixed(threshold.percent, 1)} % (${source}). Same: its 90 % interval lies within that.`,
    ...runEffects.map(effectText),
  ];
}

const blockRules = (percent: number): string[] => [
  'NEW / BASE is the geometric mean of the ratios within blocks, with the interval that holds for all cases together at 95 %.',
  `Worse and better: the interval leaves out 1 and the ratio is beyond ${formatFixed(percent, 1)} %. Same: its 90 % interval lies within that.`,
];

function effectText({ deviation, degrees, unitWord, isAssumed }: AppliedEffect): string {
  const percent = `${formatFixed(deviation * 100, 1)} % (standard deviation)`;
  if (!isAssumed)
    return `Runs of this machine differ by ${percent} by themselves: calibrated with ${(degrees ?? 0) + 1} runs.`;
  return unitWord === 'batch' || unitWord === 'iteration'
    ? `Nothing says how much two processes differ; ${percent} is assumed.`
    : `Two runs of one machine are assumed to differ by ${percent} by themselves.`;
}
