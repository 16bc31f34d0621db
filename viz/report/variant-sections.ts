// What a report says of a run's variants: each against the base, block by block. It decides nothing.

import { compareVariants } from '../../kernel/api/compare/blocks.ts';
import { duplexRun } from '../../kernel/api/compare/duplex.ts';
import type { Workspace } from '../../kernel/api/facade/workspace.ts';
import { variantRuns } from '../../kernel/api/run/variants.ts';
import type { RunInput } from '../input/run-input.ts';
import { comparisonPart } from './comparison.ts';
import type { Section } from './page.ts';

/** Nothing of a run without variants. */
export function variantSections(input: RunInput, workspace: Workspace): Section[] {
  if (input.run.variants === undefined) return [];
  const runs = variantRuns(input).map(({ trials = [], variant = '', ...one }) =>
    duplexRun({ ...one, trials, name: variant }),
  );
  const terms = { thresholdPercent: null, filter: null, metric: null };
  return compareVariants(workspace, runs, terms).flatMap((comparison) => {
    const title = `${comparison.new.join()} (NEW) against ${comparison.base.join()} (BASE), block by block`;
    return comparisonPart(comparison, title);
  });
}
