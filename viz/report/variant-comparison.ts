// The variants of one run against its base as a page. It decides nothing.

import type { SidesComparison } from '../../kernel/api/compare/sides.ts';
import { listed } from '../text/words.ts';
import { leadOf, sectionsOf, verdictCounts } from './comparison.ts';
import { withUniqueIds, type Page } from './page.ts';

export function variantPage(comparisons: readonly SidesComparison[]): Page {
  const base = comparisons[0]?.base.join('') ?? '';
  const others = comparisons.map((one) => one.new.join(''));
  const isOne = comparisons.length === 1;
  return {
    title: `${listed(others)} (NEW) against ${base} (BASE), block by block`,
    byline: verdictCounts(comparisons.flatMap(({ cases }) => cases)),
    lead: comparisons.flatMap((comparison, index) =>
      leadOf({ comparison, allowedBy: null }).map((sentence) =>
        isOne ? sentence : `${others[index] ?? ''}: ${sentence}`,
      ),
    ),
    sections: withUniqueIds(
      comparisons.flatMap((comparison, index) =>
        sectionsOf(comparison, isOne ? 'Cases' : `${others[index] ?? ''} against ${base}`),
      ),
    ),
    date: '1970-01-01T00:00:00Z',
  };
}
