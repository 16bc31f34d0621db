// A comparison of two runs as a table. It decides nothing: the verdicts are kernel/api/compare's.

import type { RunComparison } from '../../kernel/api/compare/compare-runs.ts';
import {
  COMPARISON_TITLES,
  comparisonRow,
  comparisonRules,
  differenceText,
  reasonLines,
  verdictCounts,
} from '../print/compare-text.ts';
import type { Table } from '../definition.ts';
import { left, right } from './cells.ts';

const LEFT: readonly string[] = ['Case', 'Statistic', 'Verdict'];

export function verdictTable(
  comparison: RunComparison,
  names: readonly [a: string, b: string],
): Table {
  const { cases, forbidding } = comparison;
  const only = (label: string, found: readonly string[]): string[] =>
    found.length === 0 ? [] : [`${label}: ${found.join(', ')}.`];
  return {
    caption: `${names[1]} (B) against ${names[0]} (A): ${verdictCounts(cases)}`,
    columns: COMPARISON_TITLES.map((title) => (LEFT.includes(title) ? left(title) : right(title))),
    rows: cases.map(comparisonRow),
    notes: [
      ...(forbidding.length === 0
        ? []
        : [`These runs are not comparable: ${forbidding.map(differenceText).join(', ')}.`]),
      ...reasonLines(cases).map((line) => `${line.charAt(0).toUpperCase()}${line.slice(1)}.`),
      comparisonRules(comparison),
      ...only('Only in A', comparison.onlyInA),
      ...only('Only in B', comparison.onlyInB),
      ...only('Without a trial that passed in one of them', comparison.withoutTrials),
    ],
  };
}
