// A whole duplex run: plan, one trial after another, the run's folder from first to last file. It prints nothing and
// measures nothing; each trial runs in its trial host.

import { join } from 'node:path';

import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { planBlocks } from '../../../kernel/api/run/blocks.ts';
import type { CaseList, DuplexCase, Profile } from '../../../kernel/api/run/cases.ts';
import { addTrials, planTrials } from '../../../kernel/api/run/order.ts';
import type { PlannedTrial, Shuffle } from '../../../kernel/api/run/order.ts';
import type { DataFile, RunFile, TrialFile } from '../../../kernel/api/run/results.ts';
import { shuffleOrder } from '../../../kernel/api/statistics/draws.ts';
import { runTrials, wholeData } from '../../../kernel/api/trial/run-trials.ts';
import type { TrialIdentity } from '../../../kernel/api/trial/trial-file.ts';
import { formatDuration } from '../../../viz/text/numbers.ts';
import type { Surroundings } from '../command/command.ts';
import { interruptedRun, usageError } from '../errors.ts';
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
import type { Setups } from './setup.ts';

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
  /** The run that is repeated. */
  readonly again?: RunFile;
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
  const trials = await measuredTrials(parts, begun);
  const run = { ...started, finishedAt: started.finishedAt ?? new Date().toISOString() };
  store.writeRun(run);
  const data = wholeData(workspace, run, trials, store.source(), sha256);
  store.writeData(data);
  return { store, run, data };
}

function beginRun(parts: SuiteParts, workspace: Workspace): InterruptedRun {
  const { options, list, kernel } = parts;
  const { again } = options;
  const { profile, only } = again ?? options;
  if (again !== undefined) requireVariants(again, parts.setups);
  const seed = again?.seed ?? options.seed ?? list.seed;
  const own = again === undefined ? readOwnCases(options) : plannedOwnCases(again);
  const order = again?.order ?? planOf(parts, chosenCases(list, own, only), shuffleOf(workspace));
  const startedAt = new Date().toISOString();
  const store = RunStore.create(options.out, startedAt);
  const ownCases = own.length === 0 ? {} : { ownCases: own };
  const plan = { profile, only, seed, order, ...ownCases, serializers: options.plansSerializers };
  const { label } = options;
  const { argv } = parts.surroundings;
  const run = describeRun({ plan, kernel, setups: parts.setups, label, startedAt, argv });
  store.writeKernel(kernel.bytes);
  store.writeRun(run);
  return { store, run, finished: [] };
}

/** A run that is repeated has the variants that it had. */
function requireVariants(again: RunFile, setups: Setups): void {
  const planned = again.variants?.map(({ name }) => name) ?? [''];
  const here = setups.map(({ name }) => name);
  if (JSON.stringify(planned) === JSON.stringify(here)) return;
  throw usageError(
    'OTHER_VARIANTS',
    '--variant',
    `the run has the variants ${planned.join(', ')}, not ${here.join(', ')}`,
    'name them as they were',
  );
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
  requireSame(run, describeRun({ ...here, label: device.label, startedAt, argv: [] }));
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

function measuredTrials(parts: SuiteParts, begun: InterruptedRun): Promise<TrialFile[]> {
  const { surroundings, setups } = parts;
  const { store, run, finished } = begun;
  const missing = run.order.length - finished.length;
  const begunNs = nowNs();
  let lastNs = begunNs;
  return runTrials({
    order: run.order,
    kept: finished,
    cases: withOwn(parts.list, plannedOwnCases(run)).cases,
    profile: run.profile,
    laneOf: ({ variant }) => setupOf(setups, variant).lane.lane,
    measure: (trial) => measuredTrial(parts, begun, trial),
    done: (facts, measured) => {
      store.writeTrial(facts);
      const [beforeNs, doneNs] = [lastNs, nowNs()];
      lastNs = doneNs;
      const sinceNs = doneNs - begunNs;
      const leftNs = (Number(sinceNs) / measured) * (missing - measured);
      surroundings.progress(
        progressLine(run.order.length, facts, doneNs - beforeNs, sinceNs, leftNs),
      );
    },
  });
}

async function measuredTrial(
  { options, surroundings, setups }: SuiteParts,
  { store }: InterruptedRun,
  trial: PlannedTrial & TrialIdentity,
): Promise<TrialFile> {
  refuseInterrupted(surroundings, store);
  const { worker, cpus } = setupOf(setups, trial.variant);
  const request = {
    ...trial,
    worker: worker.start,
    cpus,
    kernelFile: join(store.folder, 'kernel.wasm'),
    runFolder: store.folder,
    timeoutMs: options.timeoutMs,
  };
  try {
    return await runTrial(request, surroundings.signal);
  } catch (error) {
    // Whatever it says: the trial host gets the Ctrl-C too.
    refuseInterrupted(surroundings, store);
    throw error;
  }
}

function refuseInterrupted({ signal }: Surroundings, { folder }: RunStore): void {
  if (signal.aborted) throw interruptedRun(folder);
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
