// `echometer compare A B` of two duplex runs: reads them, has both recomputed by this kernel, gives Markdown.

import { deriveData } from '../../../kernel/api/run/derive.ts';
import { compareRuns } from '../../../kernel/api/compare/compare-runs.ts';
import type { RunToCompare } from '../../../kernel/api/compare/compare-runs.ts';
import { pageMarkdown } from '../../../viz/print/page-markdown.ts';
import { comparisonPage, differenceText } from '../../../viz/report/comparison.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { EchometerError, EXIT } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import type { CompareRunsOptions } from '../options.ts';
import { openRun } from '../results/require.ts';
import type { CommandResult } from '../command/command.ts';

export function runCompareRuns(options: CompareRunsOptions): CommandResult {
  const workspace = loadKernel().openWorkspace();
  const [a, b] = [runOf(options.a, workspace), runOf(options.b, workspace)];
  const comparison = compareRuns(workspace, a, b, options.thresholdPercent);
  if (comparison.forbidding.length > 0 && !options.anyway)
    throw notComparable(
      options,
      `differ in ${comparison.forbidding.map(differenceText).join(', ')}`,
      'measure both alike, or see the numbers with --anyway',
    );
  if (comparison.cases.length === 0)
    throw notComparable(options, 'have no measured case in common', 'run the same cases in both');
  const isWorse = comparison.cases.some(({ verdict }) => verdict === 'worse');
  return {
    stdout: pageMarkdown(comparisonPage(comparison, [nameOf(options.a, a), nameOf(options.b, b)])),
    exit: options.failOnWorse && isWorse ? EXIT.failed : EXIT.done,
  };
}

/** Statistics of both sides come from this kernel, whatever kernels the runs were written with. */
function runOf(path: string, workspace: Workspace): RunToCompare {
  const { run, trials, samples } = openRun(path).shown();
  const data = deriveData(workspace, run, trials, samples);
  return { run, trials, data };
}

const nameOf = (path: string, { run }: RunToCompare): string =>
  run.device.label === '' ? path : `${run.device.label}, ${path}`;

function notComparable({ a, b }: CompareRunsOptions, why: string, next: string): EchometerError {
  return new EchometerError({
    code: 'NOT_COMPARABLE',
    subject: `${a}, ${b}`,
    what: `${a} and ${b} ${why}`,
    next,
    exit: EXIT.notComparable,
  });
}
