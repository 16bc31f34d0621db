// A whole duplex run: plan, one trial after another, the run's folder from first to last file. It prints nothing and
// measures nothing; each trial runs in its trial host.

import { join } from 'node:path';

import { digestsOf } from '../../../kernel/api/collection/digests.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { planBlocks } from '../../../kernel/api/run/blocks.ts';
import { trialParams } from '../../../kernel/api/run/cases.ts';
import type { CaseList, DuplexCase, Profile } from '../../../kernel/api/run/cases.ts';
import { deriveData } from '../../../kernel/api/run/derive.ts';
import { addTrials, planTrials } from '../../../kernel/api/run/order.ts';
import type { PlannedTrial, Shuffle } from '../../../kernel/api/run/order.ts';
import type { DataFile, RunFile, TrialFile } from '../../../kernel/api/run/results.ts';
import { shuffleOrder } from '../../../kernel/api/statistics/draws.ts';
import { unsupportedTrial } from '../../../kernel/api/trial/trial-file.ts';
import type { TrialIdentity } from '../../../kernel/api/trial/trial-file.ts';
import { unsupportedOn, unsupportedReason } from '../../../kernel/api/trial/unsupported.ts';
import { formatDuration } from '../../../viz/text/numbers.ts';
import type { Surroundings } from '../command/command.ts';
import { interruptedRun } from '../errors.ts';
import type { LoadedKernel } from '../kernel/load.ts';
import { nowNs } from '../observe/clock.ts';
import { RunStore } from '../results/store.ts';
import { sha256 } from '../results/verify.ts';
import { runTrial } from './orchestrator.ts';
import type { OwnCaseOptions } from './own-cases.ts';
import { chosenCases, plannedOwnCases, readOwnCases, withOwn } from './own-cases.ts';
import { openInterrupted, requireKnown, requireSame } from './resume.ts';
import type { InterruptedRun } from './resume.ts';
import { describeRun } from './run-file.ts';
import { setupOf } from './setup.ts';
import type { Setup, Setups } from './setup.ts';

export interface DuplexRun {
  readonly store: RunStore;
  readonly run: RunFile;
  readonly data: DataFile;
}

export interface SuiteOptions extends OwnCaseOptions {
  readonly profile: Profile;
  readonly only: string | null;
  readonly seed: number | null;
  /** Of every case instead of the profile's; with `resume` cases are brought up to it. */
  readonly trials: number | null;
  readonly out: string | null;
  readonly resume: string | null;
  readonly label: string | null;
  readonly timeoutMs: number;
  /** The serializers follow into the same folder. */
  readonly plansSerializers: boolean;
}

export interface SuiteParts {
  readonly options: SuiteOptions;
  readonly list: CaseList;
  readonly kernel: LoadedKernel;
  readonly setups: Setups;
  readonly surroundings: Surroundings;
}

export async function runSuite(parts: SuiteParts): Promise<DuplexRun> {
  const workspace = parts.kernel.openWorkspace();
  const begun =
    parts.options.resume === null
      ? beginRun(parts, workspace)
      : resumeRun(parts, parts.options.resume, workspace);
  const { store, run: started } = begun;
  const trials = await runTrials(parts, begun);
  const run = { ...started, finishedAt: started.finishedAt ?? new Date().toISOString() };
  store.writeRun(run);
  const source = store.source();
  const derived = deriveData(workspace, run, trials, source.samplesOf(trials));
  const data = { ...derived, digests: digestsOf(source, trials, sha256) };
  store.writeData(data);
  return { store, run, data };
}

function beginRun(parts: SuiteParts, workspace: Workspace): InterruptedRun {
  const { options, list, kernel } = parts;
  const { profile, only } = options;
  const seed = options.seed ?? list.seed;
  const own = readOwnCases(options);
  const order = planOf(parts, chosenCases(list, own, only), shuffleOf(workspace));
  const startedAt = new Date().toISOString();
  const store = RunStore.create(options.out, startedAt);
  const ownCases = own.length === 0 ? {} : { ownCases: own };
  const plan = { profile, only, seed, order, ...ownCases, serializers: options.plansSerializers };
  const { label } = options;
  const run = describeRun({ plan, kernel, setups: parts.setups, label, startedAt });
  store.writeKernel(kernel.bytes);
  store.writeRun(run);
  return { store, run, finished: [] };
}

/** Variants are measured in blocks, which the A/A pairs have no place in. */
function planOf(
  { options, list, setups }: SuiteParts,
  cases: readonly DuplexCase[],
  shuffle: Shuffle,
): PlannedTrial[] {
  const { profile, trials } = options;
  const seed = options.seed ?? list.seed;
  if (setups.length === 1) return planTrials(cases, profile, seed, shuffle, trials);
  const variants = setups.map(({ name }) => name);
  const blocksOf = ({ counts }: DuplexCase): number => trials ?? counts[profile].trials;
  return planBlocks({ cases, variants, seed, blocksOf }, shuffle);
}

const shuffleOf =
  (workspace: Workspace): Shuffle =>
  (n, seed) =>
    shuffleOrder(workspace, n, seed);

