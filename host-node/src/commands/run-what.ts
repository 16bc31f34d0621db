// `echometer run`: which suites run, by the words of the command line or by the plan of the run that is resumed. It
// measures nothing and prints nothing itself.
import { PLAN_FILE } from '../../../kernel/api/collection/source-names.ts';
import { openInterrupted } from '../duplex/resume.ts';
import type { RunOptions } from '../options.ts';
import { openSource } from '../results/source.ts';
import { wholePlan } from '../serializers/plan.ts';
import type { CommandResult, Surroundings } from '../command/command.ts';
import { runAll } from './run-all.ts';
import { NO_FILES } from '../serializers/own.ts';
import { runSerializerRun } from './run-serializers.ts';
import { runDuplex } from './run.ts';

export async function runWhat(
  options: RunOptions,
  surroundings: Surroundings,
): Promise<CommandResult> {
  const { what, resume, profile, python, json } = options;
  if (what === 'asPlanned' && resume !== null && kindAt(resume) === 'serializers') {
    // Of this plan only the Python counts: the folder has one of its own.
    const plan = wholePlan(profile, python);
    return runSerializerRun(
      { command: 'run-serializers', plan, own: NO_FILES, out: null, resume, json },
      surroundings,
    );
  }
  const withSerializers =
    what === 'all' || (what === 'asPlanned' && resume !== null && plansSerializers(resume));
  return withSerializers ? runAll(options, surroundings) : runDuplex(options, surroundings);
}

const kindAt = (folder: string): string => openSource(folder).source.kind;

/** Planned from the start, or begun by a later `run all --resume`. */
const plansSerializers = (folder: string): boolean =>
  openInterrupted(folder).run.serializers === true || openSource(folder).source.has(PLAN_FILE);
