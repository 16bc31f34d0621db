// `echometer compare BASE NEW`: two sides of any kind of source, NEW judged against BASE.

import { duplexRun } from '../../../kernel/api/compare/duplex.ts';
import { logsRun } from '../../../kernel/api/compare/logs.ts';
import type { MeasuredRun } from '../../../kernel/api/compare/measured.ts';
import { compareSides } from '../../../kernel/api/compare/sides.ts';
import type { SidesComparison } from '../../../kernel/api/compare/sides.ts';
import { RUN_FILE } from '../../../kernel/api/collection/source-names.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { deriveData } from '../../../kernel/api/run/derive.ts';
import { pageMarkdown } from '../../../viz/print/page-markdown.ts';
import { pageText } from '../../../viz/print/page-text.ts';
import { comparisonPage } from '../../../viz/report/comparison.ts';
import type { CommandResult } from '../command/command.ts';
import { failsGate, requireComparable } from '../command/gate.ts';
import { EXIT } from '../errors.ts';
import type { CompareOptions } from './compare-options.ts';
import { loadKernel } from '../kernel/load.ts';
import { openMeasured } from '../results/require.ts';

export function runCompare(options: CompareOptions): CommandResult {
  const workspace = loadKernel().openWorkspace();
  const [base, changed] = [options.base, options.new].map((paths) =>
    paths.map((path) => measuredAt(workspace, path)),
  );
  if (base === undefined || changed === undefined) throw new Error('two sides');
  const comparison = compareSides(workspace, base, changed, { ...options, runEffect: null });
  requireComparable(comparison, options);
  return {
    stdout: options.json
      ? `${JSON.stringify(comparison, null, 2)}\n`
      : printed(options, comparison),
    exit: options.failOnWorse && failsGate(comparison, options) ? EXIT.failed : EXIT.done,
  };
}

/** Statistics of both sides come from this kernel, whatever kernels the runs were written with. */
function measuredAt(workspace: Workspace, path: string): MeasuredRun {
  const { source } = openMeasured(path);
  const parts: MeasuredRun[] = [];
  if (source.has(RUN_FILE)) {
    const { run, trials, samples } = source.shown();
    const data = deriveData(workspace, run, trials, samples);
    parts.push(duplexRun({ name: path, run, data, trials }));
  }
  const logs = source.logs();
  if (logs.length > 0) parts.push(logsRun(workspace, path, logs));
  return joined(path, parts);
}

/** A run of both suites is one run. */
const joined = (name: string, parts: readonly MeasuredRun[]): MeasuredRun => ({
  name,
  facts: parts.flatMap(({ facts }) => facts),
  cases: parts.flatMap(({ cases }) => cases),
  reference: parts.flatMap(({ reference }) => reference),
  resolvesPercent:
    parts.find(({ resolvesPercent }) => resolvesPercent !== null)?.resolvesPercent ?? null,
  lost: parts.flatMap(({ lost }) => lost),
});

function printed(options: CompareOptions, comparison: SidesComparison): string {
  const differs = comparison.differences.filter(({ kind }) => kind !== 'noted');
  const option = options.anyway ? '--anyway' : '--machines different';
  const page = comparisonPage({ comparison, allowedBy: differs.length === 0 ? null : option });
  return process.stdout.isTTY ? pageText(page, process.stdout.columns) : pageMarkdown(page);
}
