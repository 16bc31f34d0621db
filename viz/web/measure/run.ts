// A whole duplex run in a browser: plan, one trial after another in a host of its own, and the run's folder as files in
// memory. The same cases, kernel, pump and derivation as on Node; it draws nothing.
import { selectCases } from '../../../kernel/api/run/cases.ts';
import type { CaseList, Profile, Suite } from '../../../kernel/api/run/cases.ts';
import { kernelSha256 } from '../../../kernel/api/collection/digests.ts';
import { open } from '../../../kernel/api/collection/open.ts';
import type { OpenSource } from '../../../kernel/api/collection/open.ts';
import { readEntries } from '../../../kernel/api/collection/read.ts';
import { workspaceOf } from '../../../kernel/api/facade/workspace.ts';
import { shuffleOrder } from '../../../kernel/api/statistics/draws.ts';
import { planTrials } from '../../../kernel/api/run/order.ts';
import type { PlannedTrial } from '../../../kernel/api/run/order.ts';
import type {
  ClockFacts,
  RunFile,
  TrialFile,
  WorkerFacts,
} from '../../../kernel/api/run/results.ts';
import { trialFileName, workerLogName } from '../../../kernel/api/run/file-names.ts';
import { failedTrial } from '../../../kernel/api/trial/trial-file.ts';
import type { TrialIdentity } from '../../../kernel/api/trial/trial-file.ts';
import { runTrials, wholeData } from '../../../kernel/api/trial/run-trials.ts';
import { unpack } from '../../archive/unpack.ts';
import { MeasureError } from './abilities.ts';
import type { Abilities } from './abilities.ts';
import type { Assets } from './assets.ts';
import { readBrowser } from './device.ts';
import { askHost } from './host.ts';
import type { HostRequest } from './messages.ts';

export interface MeasurePlan {
  readonly profile: Profile;
  readonly suites: readonly Suite[];
  readonly label: string;
  readonly abilities: Abilities;
  readonly assets: Assets;
  readonly signal: AbortSignal;
  /** Called before the first trial and after each. */
  readonly progress: (done: number, total: number, last: TrialFile | null) => void;
}

/** Files by their path in the run's folder. */
export type RunFolder = ReadonlyMap<string, Uint8Array>;

const TIMEOUT_MS = 60_000;
const PRIVATE = 'a page cannot read it';

export async function measureRun(plan: MeasurePlan): Promise<RunFolder> {
  const { assets } = plan;
  const workspace = workspaceOf(assets.kernel.module);
  const only = filterOf(assets.cases, plan.suites);
  const cases = selectCases(assets.cases, only);
  const order = planTrials(cases, plan.profile, assets.cases.seed, (n, seed) =>
    shuffleOrder(workspace, n, seed),
  );
  plan.progress(0, order.length, null);
  const startedAt = new Date().toISOString();
  const { clock, python } = await askPython(plan);
  const run = { ...(await describeRun(plan, order, clock, python)), only, startedAt };
  const folder = new Map<string, Uint8Array>([['kernel.wasm', assets.kernel.bytes]]);
  const trials = await runTrials({
    ...{ order, kept: [], cases, profile: plan.profile, laneOf: () => plan.abilities.lane },
    measure: (trial) => measuredTrial(plan, trial, folder),
    done: (facts, measured) => {
      writeJson(folder, `trials/${trialFileName(facts.order)}`, facts);
      plan.progress(measured, order.length, facts);
    },
  });
  const whole = { ...run, finishedAt: new Date().toISOString() };
  writeJson(folder, 'run.json', whole);
  const hash = kernelSha256(workspace);
  writeJson(folder, 'data.json', wholeData(workspace, run, trials, sourceOf(folder), hash));
  return folder;
}

function sourceOf(folder: RunFolder): OpenSource {
  const entries = Array.from(folder, ([name, bytes]) => ({
    name,
    size: bytes.length,
    read: () => bytes,
  }));
  return open('', [...folder.keys()], readEntries('', entries, unpack));
}

/** Null for the suites that a plain run has, so that both compare. */
function filterOf(list: CaseList, suites: readonly Suite[]): string | null {
  if (suites.length === 0)
    throw new MeasureError(
      'NOTHING_CHOSEN',
      'No suite is chosen.',
      'Choose at least one to measure.',
    );
  const usual = new Set(selectCases(list, null).map(({ suite }) => suite));
  const isUsual = usual.size === suites.length && suites.every((suite) => usual.has(suite));
  return isUsual ? null : suites.join(',');
}

function request(plan: MeasurePlan, trial: HostRequest['trial']): HostRequest {
  return {
    trial,
    module: plan.assets.kernel.module,
    travel: plan.abilities.travel,
    timeoutMs: TIMEOUT_MS,
  };
}

interface PythonFacts {
  readonly python: WorkerFacts;
  /** Of a host like those that measure: a page's own clock may be coarser. */
  readonly clock: ClockFacts;
}

async function askPython(plan: MeasurePlan): Promise<PythonFacts> {
  const reply = await askHost(request(plan, null), plan.assets.interpreter, plan.signal);
  if (reply.kind === 'python') return { python: reply.facts, clock: reply.clock };
  const why = reply.kind === 'failed' ? reply.message : 'it answered something else';
  throw new MeasureError(
    'NO_PYODIDE',
    `CPython on Wasm does not start in this browser: ${why}.`,
    'Another browser may start it.',
  );
}

async function describeRun(
  { profile, label, abilities, assets }: MeasurePlan,
  order: readonly PlannedTrial[],
  clock: ClockFacts,
  worker: WorkerFacts,
): Promise<Omit<RunFile, 'only' | 'startedAt'>> {
  const { kernel } = assets;
  return {
    schemaVersion: 1,
    tool: { name: 'echometer', version: assets.version },
    suites: [...new Set(order.map(({ suite }) => suite))],
    profile,
    seed: assets.cases.seed,
    finishedAt: null,
    kernelId: kernel.identity.kernelId,
    measureId: kernel.identity.measureId,
    signature: kernel.signature,
    abiVersion: kernel.identity.abiVersion,
    protocolVersion: 1,
    build: { file: 'kernel.wasm', sha256: kernel.sha256, simd: kernel.identity.simd },
    lane: abilities.lane,
    laneReason: abilities.laneReason,
    order,
    ...(await readBrowser(label)),
    worker,
    clock,
    environment: {
      loadAverage: [],
      ...Object.fromEntries(
        ['cpuGovernor', 'clockSource', 'cgroupCpuLimit', 'virtualization'].flatMap((name) => [
          [name, null],
          [`${name}Reason`, PRIVATE],
        ]),
      ),
    },
    freshness: { host: 'worker', worker: 'interpreter', kernel: 'instance' },
  };
}

async function measuredTrial(
  plan: MeasurePlan,
  trial: PlannedTrial & TrialIdentity,
  folder: Map<string, Uint8Array>,
): Promise<TrialFile> {
  const reply = await askHost(request(plan, trial), plan.assets.interpreter, plan.signal);
  if (reply.kind === 'failed') return failedTrial(trial, reply);
  if (reply.kind === 'python') throw new TypeError('the trial host answered another question');
  for (const [name, bytes] of reply.samples) folder.set(`samples/${name}`, bytes);
  if (reply.stderr !== '')
    folder.set(`logs/${workerLogName(trial.order)}`, new TextEncoder().encode(reply.stderr));
  return reply.facts;
}

function writeJson(folder: Map<string, Uint8Array>, path: string, value: unknown): void {
  folder.set(path, new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`));
}
