// Recomputes a run's data.json from its raw facts and says what does not follow from them: a missing trial, a trial that
// contradicts itself, a changed fact, the first number that differs. The kernel is the run's own; the host loads it.

import type { Workspace } from '../facade/workspace.ts';
import { deriveData } from '../run/derive.ts';
import { firstDifference } from '../run/difference.ts';
import type { Difference } from '../run/difference.ts';
import { ResultError } from '../run/result-error.ts';
import type { RunFile, TrialFile, Verified } from '../run/results.ts';
import { changedFile, digestsOf } from './digests.ts';
import type { Sha256 } from './digests.ts';
import type { OpenSource } from './open.ts';

export interface Recomputed {
  readonly trials: number;
  readonly samples: number;
  /** In data.json. */
  readonly difference: Difference | null;
  /** A trial that is missing, or that says two things at once; then nothing else is known. */
  readonly defect: Defect | null;
  /** The first file whose digest is another one. */
  readonly changed: string | null;
  /** Without digests in data.json, only facts that a statistic is made of. */
  readonly covers: 'every fact' | 'statistics only';
}

export interface Defect {
  readonly code: 'INCOMPLETE_RUN' | 'CONTRADICTING_FACTS';
  readonly what: string;
}

export function recompute(source: OpenSource, workspace: Workspace, sha256: Sha256): Recomputed {
  const [run, trials] = [source.run(), source.trials()];
  const { digests, ...found } = source.data();
  const missing = unplanned(run, trials) ?? badColumn(source, trials);
  const twofold = missing === null ? firstContradiction(trials) : null;
  const defect: Defect | null =
    missing !== null
      ? { code: 'INCOMPLETE_RUN', what: missing }
      : twofold === null
        ? null
        : { code: 'CONTRADICTING_FACTS', what: twofold };
  const counts = trials.flatMap(({ samples }) => Object.values(samples ?? {}));
  const about = {
    trials: trials.length,
    samples: counts.reduce((sum, { count }) => sum + count, 0),
    covers: digests === undefined ? 'statistics only' : 'every fact',
  } as const;
  if (defect !== null) return { ...about, difference: null, defect, changed: null };
  const derived = deriveData(workspace, run, trials, source.samplesOf(trials));
  // As it reads back from a file: a statistic that is undefined is no field.
  const written: unknown = JSON.parse(JSON.stringify(derived));
  const changed =
    digests === undefined ? null : changedFile(digests, digestsOf(source, trials, sha256));
  return { ...about, difference: firstDifference(written, found), defect, changed };
}

/** Every planned trial is there, and no other. */
function unplanned(run: RunFile, trials: readonly TrialFile[]): string | null {
  for (const [index, planned] of run.order.entries()) {
    const trial = trials[index];
    const same =
      trial?.order === planned.order &&
      trial.suite === planned.suite &&
      trial.case === planned.case &&
      trial.variant === planned.variant &&
      trial.block === planned.block &&
      trial.trial === planned.trial;
    if (!same) return `trial ${planned.order} (${planned.suite}/${planned.case}) is missing`;
  }
  return trials.length === run.order.length
    ? null
    : `there are ${trials.length} trials, ${run.order.length} were planned`;
}

/** A shorter or longer column than its trial counted is no raw fact; also of a trial that failed. */
function badColumn(source: OpenSource, trials: readonly TrialFile[]): string | null {
  const columnOf = source.samplesOf(trials);
  try {
    for (const { samples } of trials)
      for (const { file } of Object.values(samples ?? {})) columnOf(file);
    return null;
  } catch (error) {
    if (error instanceof ResultError) return error.message;
    throw error;
  }
}

function firstContradiction(trials: readonly TrialFile[]): string | null {
  for (const trial of trials) {
    const why = trial.state === 'ok' ? contradictionIn(trial) : null;
    if (why !== null) return `trial ${trial.order} is ok, but ${why}`;
  }
  return null;
}

/** What its sessions say is what the trial says, and a trial with a mismatch is not ok. */
function contradictionIn(trial: TrialFile): string | null {
  const { verified, warmupVerified, sessions, stamps } = trial;
  const sum = (pick: (session: TrialFile['sessions'][number]) => number): number =>
    sessions.reduce((total, session) => total + pick(session), 0);
  const said: Verified = {
    frames: sum((one) => one.verifiedFrames),
    bytes: sum((one) => one.verifiedBytes),
    mismatches: sum((one) => one.mismatches),
  };
  for (const name of ['frames', 'bytes', 'mismatches'] as const)
    if (said[name] !== verified[name])
      return `its sessions verified ${said[name]} ${name}, the trial ${verified[name]}`;
  if (verified.mismatches + warmupVerified.mismatches > 0) return 'it counts mismatches';
  const isWithin = sessions.every(
    ({ startedNs, endedNs }) =>
      (startedNs === '0' || BigInt(startedNs) >= BigInt(stamps.startedNs)) &&
      BigInt(endedNs) <= BigInt(stamps.endedNs),
  );
  return isWithin ? null : 'a session lies outside of its stamps';
}
