// A small run that is the same every time: five trials of docs/sample-run, their samples cut short, with the data.json that
// this kernel derives from them. What the hostile corpus is made of.
import { readFileSync } from 'node:fs';
import { TextEncoder } from 'node:util';

import { digestsOf } from '../../../dist/kernel/api/collection/digests.js';
import { open } from '../../../dist/kernel/api/collection/open.js';
import { deriveData } from '../../../dist/kernel/api/run/derive.js';
import { trialFileName } from '../../../dist/kernel/api/run/file-names.js';
import { loadKernel } from '../../../dist/host-node/src/kernel/load.js';
import { sha256 } from '../../../dist/host-node/src/results/verify.js';

const SAMPLE = new URL('../../../docs/sample-run/', import.meta.url);
/** Latency, resolution A and B, bulk, paused. */
const TAKEN = [3, 10, 11, 26, 90];
const FRAMES = 200;

const read = (name) => readFileSync(new URL(name, SAMPLE));
const json = (value) => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);

/** @returns {Map<string, Uint8Array>} every file by its path in the folder */
export function baseRun() {
  const kernel = loadKernel();
  const files = new Map([['kernel.wasm', new Uint8Array(kernel.bytes)]]);
  const trials = TAKEN.map((order, index) => cutTrial(order, index + 1, files));
  files.set('run.json', json(runOf(kernel, trials)));
  const source = open('run', [...files.keys()], { whole: (name) => files.get(name) });
  const trialFiles = source.trials();
  const workspace = kernel.openWorkspace();
  const derived = deriveData(workspace, source.run(), trialFiles, source.samplesOf(trialFiles));
  files.set('data.json', json({ ...derived, digests: digestsOf(source, trialFiles, sha256) }));
  return files;
}

function cutTrial(from, order, files) {
  const trial = JSON.parse(read(`trials/${trialFileName(from)}`));
  const cut = { ...trial, order };
  if (trial.samples !== undefined) {
    const payload = trial.params.payloadBytes;
    cut.params = { ...trial.params, frames: FRAMES };
    cut.verified = { frames: FRAMES, bytes: FRAMES * payload, mismatches: 0 };
    cut.sessions = [
      { ...trial.sessions[0], verifiedFrames: FRAMES, verifiedBytes: FRAMES * payload },
    ];
    cut.samples = Object.fromEntries(
      Object.entries(trial.samples).map(([name, { file, warmup }]) => {
        const own = file.replace(/^\d+/, String(order).padStart(4, '0'));
        const bytes = read(`samples/${file}`).subarray(0, 8 * (warmup + FRAMES));
        files.set(`samples/${own}`, new Uint8Array(bytes));
        return [name, { file: own, count: warmup + FRAMES, warmup }];
      }),
    );
  }
  files.set(`trials/${trialFileName(order)}`, json(cut));
  return cut;
}

function runOf({ identity, signature, sha256: bytes }, trials) {
  const { kernelId, measureId, abiVersion, simd } = identity;
  return {
    ...JSON.parse(read('run.json')),
    ...{ kernelId, measureId, abiVersion, signature },
    build: { file: 'kernel.wasm', sha256: bytes, simd },
    order: trials.map(({ order, suite, case: name, trial }) => ({
      ...{ order, suite, case: name, trial },
    })),
  };
}
