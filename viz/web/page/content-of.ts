// The loaded runs and logs and the reader's choices -> the page, in the form in which a report has it: a PDF of it is then a
// report. Pure but for the kernels it computes with.

import { duplexRun } from '../../../kernel/api/compare/duplex.ts';
import { compareSides, type ComparisonTerms } from '../../../kernel/api/compare/sides.ts';
import { runNames } from '../../input/run-input.ts';
import { comparisonPart } from '../../report/comparison.ts';
import {
  collectionSections,
  collectionsPage,
  type NamedAnalysis,
} from '../../report/collections.ts';
import { reportPage } from '../../report/content.ts';
import { logPage } from '../../report/log-page.ts';
import { logSections, type LogsInput } from '../../report/log-sections.ts';
import { variantSections } from '../../report/variant-sections.ts';
import type { Page, Section } from '../../report/page.ts';
import { figuresOf, type Curves } from './figures-of.ts';
import type { LoadedRun } from './load.ts';
import type { PageKernel } from './page-kernel.ts';
import { comparedWith, viewOf, type PageState } from './state.ts';

export interface Loaded {
  readonly runs: readonly LoadedRun[];
  readonly logs: LoadedLogs | null;
  readonly curves: Curves;
  /** What other tools measured. */
  readonly foreign: readonly NamedAnalysis[];
}

/** Sections of the logs, made once: they do not depend on the reader's choices. */
export interface LoadedLogs {
  readonly input: LogsInput;
  readonly sections: readonly Section[];
}

export const loadedLogs = (input: LogsInput): LoadedLogs => ({
  input,
  sections: logSections(input),
});

export function contentOf(
  { runs, logs, curves, foreign }: Loaded,
  state: PageState,
  kernel: PageKernel,
): Page {
  const others = collectionSections(foreign);
  if (runs.length === 0 && logs !== null) return logPage(logs.input, [...logs.sections, ...others]);
  if (runs.length === 0 && foreign.length > 0) return collectionsPage(foreign);
  return reportPage({
    runs,
    figures: figuresOf(runs, curves, state),
    more: [
      ...runs.flatMap((run) => variantSections(run, kernel.workspace)),
      ...verdictsOf(runs, state, kernel),
      ...(logs?.sections ?? []),
    ],
    view: viewOf(state),
  });
}

function verdictsOf(
  runs: readonly LoadedRun[],
  state: PageState,
  { workspace }: PageKernel,
): Section[] {
  const other = comparedWith(state, runs.length);
  const [a, b] = [runs[state.baseline] ?? runs[0], runs[other ?? -1]];
  if (a === undefined || b === undefined || a === b) return [];
  // Variants are judged within their run.
  if ((a.run.variants ?? b.run.variants) !== undefined) return [];
  const names = runNames(runs);
  const nameOf = (run: LoadedRun): string => names[runs.indexOf(run)] ?? '';
  const [base, changed] = [a, b].map((run) => [duplexRun({ ...run, name: nameOf(run) })]);
  const title = `${nameOf(b)} (NEW) against ${nameOf(a)} (BASE)`;
  return comparisonPart(compareSides(workspace, base ?? [], changed ?? [], TERMS), title);
}

/** A page shows every device beside every other: what differs stands above. */
const TERMS: ComparisonTerms = {
  thresholdPercent: null,
  filter: null,
  metric: null,
  runEffect: null,
  differentMachines: false,
};
