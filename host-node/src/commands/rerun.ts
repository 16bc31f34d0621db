// `echometer rerun RUN`: the same plan again, trial by trial in its order, with what the command line of the run asked for. It prints
// nothing itself.

import { trialParams } from '../../../kernel/api/run/cases.ts';
import type { DuplexCase, TrialParams } from '../../../kernel/api/run/cases.ts';
import type { RunFile, TrialFile } from '../../../kernel/api/run/results.ts';
import { required } from '../command/argument.ts';
import type { CommandResult, Surroundings } from '../command/command.ts';
import { defineCommand } from '../command/definition.ts';
import { each, flag, line, text } from '../command/option.ts';
import { optionName } from '../command/option.ts';
import type { OptionsOf } from '../command/option.ts';
import { plannedOwnCases, withOwn } from '../duplex/own-cases.ts';
import { requireKnown } from '../duplex/resume.ts';
import { EXIT, usageError } from '../errors.ts';
import { isCut } from '../observe/command-line.ts';
import { openRun } from '../results/require.ts';
import { runAll } from './run/all.ts';
import { readCases, runDuplex } from './run/duplex.ts';
import type { RunOptions } from './run/options.ts';
import { command as runCommand } from './run.ts';

const OPTIONS = {
  out: text('DIR', "the new run's folder (default results/TIME-RANDOM)"),
  worker: text('CMD', 'the worker, where the run does not say where it was'),
  python: text('PATH', 'the Python, where the run does not say where it was'),
  connect: text('HOST:PORT', 'where its worker listens now, of a run with --connect'),
  tokenFile: text('FILE', 'the token of that worker'),
  variant: each('SPEC', 'a variant, where the run does not say where its worker was; all of them'),
  label: line('NAME', "the device's name in tables and results"),
  plan: flag('print what would be measured, as JSON, and measure nothing'),
  json: flag('print data.json instead of tables'),
};

export const command = defineCommand({
  name: 'rerun',
  description: `
    Repeats a run: its cases with their frames, its seed, its trials in its order, its lanes and
    workers. What is installed now measures; echometer compare RUN NEW says what differs.`,
  arguments: { run: required('RUN') },
  takes: 'one run',
  options: OPTIONS,
  conflicts: [{ between: ['worker', 'python'] }, { between: ['worker', 'variant'] }],
  cleansUp: true,
  printsJson: ({ json, plan }) => json || plan,
  run: rerun,
});

interface RerunOptions extends OptionsOf<typeof OPTIONS> {
  readonly run: string;
}

function rerun(
  options: RerunOptions,
  surroundings: Surroundings,
): Promise<CommandResult> | CommandResult {
  const source = openRun(options.run);
  const run = source.run();
  const cases = withOwn(readCases(), plannedOwnCases(run)).cases;
  requireKnown(run, cases);
  requireSameParams(run, source.trials(), cases);
  const asked = { ...askedBefore(run, options), again: run };
  if (options.plan) return { stdout: planText(run, asked), exit: EXIT.done };
  const around = { ...surroundings, argv: wordsOf(run, asked) };
  return run.serializers === true ? runAll(asked, true, around) : runDuplex(asked, false, around);
}

/** The options of the run; of one that recorded none, what its run.json says. */
function askedBefore(run: RunFile, options: RerunOptions): RunOptions {
  const words = run.command?.slice(1) ?? [`--lane=${run.lane}`];
  const before = runCommand.parse(words) as RunOptions;
  const hasNew = (options.worker ?? options.python) !== null;
  const asked = {
    ...before,
    ...(hasNew ? { worker: options.worker, python: options.python } : {}),
    ...(options.connect === null ? {} : { connect: options.connect }),
    ...(options.tokenFile === null ? {} : { tokenFile: options.tokenFile }),
    ...(options.variant.length > 0 ? { variant: options.variant } : {}),
    ...{ resume: null, out: options.out, json: options.json, label: options.label ?? before.label },
  };
  // The plan holds the cases themselves.
  requireWhole({ ...asked, cases: null }, run);
  return asked;
}

/** The command line that asks for the same: what is repeated can be repeated again. */
function wordsOf(run: RunFile, asked: RunOptions): string[] {
  const { python, worker, workerVersion, variant, lane, cpus, timeout, label } = asked;
  const texts = { python, worker, workerVersion, cpus, label, lane: lane.join() };
  return [
    ...['run', run.serializers === true ? 'all' : 'duplex', '--profile', run.profile],
    ...[...(run.only === null ? [] : ['--only', run.only]), '--seed', String(run.seed)],
    ...Object.entries(texts).flatMap(([key, word]) =>
      word === null || word === '' ? [] : [`--${optionName(key)}`, word],
    ),
    ...variant.flatMap((one) => ['--variant', one]),
    ...['--timeout', String(timeout)],
  ];
}

/** Folders of a user are not stored: what lay there must be named again. */
function requireWhole(asked: RunOptions, run: RunFile): void {
  const texts = Object.entries(asked).flatMap(([key, value]: [string, unknown]) =>
    [value].flat().flatMap((one) => (typeof one === 'string' ? [[key, one] as const] : [])),
  );
  const cut = texts.find(([, word]) => isCut(word));
  const isUnknown =
    run.command === undefined && run.worker.kind === 'command' && asked.worker === null;
  if (cut === undefined && !isUnknown) return;
  const [option, what] = isUnknown
    ? ['worker', 'the command of its worker']
    : [optionName(cut?.[0] ?? ''), `where "${cut?.[1] ?? ''}" was`];
  throw usageError(
    'NOT_RECORDED',
    `--${option}`,
    `the run does not say ${what}: it stores no folder of its user`,
    `name it again with --${option}`,
  );
}

/** A case of that name may have other frames by now: that would be no repetition. */
function requireSameParams(
  run: RunFile,
  trials: readonly TrialFile[],
  cases: readonly DuplexCase[],
): void {
  for (const { suite, case: name, params } of trials) {
    const entry = cases.find((one) => one.suite === suite && one.case === name);
    const now = entry === undefined ? null : trialParams(entry, run.profile, params.lane);
    const field = now === null ? null : changedField(params, now);
    if (field === null) continue;
    throw usageError(
      'CASE_CHANGED',
      `${suite}/${name}`,
      `${field} of ${suite}/${name} was ${String(params[field])} and is ${String(now?.[field])} in this version`,
      'repeat the run with the version that made it',
    );
  }
}

function changedField(before: TrialParams, now: TrialParams): keyof TrialParams | null {
  const fields = Object.keys(now) as (keyof TrialParams)[];
  return fields.find((field) => before[field] !== now[field]) ?? null;
}

function planText({ profile, only, seed, order }: RunFile, asked: RunOptions): string {
  const { worker, python, lane, variant, cpus } = asked;
  const plan = { profile, only, seed, worker, python, lane, variant, cpus, order };
  return `${JSON.stringify(plan, null, 2)}\n`;
}