function resumeRun(parts: SuiteParts, folder: string, workspace: Workspace): InterruptedRun {
  const interrupted = openInterrupted(folder);
  const { store, run, finished } = interrupted;
  const { startedAt, device } = run;
  const here = { plan: run, kernel: parts.kernel, setups: parts.setups };
  requireSame(run, describeRun({ ...here, label: device.label, startedAt }));
  const known = withOwn(parts.list, plannedOwnCases(run)).cases;
  requireKnown(run, known);
  const order = longerOrder(parts.options.trials, run, known, shuffleOf(workspace));
  if (run.finishedAt !== null && order.length === run.order.length) return interrupted;
  const resumedAt = [...(run.resumedAt ?? []), new Date().toISOString()];
  const resumed = { ...run, order, finishedAt: null, resumedAt };
  // A run that goes on is unfinished until its numbers are those of all its trials.
  store.removeData();
  // The same bytes, as requireSame found; the file may be missing or damaged.
  store.writeKernel(parts.kernel.bytes);
  store.writeRun(resumed);
  return { store, run: resumed, finished };
}

/** With `--trials` every case is brought up to so many trials, or blocks. */
function longerOrder(
  trials: number | null,
  { order, seed, variants }: RunFile,
  known: readonly DuplexCase[],
  shuffle: Shuffle,
): readonly PlannedTrial[] {
  if (trials === null) return order;
  if (variants === undefined) return addTrials(order, trials, seed, shuffle);
  const isPlanned = (one: DuplexCase): boolean =>
    order.some((planned) => planned.suite === one.suite && planned.case === one.case);
  const cases = known.filter(isPlanned);
  const names = variants.map(({ name }) => name);
  const plan = { cases, variants: names, seed, blocksOf: () => trials, before: order };
  return planBlocks(plan, shuffle);
}

async function runTrials(parts: SuiteParts, begun: InterruptedRun): Promise<TrialFile[]> {
  const { surroundings } = parts;
  const { store, run, finished } = begun;
  const list = withOwn(parts.list, plannedOwnCases(run));
  const begunNs = nowNs();
  const kept = new Map(finished.map((trial) => [trial.order, trial]));
  const missing = run.order.filter(({ order }) => !kept.has(order)).length;
  let measured = 0;
  const trials: TrialFile[] = [];
  for (const planned of run.order) {
    const before = kept.get(planned.order);
    if (before !== undefined) {
      trials.push(before);
      continue;
    }
    if (surroundings.signal.aborted) throw interruptedRun(store.folder);
    const beforeNs = nowNs();
    const setup = setupOf(parts.setups, planned.variant);
    const params = trialParams(caseOf(list.cases, planned), run.profile, setup.lane.lane);
    const facts = await oneTrial(parts, setup, begun.store, { ...planned, params }).catch(
      (error: unknown) => {
        throw surroundings.signal.aborted ? interruptedRun(store.folder) : error;
      },
    );
    store.writeTrial(facts);
    trials.push(facts);
    const nowDoneNs = nowNs();
    measured += 1;
    const sinceNs = nowDoneNs - begunNs;
    const leftNs = (Number(sinceNs) / measured) * (missing - measured);
    surroundings.progress(
      progressLine(run.order.length, facts, nowDoneNs - beforeNs, sinceNs, leftNs),
    );
  }
  return trials;
}

function oneTrial(
  { options, surroundings }: SuiteParts,
  { lane, worker }: Setup,
  store: RunStore,
  trial: TrialIdentity,
): Promise<TrialFile> {
  const code = unsupportedOn(lane.lane, trial.suite, trial.params);
  if (code !== null) return Promise.resolve(unsupportedTrial(trial, unsupportedReason(code)));
  return runTrial(
    {
      ...trial,
      worker: worker.start,
      kernelFile: join(store.folder, 'kernel.wasm'),
      runFolder: store.folder,
      timeoutMs: options.timeoutMs,
    },
    surroundings.signal,
  );
}

function caseOf(cases: readonly DuplexCase[], planned: PlannedTrial): DuplexCase {
  const found = cases.find((c) => c.suite === planned.suite && c.case === planned.case);
  if (found === undefined) throw new RangeError(`${planned.suite}/${planned.case} is not planned`);
  return found;
}

export const trialText = ({ trial, variant }: Pick<TrialFile, 'trial' | 'variant'>): string =>
  variant === undefined ? `trial ${trial}` : `trial ${trial} of ${variant}`;

/** `[ 3/27] latency 64B, trial 1: ok in 0.9 s; 2.7 s so far, about 21.4 s left` */
function progressLine(
  total: number,
  facts: TrialFile,
  tookNs: bigint,
  sinceNs: bigint,
  leftNs: number,
): string {
  const place = `[${String(facts.order).padStart(String(total).length)}/${total}]`;
  const outcome =
    facts.failure === undefined
      ? facts.state
      : `${facts.state}, ${facts.failure.code}: ${facts.failure.message}`;
  const left = leftNs === 0 ? '' : `, about ${formatDuration(leftNs)} left`;
  return (
    `${place} ${facts.suite} ${facts.case}, ${trialText(facts)}: ${outcome} in ` +
    `${formatDuration(Number(tookNs))}; ${formatDuration(Number(sinceNs))} so far${left}`
  );
}
