// Recomputes a run's data.json from its raw facts with the folder's own kernel, and finds the first difference. It
// prints nothing.

import { deriveData } from '../../../kernel/api/run/derive.ts';
import { firstDifference } from '../../../kernel/api/run/difference.ts';
import type { Difference } from '../../../kernel/api/run/difference.ts';
import type { RunFile, TrialFile } from '../../../kernel/api/run/results.ts';
import { EchometerError, EXIT, resumeCommand } from '../errors.ts';
import { checkKernel } from '../kernel/load.ts';
import type { LoadedKernel } from '../kernel/load.ts';
import type { RunReader } from './packed.ts';
import { namingDefects } from './read-run.ts';

export interface RunVerification {
  readonly trials: number;
  readonly samples: number;
  readonly kernelId: string;
  readonly difference: Difference | null;
}

const BYTES_PER_SAMPLE = 8;

export function verifyRun(store: RunReader): RunVerification {
  return namingDefects(() => recompute(store));
}

function recompute(store: RunReader): RunVerification {
  const run = store.readRun();
  const bytes = store.readKernel();
  const kernel = checkKernel(bytes, `${store.folder}/kernel.wasm`);
  checkIdentity(run, kernel);
  const trials = store.readTrials();
  checkPlan(run, trials, store.folder);
  const found = store.readData();
  const columns = readColumns(store, trials);
  const read = (file: string): Uint8Array => columns.get(file) ?? store.readSamples(file);
  const expected = deriveData(kernel.openWorkspace(), run, trials, read);
  // As it reads back from a file: a statistic that is undefined is no field.
  const written: unknown = JSON.parse(JSON.stringify(expected));
  return {
    trials: trials.length,
    samples: [...columns.values()].reduce((sum, { length }) => sum + length / BYTES_PER_SAMPLE, 0),
    kernelId: kernel.identity.kernelId,
    difference: firstDifference(written, found),
  };
}

/** What run.json says of its kernel decides what the run may be compared with. */
function checkIdentity(run: RunFile, kernel: LoadedKernel): void {
  const { identity, sha256, signature } = kernel;
  const facts: readonly (readonly [string, unknown, unknown])[] = [
    ['build.sha256', run.build.sha256, sha256],
    ['kernelId', run.kernelId, identity.kernelId],
    ['measureId', run.measureId, identity.measureId],
    ['signature', run.signature, signature],
  ];
  for (const [field, said, found] of facts)
    if (said !== found) throw damaged(`run.json: ${field} is not that of kernel.wasm`);
}

/** Every column that a trial names, by file; a shorter or longer one than the trial counted is no raw fact. */
function readColumns(store: RunReader, trials: readonly TrialFile[]): Map<string, Uint8Array> {
  const columns = new Map<string, Uint8Array>();
  for (const trial of trials) {
    for (const { file, count, warmup } of Object.values(trial.samples ?? {})) {
      const column = store.readSamples(file);
      if (column.length !== count * BYTES_PER_SAMPLE)
        throw damaged(
          `samples/${file} has ${column.length} bytes, its trial counted ${count} samples`,
        );
      if (!Number.isInteger(warmup) || warmup < 0 || warmup >= count)
        throw damaged(`trial ${trial.order} counts ${warmup} of its ${count} samples as warm-up`);
      columns.set(file, column);
    }
  }
  return columns;
}

/** Every planned trial is there, and no other. */
function checkPlan(run: RunFile, trials: readonly TrialFile[], folder: string): void {
  for (const [index, planned] of run.order.entries()) {
    const trial = trials[index];
    const same =
      trial?.order === planned.order &&
      trial.suite === planned.suite &&
      trial.case === planned.case &&
      trial.trial === planned.trial;
    if (same) continue;
    const what = `trial ${planned.order} (${planned.suite}/${planned.case}) is missing`;
    throw run.finishedAt === null
      ? damaged(what, `finish it with ${resumeCommand(folder)}`)
      : damaged(what);
  }
  if (trials.length !== run.order.length)
    throw damaged(`there are ${trials.length} trials, ${run.order.length} were planned`);
}

function damaged(what: string, next = 'verify a finished, unchanged run'): EchometerError {
  return new EchometerError({
    code: 'INCOMPLETE_RUN',
    subject: what,
    what: `the run cannot be verified: ${what}`,
    next,
    exit: EXIT.failed,
  });
}
