// `echometer compare BASE NEW`: two sides of any kind of source, NEW judged against BASE.

import type { MeasuredRun } from '../../../kernel/api/compare/measured.ts';
import { compareVariants } from '../../../kernel/api/compare/blocks.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { compareSides } from '../../../kernel/api/compare/sides.ts';
import type { SidesComparison } from '../../../kernel/api/compare/sides.ts';
import { variantPage } from '../../../viz/report/variant-comparison.ts';
import { comparisonPage } from '../../../viz/report/comparison.ts';
import type { CommandResult } from '../command/command.ts';
import { optionalList, requiredList } from '../command/argument.ts';
import { defineCommand } from '../command/definition.ts';
import { choiceOf, FOREIGN_CONFLICTS, FOREIGN_OPTIONS } from '../command/foreign-options.ts';
import { failsGate, GATE_OPTIONS, requireComparable } from '../command/gate.ts';
import { choice, flag, percent, text } from '../command/option.ts';
import type { OptionsOf } from '../command/option.ts';
import { badUsage } from '../command/values.ts';
import { EXIT } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import { calibrationFor } from '../results/calibration.ts';
import { measuredAt, variantsAt } from '../results/measured.ts';
import { printedPage } from './printed-page.ts';

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
  calibration: text(
    'FILE',
    "the run effect that echometer calibrate measured, or none (default: the user's calibration, if it is of this machine)",
  ),
  ...FOREIGN_OPTIONS,
  json: flag('the comparison as JSON'),
};

export const command = defineCommand({
  name: 'compare',
  description: `
    Judges NEW against BASE, case by case: better, worse, same, or unsure with what would decide.
    Each is a run's folder, an .echometer file, a CSV log of serializers, or a file or folder of
    another benchmark tool (docs/formats.md); of several a side, separated by commas, the run is the
    unit. Markdown when piped, a table on a terminal.

    One run alone is a run of variants: each is judged against the first, block by block.`,
  arguments: { base: requiredList('BASE'), new: optionalList('NEW') },
  takes: 'BASE and NEW (several runs of a side with commas), or one run of variants',
  options: OPTIONS,
  conflicts: FOREIGN_CONFLICTS,
  retired: {
    policy: 'the median of each process is compared, which no outlier moves',
  },
  closing: 'Exit codes: 0 compared, 1 with --fail-on worse, 4 nothing could be compared.',
  run: runCompare,
});

interface CompareOptions extends OptionsOf<typeof OPTIONS> {
  readonly base: readonly string[];
  readonly new: readonly string[] | null;
}

function runCompare(options: CompareOptions): Promise<CommandResult> | CommandResult {
  const workspace = loadKernel().openWorkspace();
  const { base, new: changed } = options;
  return changed === null
    ? runVariants(workspace, base, options)
    : runSides(workspace, base, changed, options);
}

function runVariants(
  workspace: Workspace,
  [path = '', ...more]: readonly string[],
  options: CompareOptions,
): CommandResult {
  if (more.length > 0) throw badUsage('compare', more.join(), 'one run of variants is judged');
  const { filter, metric, threshold: thresholdPercent } = options;
  const comparisons = compareVariants(workspace, variantsAt(workspace, path), {
    ...{ filter, metric, thresholdPercent },
  });
  const exits = comparisons.map((comparison) => exitOf(options, comparison));
  return {
    stdout: options.json
      ? `${JSON.stringify({ run: path, comparisons }, null, 2)}\n`
      : printedPage(variantPage(comparisons)),
    exit: Math.max(...exits),
  };
}

async function runSides(
  workspace: Workspace,
  basePaths: readonly string[],
  newPaths: readonly string[],
  options: CompareOptions,
): Promise<CommandResult> {
  const side = async (paths: readonly string[]): Promise<readonly MeasuredRun[]> => {
    const runs: MeasuredRun[] = [];
    // One after the other: a workspace is one memory.
    for (const path of paths) runs.push(await measuredAt(workspace, path, choiceOf(options)));
    return runs;
  };
  const base = await side(basePaths);
  const changed = await side(newPaths);
  const { effect, notes } = calibrationFor(workspace, options.calibration, [...base, ...changed]);
  const comparison = compareSides(workspace, base, changed, {
    thresholdPercent: options.threshold,
    ...{ filter: options.filter, metric: options.metric, runEffect: effect },
    differentMachines: options.machines === 'different',
  });
  requireComparable(comparison, options);
  return {
    stdout: options.json
      ? `${JSON.stringify(comparison, null, 2)}\n`
      : printed(options, comparison, notes),
    exit: exitOf(options, comparison),
  };
}

/** A page that judges no case says why, and is no success. */
function exitOf(options: CompareOptions, comparison: SidesComparison): number {
  if (options.failOn === 'worse' && failsGate(comparison, options)) return EXIT.failed;
  return comparison.cases.length === 0 ? EXIT.notComparable : EXIT.done;
}

function printed(
  options: CompareOptions,
  comparison: SidesComparison,
  notes: readonly string[],
): string {
  const differs = comparison.differences.filter(({ kind }) => kind !== 'noted');
  const option = options.anyway ? '--anyway' : '--machines different';
  const page = comparisonPage({
    ...{ comparison, notes },
    allowedBy: differs.length === 0 ? null : option,
  });
  return printedPage(page);
}
