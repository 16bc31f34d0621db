// The loop of a duplex run, the same on every host: one planned trial after the other, what a lane cannot carry named in
// its place, the result derived at the end. How a trial is measured and where it is kept are the host's.

import { digestsOf } from '../collection/digests.ts';
import type { Sha256 } from '../collection/digests.ts';
import type { OpenSource } from '../collection/open.ts';
import type { Workspace } from '../facade/workspace.ts';
import { trialParams } from '../run/cases.ts';
import type { DuplexCase, Profile, TrialParams } from '../run/cases.ts';
import { deriveData } from '../run/derive.ts';
import type { PlannedTrial } from '../run/order.ts';
import type { DataFile, RunFile, TrialFile } from '../run/results.ts';
import { unsupportedTrial } from './trial-file.ts';
import { unsupportedOn, unsupportedReason } from './unsupported.ts';
import type { LaneName } from './unsupported.ts';

export interface TrialLoop {
  readonly order: readonly PlannedTrial[];
  /** Finished trials of an interrupted run. */
  readonly kept: readonly TrialFile[];
  readonly cases: readonly DuplexCase[];
  readonly profile: Profile;
  readonly laneOf: (planned: PlannedTrial) => LaneName;
  readonly measure: (trial: PlannedTrial & { readonly params: TrialParams }) => Promise<TrialFile>;
  /** Keeps it; `measured` counts those of this loop. */
  readonly done: (facts: TrialFile, measured: number) => void;
}

export async function runTrials(loop: TrialLoop): Promise<TrialFile[]> {
  const kept = new Map(loop.kept.map((trial) => [trial.order, trial]));
  const trials: TrialFile[] = [];
  let measured = 0;
  for (const planned of loop.order) {
    const before = kept.get(planned.order);
    if (before === undefined) {
      const facts = await oneTrial(loop, planned);
      measured += 1;
      trials.push(facts);
      loop.done(facts, measured);
    } else trials.push(before);
  }
  return trials;
}

function oneTrial(loop: TrialLoop, planned: PlannedTrial): Promise<TrialFile> {
  const lane = loop.laneOf(planned);
  const trial = {
    ...planned,
    params: trialParams(caseOf(loop.cases, planned), loop.profile, lane),
  };
  const code = unsupportedOn(lane, planned.suite, trial.params);
  if (code === null) return loop.measure(trial);
  return Promise.resolve(unsupportedTrial(trial, unsupportedReason(code)));
}

function caseOf(cases: readonly DuplexCase[], planned: PlannedTrial): DuplexCase {
  const found = cases.find((c) => c.suite === planned.suite && c.case === planned.case);
  if (found === undefined) throw new RangeError(`${planned.suite}/${planned.case} is not planned`);
  return found;
}

/** data.json of a run whose every fact is written. */
export function wholeData(
  workspace: Workspace,
  run: RunFile,
  trials: readonly TrialFile[],
  source: OpenSource,
  hash: Sha256,
): DataFile {
  const data = deriveData(workspace, run, trials, source.samplesOf(trials));
  return { ...data, digests: digestsOf(source, trials, hash) };
}
