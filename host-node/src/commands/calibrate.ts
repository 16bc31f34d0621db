// `echometer calibrate`: measures how much runs of this machine differ by themselves, and keeps it for comparisons.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import {
  appliedEffect,
  calibrate,
  calibrationText,
  LEAST_RUNS,
} from '../../../kernel/api/compare/calibration.ts';
import type { Calibration } from '../../../kernel/api/compare/calibration.ts';
import type { MeasuredRun } from '../../../kernel/api/compare/measured.ts';
import { disturbedTrials } from '../../../kernel/api/compare/states.ts';
import { calibrationTable } from '../../../viz/tables/calibration.ts';
import { tableMarkdown } from '../../../viz/print/markdown.ts';
import { tableText } from '../../../viz/print/terminal.ts';
import { formatFixed } from '../../../viz/text/numbers.ts';
import { anyNumber } from '../command/argument.ts';
import type { CommandResult, Surroundings } from '../command/command.ts';
import { defineCommand } from '../command/definition.ts';
import { flag, once, text, whole, withDefault } from '../command/option.ts';
import type { OptionsOf } from '../command/option.ts';
import { EXIT, usageError } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import { packageVersion } from '../package-root.ts';
import { calibrationFile } from '../results/calibration.ts';
import { makeFolder } from '../results/make-folder.ts';
import { measuredAt } from '../results/measured.ts';
import { writeFileWhole } from '../results/write-file.ts';
import { command as run } from './run.ts';

/** One frame, a few and many in flight, one session and many: a minute and a half for eight runs. */
const CASES = 'latency/64B,latency/1KiB,bulk/16KiB/64/16,bulk/256KiB/16/4,concurrency/16/1';
const TRIALS = '3';
const MOST_RUNS = 100;

const OPTIONS = {
  runs: withDefault(
    whole('N', 'how many runs', { least: LEAST_RUNS, most: MOST_RUNS }),
    LEAST_RUNS,
  ),
  only: withDefault(
    once(
      text(
        'LIST',
        'the cases, as for echometer run (default: five, with one frame in flight and with many)',
      ),
    ),
    CASES,
  ),
  python: text('PATH', 'the Python that runs the worker, as for echometer run'),
  worker: text('CMD', 'another worker, as for echometer run'),
  out: text(
    'FILE',
    "the calibration (default: echometer/calibration.json in the user's configuration)",
  ),
  keep: text('DIR', 'keep the runs there; without it they are deleted'),
  json: flag('print the calibration as JSON'),
};

export const command = defineCommand({
  name: 'calibrate',
  description: `
    Measures how much runs of this machine differ by themselves, from at least ${LEAST_RUNS} short runs (a minute
    and a half) or from the RUNs that are named, and keeps it in a file. compare uses that file in place
    of the assumed 2 % when both sides are of this machine, and says so.`,
  arguments: { given: anyNumber('RUN') },
  takes: 'any number of runs',
  options: OPTIONS,
  conflicts: [{ between: ['python', 'worker'] }],
  cleansUp: true,
  run: runCalibrate,
});

interface CalibrateOptions extends OptionsOf<typeof OPTIONS> {
  readonly given: readonly string[];
}

async function runCalibrate(
  options: CalibrateOptions,
  surroundings: Surroundings,
): Promise<CommandResult> {
  const { given, keep } = options;
  if (given.length > 0) return calibrated(options, given);
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'echometer-calibrate-'));
  try {
    const paths: string[] = [];
    for (let nth = 1; nth <= options.runs; nth += 1) {
      const path = join(folder, String(nth).padStart(3, '0'));
      surroundings.progress(`run ${nth} of ${options.runs}`);
      await measure(path, options, surroundings);
      paths.push(path);
    }
    return await calibrated(options, paths);
  } finally {
    if (keep === null) rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  path: string,
  { only, python, worker }: CalibrateOptions,
  surroundings: Surroundings,
): Promise<void> {
  const parsed = run.parse([
    ...['duplex', '--only', only, '--trials', TRIALS, '--out', path],
    ...(python === null ? [] : ['--python', python]),
    ...(worker === null ? [] : ['--worker', worker]),
  ]);
  const { exit } = await run.run(parsed, surroundings);
  if (exit === EXIT.done) return;
  throw usageError(
    'RUN_FAILED',
    path,
    'a run of the calibration has failed trials',
    'see echometer doctor, or measure again with --keep DIR and look at the runs',
  );
}

async function calibrated(
  options: CalibrateOptions,
  paths: readonly string[],
): Promise<CommandResult> {
  const workspace = loadKernel().openWorkspace();
  const runs: MeasuredRun[] = [];
  for (const path of paths) runs.push(await measuredAt(workspace, path, {}));
  const createdAt = new Date().toISOString();
  const found = calibrate(workspace, runs, { createdAt, version: packageVersion() });
  if (typeof found === 'string') throw refusal(found, paths);
  const file = options.out ?? calibrationFile();
  if (options.out === null) makeFolder(dirname(file));
  writeFileWhole(file, calibrationText(found));
  const stdout = options.json ? calibrationText(found) : resultText(found, runs, file);
  return { stdout, exit: EXIT.done };
}

const refusal = (why: string, paths: readonly string[]): Error =>
  why === 'TOO_FEW'
    ? usageError(
        'TOO_FEW_RUNS',
        paths.join(', '),
        `${paths.length} runs say too little of how much runs differ`,
        `name at least ${LEAST_RUNS}`,
      )
    : usageError(
        'NOT_ALIKE',
        paths.join(', '),
        'the runs are not of one machine, or have no case in common',
        'name runs of one set-up',
      );

function resultText(found: Calibration, runs: readonly MeasuredRun[], file: string): string {
  const { degrees, deviation } = found.runEffect;
  const applied = appliedEffect(found).deviation;
  const table = calibrationTable(found);
  const { disturbed, trials } = disturbedTrials(runs);
  return [
    `Runs of this machine differ by ${formatFixed(deviation * 100, 1)} % (standard deviation) beyond what their trials explain, ` +
      `measured with ${degrees + 1} runs.`,
    ...(applied === deviation
      ? []
      : [`Comparisons take ${formatFixed(applied * 100, 1)} %: so few runs cannot show less.`]),
    ...(disturbed * 5 < trials
      ? []
      : [
          `Other programs took the processor away in ${disturbed} of ${trials} trials: this calibrates a busy machine.`,
        ]),
    '',
    process.stdout.isTTY ? tableText(table, process.stdout.columns) : tableMarkdown(table),
    '',
    `Calibration: ${file}`,
    '',
  ].join('\n');
}
