// A run folder with ten latency trials of 25,000 samples, made of the sample run's: what the viewer is timed with.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const load = (path) => import(pathToFileURL(join(root, 'dist', path)));
const { deriveData } = await load('kernel/api/run/derive.js');
const { loadKernel } = await load('host-node/src/kernel/load.js');
const { RunStore } = await load('host-node/src/results/store.js');

const TRIALS = 10;
const SAMPLES = 25_000;

export function makeRunOfTen(folder) {
  const source = new RunStore(join(root, 'docs/sample-run'));
  const run = source.readRun();
  const own = source
    .readTrials()
    .filter(({ suite, samples }) => suite === 'latency' && measuredOf(samples) === SAMPLES);
  if (own.length === 0)
    throw new Error(`the sample run has no latency trial of ${SAMPLES} samples`);
  const store = RunStore.create(folder, run.startedAt);
  const trials = Array.from({ length: TRIALS }, (_, index) => {
    const order = index + 1;
    const place = { order, suite: 'latency', case: '64B', trial: order };
    return { ...own[index % own.length], ...place, params: own[0].params };
  });
  for (const trial of trials) {
    for (const { file } of Object.values(trial.samples))
      writeFileSync(join(folder, 'samples', file), source.readSamples(file));
    store.writeTrial(trial);
  }
  const order = trials.map(({ order, suite, case: name, trial }) => {
    return { order, suite, case: name, trial };
  });
  const kernel = loadKernel();
  // The folder's own kernel must be a released one, or the page computes nothing with it.
  const build = { ...run.build, sha256: kernel.sha256 };
  const { kernelId, measureId } = kernel.identity;
  const whole = { ...run, kernelId, measureId, build, order, suites: ['latency'] };
  store.writeKernel(kernel.bytes);
  store.writeRun(whole);
  store.writeData(
    deriveData(kernel.openWorkspace(), whole, trials, (file) => store.readSamples(file)),
  );
  return readFileSync(join(folder, 'data.json')).length;
}

const measuredOf = (samples) =>
  (samples?.receiptNs?.count ?? 0) - (samples?.receiptNs?.warmup ?? 0);
