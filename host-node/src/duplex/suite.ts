// A whole duplex run: plan, one trial after another, the run's folder from first to last file. It prints nothing and
// measures nothing; each trial runs in its trial host.

import { join } from 'node:path';

import { selectCases, trialParams } from '../../../kernel/api/cases.ts';
import type { CaseList, DuplexCase } from '../../../kernel/api/cases.ts';
import { deriveData } from '../../../kernel/api/derive.ts';
import { planTrials } from '../../../kernel/api/order.ts';
import type { PlannedTrial } from '../../../kernel/api/order.ts';
import type { DataFile, RunFile, TrialFile } from '../../../kernel/api/results.ts';
import { formatDuration } from '../../../kernel/api/units.ts';
import type { LoadedKernel } from '../kernel/load.ts';
import { readDevice, readEnvironment } from '../observe/environment.ts';
import { measureClock, nowNs } from '../observe/clock.ts';
import type { RunOptions } from '../options.ts';
import { packageVersion } from '../package-root.ts';
import { statisticsKernel } from '../results/statistics.ts';
import { RunStore } from '../results/store.ts';
import type { WorkerCommand } from '../worker/command.ts';
import type { Surroundings } from '../commands/command.ts';
import { runTrial } from './orchestrator.ts';

export interface DuplexRun {
  readonly store: RunStore;
  readonly run: RunFile;
  readonly data: DataFile;
}

export interface SuiteParts {
  readonly options: RunOptions;
  readonly list: CaseList;
  readonly kernel: LoadedKernel;
  readonly worker: WorkerCommand;
  readonly surroundings: Surroundings;
}

export async function runSuite(parts: SuiteParts): Promise<DuplexRun> {
  const { options, list, kernel, surroundings } = parts;
  const cases = selectCases(list, options.only);
  const seed = options.seed ?? list.seed;
  const statistics = statisticsKernel(kernel.instantiate());
  const order = planTrials(cases, options.profile, seed, statistics.shuffle);
  const startedAt = new Date().toISOString();
  const store = RunStore.create(options.out, startedAt);
  const started = describeRun(parts, cases, order, seed, startedAt);
  store.writeKernel(kernel.bytes);
  store.writeRun(started);
  const trials = await runTrials(parts, cases, order, store);
  surroundings.signal.throwIfAborted();
  const data = deriveData(statistics, started, trials, (file) => store.readSamples(file));
  store.writeData(data);
  const run = { ...started, finishedAt: new Date().toISOString() };
  store.writeRun(run);
  return { store, run, data };
}

async function runTrials(
  parts: SuiteParts,
  cases: readonly DuplexCase[],
  order: readonly PlannedTrial[],
  store: RunStore,
): Promise<TrialFile[]> {
  const { options, worker, surroundings } = parts;
  const begun = nowNs();
  const trials: TrialFile[] = [];
  for (const planned of order) {
    const before = nowNs();
    const facts = await runTrial(
      {
        ...planned,
        params: trialParams(caseOf(cases, planned), options.profile, 'socket'),
        worker: { executable: worker.executable, args: worker.args },
        kernelFile: join(store.folder, 'kernel.wasm'),
        runFolder: store.folder,
        timeoutMs: options.timeoutMs,
      },
      surroundings.signal,
    );
    store.writeTrial(facts);
    trials.push(facts);
    surroundings.progress(progressLine(order.length, facts, nowNs() - before, nowNs() - begun));
  }
  return trials;
}

function caseOf(cases: readonly DuplexCase[], planned: PlannedTrial): DuplexCase {
  const found = cases.find((c) => c.suite === planned.suite && c.case === planned.case);
  if (found === undefined) throw new RangeError(`${planned.suite}/${planned.case} is not planned`);
  return found;
}

/** `[ 3/27] latency 64B, trial 1: ok in 0.9 s; 2.7 s so far, about 21.4 s left` */
function progressLine(total: number, facts: TrialFile, tookNs: bigint, sinceNs: bigint): string {
  const place = `[${String(facts.order).padStart(String(total).length)}/${total}]`;
  const outcome =
    facts.failure === undefined
      ? facts.state
      : `${facts.state}, ${facts.failure.code}: ${facts.failure.message}`;
  const left = (Number(sinceNs) / facts.order) * (total - facts.order);
  return (
    `${place} ${facts.suite} ${facts.case}, trial ${facts.trial}: ${outcome} in ` +
    `${formatDuration(Number(tookNs))}; ${formatDuration(Number(sinceNs))} so far, about ` +
    `${formatDuration(left)} left`
  );
}

function describeRun(
  parts: SuiteParts,
  cases: readonly DuplexCase[],
  order: readonly PlannedTrial[],
  seed: number,
  startedAt: string,
): RunFile {
  const { options, kernel } = parts;
  return {
    schemaVersion: 1,
    tool: { name: 'echometer', version: packageVersion() },
    suites: [...new Set(cases.map((entry) => entry.suite))],
    profile: options.profile,
    only: options.only,
    seed,
    startedAt,
    finishedAt: null,
    kernelId: kernel.identity.kernelId,
    measureId: kernel.identity.measureId,
    signature: kernel.signature,
    abiVersion: kernel.identity.abiVersion,
    protocolVersion: 1,
    build: { file: 'kernel.wasm', sha256: kernel.sha256, simd: kernel.identity.simd },
    lane: 'socket',
    laneReason:
      options.lane === 'auto' ? 'the socket lane is available everywhere' : 'asked for by --lane',
    order,
    device: readDevice(options.label),
    host: { runtime: 'node', version: process.versions.node, v8: process.versions.v8 },
    worker: parts.worker.facts,
    clock: measureClock(),
    environment: readEnvironment(),
    freshness: { host: 'process', worker: 'process', kernel: 'instance' },
  };
}
