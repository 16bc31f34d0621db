// Makes run folders trial by trial, so that the trials of several runs can be interleaved. The trials are the product's
// own (its trial host, its kernel, its folder); only their order is made here. It compares nothing.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const load = (path) => import(pathToFileURL(join(root, 'dist', path)));
const { parseCases, trialParams } = await load('kernel/api/cases.js');
const { deriveData } = await load('kernel/api/derive.js');
const { chooseLane } = await load('host-node/src/lane/choice.js');
const { describeRun } = await load('host-node/src/duplex/run-file.js');
const { loadKernel } = await load('host-node/src/kernel/load.js');
const { resolveCommand } = await load('host-node/src/worker/command.js');
const { RunStore } = await load('host-node/src/results/store.js');
const { runTrial } = await load('host-node/src/duplex/orchestrator.js');
const { statisticsKernel } = await load('host-node/src/results/statistics.js');

const TIMEOUT_MS = 30_000;
const CASE = { suite: 'latency', case: '64B' };
const kernel = loadKernel();
const lane = chooseLane('socket');
const list = parseCases(readFileSync(join(root, 'kernel/api/cases.json'), 'utf8'));
const entry = list.cases.find((one) => one.suite === CASE.suite && one.case === CASE.case);
const worker = join(root, 'test/fixtures/workers/delayed_echo.py');

/** A run of `trials` short latency trials whose worker waits `delayNs` before every echo. */
export function beginRun(folder, trials, delayNs) {
  const order = Array.from({ length: trials }, (_, index) => {
    return { order: index + 1, ...CASE, trial: index + 1 };
  });
  const plan = { profile: 'quick', only: 'latency/64B', seed: list.seed, order };
  const command = resolveCommand(`python3 -I -S "${worker}" ${delayNs}`);
  const startedAt = new Date().toISOString();
  const facts = { kind: 'command', name: 'delayed_echo.py' };
  const run = describeRun({ plan, kernel, worker: facts, lane, label: null, startedAt });
  const store = RunStore.create(folder, startedAt);
  store.writeKernel(kernel.bytes);
  store.writeRun(run);
  return { folder, store, run, command, trials: [] };
}

/** The next trial of a run. */
export async function measureNext(begun) {
  const { store, run, command, trials } = begun;
  const planned = run.order[trials.length];
  const params = trialParams(entry, run.profile, run.lane);
  const request = {
    ...planned,
    params,
    worker: { executable: command.executable, args: command.args },
    kernelFile: join(store.folder, 'kernel.wasm'),
    runFolder: store.folder,
    timeoutMs: TIMEOUT_MS,
  };
  const trial = await runTrial(request, new AbortController().signal);
  if (trial.state !== 'ok') throw new Error(`${trial.failure?.code}: ${trial.failure?.message}`);
  store.writeTrial(trial);
  trials.push(trial);
}

/** Writes what is derived. */
export function finishRun({ store, run, trials }) {
  const statistics = statisticsKernel(kernel.instantiate());
  const data = deriveData(statistics, run, trials, (file) => store.readSamples(file));
  store.writeData(data);
  store.writeRun({ ...run, finishedAt: new Date().toISOString() });
}

export const isMeasured = (folder) => existsSync(join(folder, 'data.json'));

/** The p50 of every trial. */
export const p50sOf = (folder) =>
  new RunStore(folder).readData().trials.map(({ stats }) => stats.receiptNs.p50);
