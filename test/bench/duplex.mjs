// npm run bench:duplex: the duplex numbers as ratios in one interleaved run. Every round measures each contender of a
// row once, in turn; a ratio is paired within its round, and the median over rounds is printed with its range.
// Usage: node duplex.mjs [--rounds 5] [--row TEXT]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { cHost, echometer, peer } from './contenders.mjs';
import { prepare } from './prepare.mjs';
import { rows } from './rows.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, row: { type: 'string', default: '' } },
});

const load = (path) => import(pathToFileURL(join(root, 'dist', path)));
const { resolvePython } = await load('host-node/src/worker/command.js');
const { createKernel } = await load('kernel/api/facade.js');

/** The kernel's own nearest-rank summary; a fresh instance per column keeps its memory at the column's size. */
function statistics(samples) {
  const module = new WebAssembly.Module(readFileSync(join(root, 'build/kernel.wasm')));
  const kernel = createKernel(new WebAssembly.Instance(module, {}));
  kernel.openScratch(samples.byteLength * 3 + 65_536);
  return kernel.summarizeNs(samples);
}

const { python, missing } = prepare();
const worker = resolvePython(null);
const argv = [worker.executable, ...worker.args];
const contenders = {
  'C host': cHost(argv),
  'C host, asyncio worker': cHost([worker.executable, join(here, 'workers/asyncio_worker.py')]),
  'echometer socket': echometer('socket', worker, statistics),
  'echometer blocking': echometer('blocking', worker, statistics),
};
for (const name of [
  'zeromq',
  'grpc',
  'websocket',
  'json-lines',
  'multiprocessing.Pipe',
  'node-calls-python',
  'pyodide',
]) {
  contenders[name] = peer(name, python);
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const label = ([name, params]) => (params.storage ? `${name}, ${params.storage}` : name);

async function measure(entry, figure) {
  try {
    return (await contenders[entry[0]](entry[1]))[figure];
  } catch (error) {
    process.stderr.write(`  ${label(entry)}: ${error.message.split('\n')[0]}\n`);
    return null;
  }
}

/** The rounds of one row: per contender the figures and the ratios to the base of the same round. */
async function measureRow(row) {
  const entries = [row.base, ...row.others];
  const figures = entries.map(() => []);
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const [index, entry] of entries.entries())
      figures[index].push(await measure(entry, row.figure));
    process.stderr.write(`${row.name}: round ${round + 1}\n`);
  }
  return row.others.map((entry, index) => {
    const pairs = figures[0].map((base, round) => [base, figures[index + 1][round]]);
    const whole = pairs.filter(([base, value]) => base !== null && value !== null);
    const ratios = whole.map(([base, value]) => (row.invert ? base / value : value / base));
    return {
      entry,
      base: median(whole.map(([base]) => base)),
      value: median(whole.map(([, value]) => value)),
      ratios,
    };
  });
}

function verdict({ min, max, aim }, ratio) {
  if (min === undefined && max === undefined) return '';
  const met = min === undefined ? ratio <= max : ratio >= min;
  const aimed = min === undefined ? ratio <= aim : ratio >= aim;
  return aimed ? 'aim met' : met ? 'floor met' : 'MISSED';
}

const format = (figure, value) =>
  figure === 'p50Ns'
    ? `${(value / 1000).toFixed(1)} µs`
    : figure === 'bytesPerSecond'
      ? `${(value / 1e6).toFixed(0)} MB/s`
      : `${(value / 1000).toFixed(1)} k/s`;

const lines = [
  `${cpus()[0].model}, ${cpus().length} cores, Node ${process.version}, ${worker.facts.implementation} ${worker.facts.version}, ` +
    `${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0].toFixed(1)}, ${options.rounds} interleaved rounds`,
  '',
  '| what | contender | base | contender | ratio, median [min, max] | floor / aim | |',
  '|---|---|---|---|---|---|---|',
];
for (const row of rows.filter(({ name }) => name.includes(options.row))) {
  for (const { entry, base, value, ratios } of await measureRow(row)) {
    if (ratios.length === 0) {
      lines.push(`| ${row.name} | ${label(entry)} | | | not measured | | |`);
      continue;
    }
    const ratio = median(ratios);
    const limits = entry[2];
    const range = `[${Math.min(...ratios).toFixed(2)}, ${Math.max(...ratios).toFixed(2)}]`;
    const floor = limits.aim === undefined ? '' : `${limits.max ?? limits.min} / ${limits.aim}`;
    lines.push(
      `| ${row.name} (base: ${label(row.base)}) | ${label(entry)} | ${format(row.figure, base)} | ${format(row.figure, value)} | ` +
        `${ratio.toFixed(2)} ${range} | ${floor} | ${verdict(limits, ratio)} |`,
    );
  }
}
for (const what of missing) lines.push('', `Not here: ${what}`);
mkdirSync(join(here, 'build'), { recursive: true });
writeFileSync(join(here, 'build/duplex.md'), `${lines.join('\n')}\n`);
process.stdout.write(`${lines.join('\n')}\n`);
