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
import { requiredList } from '../command/argument.ts';
import { defineCommand } from '../command/definition.ts';
import { failsGate, GATE_OPTIONS, requireComparable } from '../command/gate.ts';
import { choice, flag, percent, text } from '../command/option.ts';
import type { OptionsOf } from '../command/option.ts';
import { EXIT } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import { openMeasured } from '../results/require.ts';

const OPTIONS = {
  threshold: percent(
    'differences up to this count as none (default: what the runs resolve, 10 % at most; 5 % for logs)',
  ),
  filter: text('TEXT', 'only cases whose name holds this'),
  metric: text('TEXT', 'only statistics whose name holds this'),
  ...GATE_OPTIONS,
  failOn: choice('worse', 'exit 1 when a case is worse, is missing in NEW, or lost values there', [
    'worse',
  ]),
  allowMissing: flag('with --fail-on: what is missing or lost is said and does not count'),
  json: flag('the comparison as JSON'),
};

export const command = defineCommand({
  name: 'compare',
  description: `
    Judges NEW against BASE, case by case: better, worse, same, or unsure with what would decide.
    Each is a run's folder, an .echometer file, or a CSV log of serializers; of several runs a side,
    separated by commas, the run is the unit. Markdown when piped, a table on a terminal.`,
  arguments: { base: requiredList('BASE'), new: requiredList('NEW') },
  takes: 'BASE and NEW; several runs of a side with commas',
  options: OPTIONS,
  retired: {
    policy: 'the median of each process is compared, which no outlier moves',
  },
  closing: 'Exit codes: 0 compared, 1 with --fail-on worse, 4 nothing could be compared.',
  run: runCompare,
});

interface CompareOptions extends OptionsOf<typeof OPTIONS> {
  readonly base: readonly string[];
  readonly new: readonly string[];
}

function runCompare(options: CompareOptions): CommandResult {
  const workspace = loadKernel().openWorkspace();
  const [base, changed] = [options.base, options.new].map((paths) =>
    paths.map((path) => measuredAt(workspace, path)),
  );
  if (base === undefined || changed === undefined) throw new Error('two sides');
  const comparison = compareSides(workspace, base, changed, {
    thresholdPercent: options.threshold,
    ...{ filter: options.filter, metric: options.metric, runEffect: null },
    differentMachines: options.machines === 'different',
  });
  requireComparable(comparison, options);
  return {
    stdout: options.json
      ? `${JSON.stringify(comparison, null, 2)}\n`
      : printed(options, comparison),
    exit: options.failOn === 'worse' && failsGate(comparison, options) ? EXIT.failed : EXIT.done,
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
