// Recomputes a run's data.json from its raw facts with the folder's own kernel, and finds the first difference. It
// prints nothing.

import { deriveData } from '../../../kernel/api/derive.ts';
import { firstDifference } from '../../../kernel/api/difference.ts';
import type { Difference } from '../../../kernel/api/difference.ts';
import { ResultError } from '../../../kernel/api/results-read.ts';
import type { RunFile, TrialFile } from '../../../kernel/api/results.ts';
import { EchometerError, EXIT, usageError } from '../errors.ts';
import { checkKernel } from '../kernel/load.ts';
import type { RunStore } from './store.ts';
import { statisticsKernel } from './statistics.ts';

export interface RunVerification {
  readonly trials: number;
  readonly samples: number;
  readonly kernelId: string;
  readonly difference: Difference | null;
}

const BYTES_PER_SAMPLE = 8;

export function verifyRun(store: RunStore): RunVerification {
  try {
    return recompute(store);
  } catch (error) {
    if (!(error instanceof ResultError)) throw error;
    throw usageError(
      error.code,
      error.subject,
      error.message,
      'the folder is damaged or of another version',
    );
  }
}

function recompute(store: RunStore): RunVerification {
  const run = store.readRun();
  const bytes = store.readKernel();
  const kernel = checkKernel(bytes, `${store.folder}/kernel.wasm`);
  if (kernel.sha256 !== run.build.sha256) throw damaged('run.json: build.sha256 is not that of kernel.wasm');
  const trials = store.readTrials();
  checkPlan(run, trials);
  const found = store.readData();
  let samples = 0;
  const expected = deriveData(statisticsKernel(kernel.instantiate()), run, trials, (file) => {
    const column = store.readSamples(file);
    samples += column.length / BYTES_PER_SAMPLE;
    return column;
  });
  // As it reads back from a file: a statistic that is undefined is no field.
  const written: unknown = JSON.parse(JSON.stringify(expected));
  return {
    trials: trials.length,
    samples,
    kernelId: kernel.identity.kernelId,
    difference: firstDifference(written, found),
  };
}

/** Every planned trial is there, and no other. */
function checkPlan(run: RunFile, trials: readonly TrialFile[]): void {
  for (const [index, planned] of run.order.entries()) {
    const trial = trials[index];
    const same =
      trial?.order === planned.order &&
      trial.suite === planned.suite &&
      trial.case === planned.case &&
      trial.trial === planned.trial;
    if (!same) throw damaged(`trial ${planned.order} (${planned.suite}/${planned.case}) is missing`);
  }
  if (trials.length !== run.order.length)
    throw damaged(`there are ${trials.length} trials, ${run.order.length} were planned`);
}

function damaged(what: string): EchometerError {
  return new EchometerError({
    code: 'INCOMPLETE_RUN',
    subject: what,
    what: `the run cannot be verified: ${what}`,
    next: 'verify a finished, unchanged run',
    exit: EXIT.failed,
  });
}
