// A comparison of two runs as a page, for a terminal, a pull request and the viewer. It decides nothing.

import type { FieldDifference } from '../../kernel/api/compare/comparable.ts';
import type { CaseComparison, RunComparison } from '../../kernel/api/compare/compare-runs.ts';
import { ALPHA, LEVEL_PERCENT, type Verdict } from '../../kernel/api/compare/verdict.ts';
import { verdictTable } from '../tables/verdicts.ts';
import { formatFixed } from '../text/numbers.ts';
import type { Page, Section } from './page.ts';

const VERDICTS: readonly Verdict[] = ['worse', 'better', 'same', 'unsure'];

type Names = readonly [a: string, b: string];

export function comparisonPage(comparison: RunComparison, names: Names): Page {
  return {
    title: `B (${names[1]}) against A (${names[0]})`,
    byline: verdictCounts(comparison.cases),
    lead:
      comparison.forbidding.length === 0
        ? []
        : ['These runs are not comparable. The numbers stand here because of --anyway.'],
    sections: comparisonSections(comparison, 'Cases'),
    date: '1970-01-01T00:00:00Z',
  };
}

/** As the viewer shows it among other sections. */
export function comparisonSections(comparison: RunComparison, title: string): Section[] {
  const { cases, forbidding, noted } = comparison;
  const list = (name: string, items: readonly string[]): Section[] =>
    items.length === 0
      ? []
      : [
          {
            id: `compare-${name.toLowerCase().replaceAll(' ', '-')}`,
            title: name,
            level: 3,
            items,
          },
        ];
  return [
    {
      id: 'verdicts',
      title,
      table: verdictTable(cases, verdictCounts(cases), [comparisonRules(comparison)]),
    },
    ...list('What forbids a comparison', forbidding.map(differenceText)),
    ...list('Why', reasonLines(cases)),
    ...list('Other differences', noted.map(differenceText)),
    ...list('Only in A', comparison.onlyInA),
    ...list('Only in B', comparison.onlyInB),
    ...list('Without a trial that passed in one of them', comparison.withoutTrials),
  ];
}

/** One line for an error: `measureId (1f… / 2e…), params.lane (socket / blocking; 3 cases)`. */
export function differenceText({ field, a, b, cases }: FieldDifference): string {
  const concerned = cases.length === 1 ? `; ${cases.join('')}` : `; ${cases.length} cases`;
  return `${field} (${a} / ${b}${cases.length === 0 ? '' : concerned})`;
}

/** `1 worse, 0 better, 24 same, 0 unsure`. */
const verdictCounts = (cases: readonly CaseComparison[]): string =>
  VERDICTS.map(
    (verdict) => `${cases.filter((one) => one.verdict === verdict).length} ${verdict}`,
  ).join(', ');

/** Why a case is unsure, and how many trials a side would probably decide; cases with one reason share a line. */
function reasonLines(cases: readonly CaseComparison[]): string[] {
  const lines = new Map<string, string[]>();
  for (const { name, verdict, reason, decidingTrials, note } of cases) {
    if (note !== null) lines.set(note, [...(lines.get(note) ?? []), name]);
    if (reason === null) continue;
    const advice =
      decidingTrials === null ? '' : `; about ${decidingTrials} trials a side would decide`;
    const line = `${verdict}: ${reason}${advice}`;
    lines.set(line, [...(lines.get(line) ?? []), name]);
  }
  return [...lines].map(([line, names]) => `${line} (${names.join(', ')})`);
}

const comparisonRules = ({ thresholdPercent, thresholdReason }: RunComparison): string =>
  `A trial is the unit. A and B are medians over trials; B / A is the median of the ratios of every trial of B to every ` +
  `trial of A, with its exact ${LEVEL_PERCENT} % interval; p is Mann-Whitney's, two-sided; δ is positive when B tends to be larger. ` +
  `Differences up to ${formatFixed(thresholdPercent, 1)} % count as none (${thresholdReason}). ` +
  `Better and worse: beyond that, an interval without 1, and p < ${ALPHA}. Same: the whole interval within it. ` +
  `Each case alone is called better or worse by chance at most ${ALPHA * 100} times in 100.`;
