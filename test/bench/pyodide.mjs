// npm run bench:pyodide: CPython on Wasm beside native CPython, in one interleaved run: the same worker, host, cases and
// verification, only the lane differs. And how long an interpreter takes to start, from the snapshot and plainly.
// Usage: node pyodide.mjs [--rounds 5] [--write]
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { echometer } from './contenders.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const load = (path) => import(pathToFileURL(join(root, 'dist', path)));
const { resolvePython } = await load('host-node/src/worker/command.js');
const { workspaceOf } = await load('kernel/api/facade/workspace.js');
const { summarizeNs } = await load('kernel/api/statistics/durations.js');

function statistics(samples) {
  const module = new WebAssembly.Module(readFileSync(join(root, 'build/kernel.wasm')));
  return summarizeNs(workspaceOf(module), samples);
}

const native = resolvePython(null);
const sides = [
  ['native CPython, socket lane', echometer('socket', native, statistics)],
  ['CPython on Wasm, pyodide lane', echometer('pyodide', null, statistics)],
];
const ROWS = [
  {
    name: '64 B, receipt p50',
    params: { payloadBytes: 64, warmup: 100, frames: 10_000, creditFrames: 1, ackEvery: 1 },
    read: ({ p50Ns }) => p50Ns / 1e3,
    unit: 'µs',
  },
  {
    name: '1 MiB / 16 / 4, verified throughput',
    params: { payloadBytes: 1_048_576, warmup: 30, frames: 1_024, creditFrames: 16, ackEvery: 4 },
    read: ({ bytesPerSecond }) => bytesPerSecond / 1e6,
    unit: 'MB/s',
  },
];

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const spread = (values, digits) =>
  `${median(values).toFixed(digits)} [${Math.min(...values).toFixed(digits)}, ${Math.max(...values).toFixed(digits)}]`;
const rounds = Number(options.rounds);

async function measureRow({ name, params, read, unit }) {
  const figures = sides.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, [, measure]] of sides.entries())
      figures[index].push(read(await measure(params)));
    process.stderr.write(`${name}: round ${round + 1}\n`);
  }
  const ratios = figures[0].map((base, round) => figures[1][round] / base);
  return `| ${name}, ${unit} | ${figures.map((values) => spread(values, 1)).join(' | ')} | ${spread(ratios, 2)} |`;
}

function sources() {
  const files = ['echometer_worker', 'echometer_pyodide'].flatMap((folder) =>
    readdirSync(join(root, 'python', folder))
      .filter((file) => file.endsWith('.py'))
      .map((file) => `${folder}/${file}`),
  );
  return Object.fromEntries(
    files.map((file) => [file, readFileSync(join(root, 'python', file), 'utf8')]),
  );
}

/** Of a fresh thread, from its entry to the interpreter that can serve; the thread's own start is not in it. */
function startOnce(snapshotFile) {
  const entry = join(root, 'dist/viz/web/pyodide/node-thread.js');
  const worker = new Worker(entry, { workerData: { sources: sources(), snapshotFile } });
  return new Promise((resolve, reject) => {
    worker.on('message', (reply) => {
      void worker.terminate();
      if (reply.kind === 'ready') resolve(reply.started);
      else reject(new Error(reply.message));
    });
    worker.on('error', reject);
  });
}

async function measureStart() {
  const snapshot = join(root, 'dist/page/pyodide/snapshot.bin');
  if (!existsSync(snapshot)) throw new Error(`${snapshot} is missing: run npm run build`);
  const seconds = { plain: [], snapshot: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const file of [null, snapshot]) {
      const { start, elapsedNs } = await startOnce(file);
      seconds[start].push(elapsedNs / 1e9);
    }
    process.stderr.write(`start: round ${round + 1}\n`);
  }
  const ratios = seconds.plain.map((plain, round) => seconds.snapshot[round] / plain);
  return `| start of an interpreter, s (plain, then from the snapshot) | ${spread(seconds.plain, 2)} | ${spread(seconds.snapshot, 2)} | ${spread(ratios, 2)} |`;
}

const loadBefore = loadavg()[0];
const lines = [
  '| what | native CPython, socket lane | CPython on Wasm, pyodide lane | ratio |',
  '|---|---|---|---|',
];
for (const row of ROWS) lines.push(await measureRow(row));
lines.push(await measureStart());
const text =
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${cpus()[0].model}, Node ${process.versions.node}, ` +
  `CPython ${native.facts.version} and Pyodide's; load ${loadBefore.toFixed(1)} before and ${loadavg()[0].toFixed(1)} after; ` +
  `${rounds} rounds, both sides in turn; median [observed minimum, maximum].\n\n${lines.join('\n')}`;
process.stdout.write(`${text}\n`);
if (options.write) {
  const page = join(root, 'docs/performance.md');
  const marks = /(<!-- pyodide: written by bench:pyodide -->\n\n)[\s\S]*?(\n\n<!-- end -->)/;
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(marks, (_, a, b) => `${a}${text}${b}`),
  );
}
