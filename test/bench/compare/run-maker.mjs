// Makes run folders trial by trial, so that the trials of several runs can be interleaved. The trials are the product's
// own (its trial host, its kernel, its folder); only their order is made here. It compares nothing.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const load = (path) => import(pathToFileURL(join(root, 'dist', path)));
const { parseCases, trialParams } = await load('kernel/api/run/cases.js');
const { deriveData } = await load('kernel/api/run/derive.js');
const { chooseLane } = await load('host-node/src/lane/choice.js');
const { describeRun } = await load('host-node/src/duplex/run-file.js');
const { loadKernel } = await load('host-node/src/kernel/load.js');
const { resolveCommand } = await load('host-node/src/worker/command.js');
const { RunStore } = await load('host-node/src/results/store.js');
const { runTrial } = await load('host-node/src/duplex/orchestrator.js');

const TIMEOUT_MS = 30_000;
const SUITE = 'latency';
const CASE = '64B';
const PROFILE = 'quick';
const kernel = loadKernel();
const lane = chooseLane('socket');
const list = parseCases(readFileSync(join(root, 'kernel/api/run/cases.json'), 'utf8'));
const entryOf = ({ suite, case: name }) =>
  list.cases.find((one) => one.suite === suite && one.case === name);
const worker = join(root, 'test/fixtures/workers/delayed_echo.py');
/** A/A pairs of a run, as `quick` has them: the run's own resolution is the default threshold of `compare`. */
const PAIRS = entryOf({ suite: 'resolution', case: 'A' }).counts[PROFILE].trials;

/** What is measured in one go: a trial of the compared case, or an A/A pair; the pairs are spread over the run. */
function stepsOf(trials) {
  const pairAfter = Array.from({ length: PAIRS }, (_, k) => Math.ceil(((k + 1) * trials) / PAIRS));
  return Array.from({ length: trials }, (_, index) => index + 1).flatMap((trial) => [
    [{ suite: SUITE, case: CASE, trial }],
    ...pairAfter.flatMap((after, k) =>
      after === trial
        ? [['A', 'B'].map((side) => ({ suite: 'resolution', case: side, trial: k + 1 }))]
        : [],
    ),
  ]);
}

/** A run of `trials` short latency trials and the A/A pairs of `quick`. */
export function beginRun(folder, trials) {
  let planned = 0;
  const steps = stepsOf(trials).map((step) => step.map((one) => ({ order: ++planned, ...one })));
  const only = `${SUITE}/${CASE},resolution`;
  const plan = { profile: PROFILE, only, seed: list.seed, order: steps.flat() };
  const startedAt = new Date().toISOString();
  const facts = { kind: 'command', name: 'delayed_echo.py' };
  const setups = [{ name: '', lane, worker: { start: null, facts } }];
  const run = describeRun({ plan, kernel, setups, label: null, startedAt });
  const store = RunStore.create(folder, startedAt);
  store.writeKernel(kernel.bytes);
  store.writeRun(run);
  return { folder, store, run, steps, trials: [] };
}

/** The run's next step, with a worker that waits `delayNs` before every echo; the p50 of its compared trials. */
export async function measureNext(begun, delayNs) {
  const p50s = [];
  for (const planned of begun.steps.shift() ?? []) {
    const trial = await measure(begun, planned, delayNs);
    if (planned.suite === SUITE) p50s.push(p50Of(begun, trial));
  }
  return p50s;
}

async function measure({ store, run, trials }, planned, delayNs) {
  const params = trialParams(entryOf(planned), run.profile, run.lane);
  const command = resolveCommand(`python3 -I -S "${worker}" ${delayNs}`);
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
  return trial;
}

const derive = ({ store, run }, trials) =>
  deriveData(kernel.openWorkspace(), run, trials, (file) => store.readSamples(file));

const p50Of = (begun, trial) => derive(begun, [trial]).trials[0].stats.receiptNs.p50;

/** Writes what is derived. */
export function finishRun(begun) {
  begun.store.writeData(derive(begun, begun.trials));
  begun.store.writeRun({ ...begun.run, finishedAt: new Date().toISOString() });
}

export const isMeasured = (folder) => existsSync(join(folder, 'data.json'));

/** The p50 of every compared trial. */
export const p50sOf = (folder) =>
  new RunStore(folder)
    .readData()
    .trials.filter(({ suite }) => suite === SUITE)
    .map(({ stats }) => stats.receiptNs.p50);

/** The A/A resolution of a run, in percent. */
export const resolutionOf = (folder) => new RunStore(folder).readData().resolution.percent;
