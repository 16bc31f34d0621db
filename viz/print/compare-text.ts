// A comparison of two runs as Markdown, for a terminal and for a pull request. It decides nothing.

import { formatCount, formatMegabytesPerSecond, formatMicroseconds } from '../units.ts';
import type { FieldDifference } from '../../kernel/api/compare/comparable.ts';
import type {
  CaseComparison,
  Headline,
  RunComparison,
} from '../../kernel/api/compare/compare-runs.ts';
import { ALPHA, LEVEL_PERCENT } from '../../kernel/api/compare/verdict.ts';
import type { Verdict } from '../../kernel/api/compare/verdict.ts';

const VERDICTS: readonly Verdict[] = ['worse', 'better', 'same', 'unsure'];

const UNITS: Readonly<Record<Headline['unit'], readonly [string, (value: number) => string]>> = {
  ns: ['µs', formatMicroseconds],
  'B/s': ['MB/s', formatMegabytesPerSecond],
  'msg/s': ['msg/s', formatCount],
};

export function comparisonMarkdown(
  comparison: RunComparison,
  names: readonly [a: string, b: string],
): string {
  const { cases, forbidding, noted } = comparison;
  const blocks = [
    `# B (${names[1]}) against A (${names[0]})`,
    ...(forbidding.length === 0
      ? []
      : [
          '> **These runs are not comparable.** The numbers stand here because of `--anyway`.',
          list('What forbids it', forbidding.map(differenceText)),
        ]),
    `**${verdictCounts(cases)}**`,
    table(cases),
    list('Why', reasonLines(cases)),
    comparisonRules(comparison),
    list('Other differences', noted.map(differenceText)),
    list('Only in A', comparison.onlyInA),
    list('Only in B', comparison.onlyInB),
    list('Without a trial that passed in one of them', comparison.withoutTrials),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** One line for an error: `measureId (1f… / 2e…), params.lane (socket / blocking; 3 cases)`. */
export function differenceText({ field, a, b, cases }: FieldDifference): string {
  const concerned = cases.length === 1 ? `; ${cases.join('')}` : `; ${cases.length} cases`;
  return `${field} (${a} / ${b}${cases.length === 0 ? '' : concerned})`;
}

/** `1 worse, 0 better, 24 same, 0 unsure`. */
export const verdictCounts = (cases: readonly CaseComparison[]): string =>
  VERDICTS.map(
    (verdict) => `${cases.filter((one) => one.verdict === verdict).length} ${verdict}`,
  ).join(', ');

export const COMPARISON_TITLES = [
  'Case',
  'Statistic',
  'A',
  'B',
  'B / A',
  'p',
  'Cliff’s δ',
  'n',
  'Verdict',
] as const;

/** One case as texts, in the order of COMPARISON_TITLES. */
export function comparisonRow(one: CaseComparison): string[] {
  const [unit, format] = UNITS[one.headline.unit];
  return [
    one.name,
    `${one.headline.statistic}, ${unit}`,
    format(one.medianA),
    format(one.medianB),
    ratioCell(one),
    `${one.p.toFixed(4)}${one.method === 'exact' ? '' : ' ~'}`,
    one.cliffsDelta.toFixed(2),
    `${one.nA} / ${one.nB}`,
    one.verdict,
  ];
}

function table(cases: readonly CaseComparison[]): string {
  const rows = cases.map((one) => {
    const cells = comparisonRow(one);
    return one.verdict === 'same' ? cells : [...cells.slice(0, -1), `**${one.verdict}**`];
  });
  const rule = '|---|---|---:|---:|---:|---:|---:|---:|---|';
  return [COMPARISON_TITLES, ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .toSpliced(1, 0, rule)
    .join('\n');
}

/** One trial has no interval: all its resamples are itself. */
function ratioCell({ ratio, low, high, nA, nB }: CaseComparison): string {
  const text = ratio.toFixed(3);
  return Math.min(nA, nB) < 2 ? text : `${text} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

/** Why a case is unsure, and how many trials a side would probably decide; cases with one reason share a line. */
export function reasonLines(cases: readonly CaseComparison[]): string[] {
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

export function comparisonRules({
  thresholdPercent,
  thresholdReason,
  cases,
}: RunComparison): string {
  const approximate = cases.some(({ method }) => method === 'asymptotic')
    ? ' ~ marks a p of the normal approximation.'
    : '';
  return (
    `A trial is the unit. A and B are medians over trials; B / A is the median of the ratios of every trial of B to every ` +
    `trial of A, with its exact ${LEVEL_PERCENT} % interval; p is Mann-Whitney's, two-sided; δ is positive when B tends to be larger.${approximate} ` +
    `Differences up to ${thresholdPercent.toFixed(1)} % count as none (${thresholdReason}). ` +
    `Better and worse: beyond that, an interval without 1, and p < ${ALPHA}. Same: the whole interval within it. ` +
    `Each case alone is called better or worse by chance at most ${ALPHA * 100} times in 100.`
  );
}

function list(title: string, lines: readonly string[]): string {
  return lines.length === 0
    ? ''
    : [`${title}:`, '', ...lines.map((line) => `- ${line}`)].join('\n');
}
