// `echometer run`: which suites run, by the words of the command line or by the plan of the run that is resumed. It
// measures nothing and prints nothing itself.
import { PLAN_FILE } from '../../../kernel/api/collection/source-names.ts';
import type { CommandResult, Surroundings } from '../command/command.ts';
import { defineCommand } from '../command/definition.ts';
import { badUsage } from '../command/values.ts';
import { openInterrupted } from '../duplex/resume.ts';
import { openSource } from '../results/source.ts';
import { NO_FILES } from '../serializers/own.ts';
import { wholePlan } from '../serializers/plan.ts';
import { runAll } from './run/all.ts';
import { runDuplex } from './run/duplex.ts';
import { RUN_ARGUMENTS, RUN_CONFLICTS, RUN_NEEDS, RUN_OPTIONS } from './run/options.ts';
import type { RunOptions } from './run/options.ts';
import { hasVariants } from './run/variants.ts';
import { runSerializerRun } from './run/serializers.ts';

export const command = defineCommand({
  name: 'run',
  description: `
    duplex: measures round trips between this host and a Python worker and checks every returned
    byte. serializers: see echometer run serializers --help. all, the default: the one, then the
    other, in one run's folder; with --only, --case, --worker or variants it means duplex. Progress goes to stderr.`,
  arguments: RUN_ARGUMENTS,
  takes: 'at most one argument',
  options: RUN_OPTIONS,
  conflicts: RUN_CONFLICTS,
  needs: RUN_NEEDS,
  cleansUp: true,
  run: runWhat,
});

function runWhat(options: RunOptions, surroundings: Surroundings): Promise<CommandResult> {
  const { resume, profile, python, json } = options;
  const what = whatToRun(options);
  if (what === 'as planned' && resume !== null && kindAt(resume) === 'serializers') {
    // Of this plan only the Python counts: the folder has one of its own.
    const plan = wholePlan(profile, python, null);
    const own = NO_FILES;
    return runSerializerRun({ plan, own, out: null, resume, json }, surroundings);
  }
  const withSerializers =
    what === 'all' || (what === 'as planned' && resume !== null && plansSerializers(resume));
  return withSerializers
    ? runAll(options, what === 'all', surroundings)
    : runDuplex(options, false, surroundings);
}

/** A resumed run has its own answer. */
function whatToRun(options: RunOptions): 'duplex' | 'all' | 'as planned' {
  const { what, only, worker, connect, resume } = options;
  if (what === 'serializers')
    throw badUsage('run', what, 'serializers stands right behind run: echometer run serializers');
  // They name cases of the duplex suites; and a worker of another language runs no Python rows.
  const namesCases = only !== null || options.cases !== null || options.case.length > 0;
  if (what === 'duplex' || namesCases || (worker ?? connect) !== null || hasVariants(options))
    return 'duplex';
  return what === null && resume !== null ? 'as planned' : 'all';
}

const kindAt = (folder: string): string => openSource(folder).source.kind;

/** Planned from the start, or begun by a later `run all --resume`. */
const plansSerializers = (folder: string): boolean =>
  openInterrupted(folder).run.serializers === true || openSource(folder).source.has(PLAN_FILE);
