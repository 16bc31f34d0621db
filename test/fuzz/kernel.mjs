// `npm run fuzz:kernel`: every export of the kernel with random arguments, and random conversations of a channel. A trap, a call
// of more than a minute of CPU (a busy machine stops a call for longer), an undocumented status or a NaN that leaves is a failure;
// the seed and the call are printed.
//   --seconds N (600)   --seed N (the clock's)   --build kernel.scalar.wasm
import { readFileSync } from 'node:fs';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

import { createCalls } from './kernel-calls.mjs';
import { converse } from './kernel-channel.mjs';
import { createRandom } from './random.mjs';

const HANG_CPU_US = 60e6;

/** CPU time of this process, all threads: the watching one needs none. */
function cpuUs() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '600' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000_007) },
      build: { type: 'string', default: 'kernel.wasm' },
    },
  });
  return { seconds: Number(values.seconds), seed: Number(values.seed), build: values.build };
}

/** The parent watches: a worker that is in one call for a minute hangs. */
function watch(options) {
  console.log(`seed ${options.seed}, ${options.seconds} s, ${options.build}`);
  const pulse = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(fileURLToPath(import.meta.url), {
    workerData: { ...options, pulse },
    argv: process.argv.slice(2),
  });
  let last = -1;
  let since = cpuUs();
  let current = '';
  const timer = setInterval(() => {
    const beat = Atomics.load(pulse, 0);
    const now = cpuUs();
    if (beat !== last) [last, since] = [beat, now];
    else if (now - since > HANG_CPU_US) finish(`hangs after call ${beat}: ${current}`);
  }, 1000);
  const finish = (failure, text) => {
    clearInterval(timer);
    void worker.terminate();
    console.log(failure === null ? text : `seed ${options.seed}: ${failure}`);
    process.exitCode = failure === null ? 0 : 1;
  };
  worker.on('message', ({ slow, failure, text }) => {
    if (slow !== undefined) current = slow;
    else finish(failure ?? null, text);
  });
  worker.on('error', (error) => finish(`trap or error: ${error.stack}`));
}

function fuzz({ seconds, seed, build, pulse }) {
  const random = createRandom(seed);
  const folder = new URL('../../build/', import.meta.url);
  const module = new WebAssembly.Module(readFileSync(new URL(build, folder)));
  const types = readFileSync(new URL('kernel.d.ts', folder), 'utf8');
  const until = process.hrtime.bigint() + BigInt(Math.round(seconds * 1e9));
  const tell = (text) => {
    Atomics.add(pulse, 0, 1);
    if (random.below(64) === 0) parentPort.postMessage({ slow: text });
  };
  let calls = 0;
  let conversations = 0;
  const perExport = new Map();
  while (process.hrtime.bigint() < until) {
    const caller = createCalls(module, types, random);
    for (let i = 0; i < 400; i++) {
      const { text, name, answered } = caller.next(tell);
      const seen = perExport.get(name) ?? { called: 0, answered: 0, last: '' };
      seen.called += 1;
      seen.answered += answered ? 1 : 0;
      seen.last = text;
      perExport.set(name, seen);
      calls += 1;
    }
    for (let i = 0; i < 4; i++) {
      calls += converse(module, random, tell);
      conversations += 1;
    }
  }
  const never = [...perExport].filter(([, { answered }]) => answered === 0).map(([name]) => name);
  const text =
    `${calls} calls of ${perExport.size} exports, ${conversations} conversations: no trap, no hang, no NaN` +
    (never.length === 0 ? '' : `\nnever answered: ${never.join(', ')}`);
  parentPort.postMessage({ text });
}

if (isMainThread) watch(readOptions());
else fuzz(workerData);
