// npm run bench:duplex: the duplex numbers as ratios in one interleaved run. Every round measures each contender of a
// row once, in turn; a ratio is paired within its round, and the median over rounds is printed with its range.
// Usage: node duplex.mjs [--rounds 7] [--row TEXT] [--write]    --write puts the tables into docs/performance.md
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { cHost, echometer, peer } from './contenders.mjs';
import { keepAwake } from './awake.mjs';
import { prepare } from './prepare.mjs';
import { rows } from './rows.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    row: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});

const load = (path) => import(pathToFileURL(join(root, 'dist', path)));
const { resolvePython } = await load('host-node/src/worker/command.js');
const { workspaceOf } = await load('kernel/api/facade/workspace.js');
const { summarizeNs } = await load('kernel/api/statistics/durations.js');

/** The kernel's own nearest-rank summary; a fresh instance per column keeps its memory at the column's size. */
function statistics(samples) {
  const module = new WebAssembly.Module(readFileSync(join(root, 'build/kernel.wasm')));
  return summarizeNs(workspaceOf(module), samples);
}

const begun = performance.now();
const awake = keepAwake();
const { python, missing } = prepare();
const worker = resolvePython(null);
const ours = [worker.executable, ...worker.args];
const asyncio = [worker.executable, join(here, 'workers/asyncio_worker.py')];
const contenders = {
  'C host': cHost(ours),
  'C host, processor 0': cHost(ours, [0, 0]),
  'C host, processors 0 and 1': cHost(ours, [0, 1]),
  'C host, asyncio worker': cHost(asyncio),
  'C host, asyncio worker, processor 0': cHost(asyncio, [0, 0]),
  'C host, asyncio worker, processors 0 and 1': cHost(asyncio, [0, 1]),
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

async function measure(entry) {
  try {
    return await contenders[entry[0]](entry[1]);
  } catch (error) {
    process.stderr.write(`  ${label(entry)}: ${error.message.split('\n')[0]}\n`);
    return null;
  }
}

/** Per entry of a row its results, one a round; the order turns around from round to round. */
async function measureRow({ name, bases, others }) {
  const entries = [...bases, ...others];
  const results = entries.map(() => []);
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const order = [...entries.keys()];
    for (const index of round % 2 === 0 ? order : order.toReversed())
      results[index][round] = await measure(entries[index]);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    process.stderr.write(`${name}: round ${round + 1}, ${seconds} s so far\n`);
  }
  return results;
}

/** One line of the table: a contender against a base, paired within rounds. */
function compare({ name, figure, invert }, base, entry, limits = {}) {
  const what = `| ${name} | ${label(base.entry)} | `;
  const pairs = base.results
    .map((result, round) => [result?.[figure], entry.results[round]?.[figure]])
    .filter((pair) => pair.every((value) => value !== undefined));
  if (pairs.length === 0) return `${what}| ${label(entry.entry)} | | not measured | | |`;
  const ratios = pairs.map(([one, other]) => (invert ? one / other : other / one));
  const ratio = median(ratios);
  const range = `[${Math.min(...ratios).toFixed(2)}, ${Math.max(...ratios).toFixed(2)}]`;
  return (
    `${what}${format(figure, median(pairs.map(([one]) => one)))} | ${label(entry.entry)} | ` +
    `${format(figure, median(pairs.map(([, other]) => other)))} | ${ratio.toFixed(2)} ${range} | ` +
    `${limits.max ?? limits.min ?? '–'} / ${limits.aim ?? '–'} | ${verdict(limits, ratio)} |`
  );
}

function verdict({ min, max, aim }, ratio) {
  if (aim === undefined) return '';
  if (max === undefined ? ratio >= aim : ratio <= aim) return 'aim met';
  if (min === undefined && max === undefined) return 'below the aim';
  return (max === undefined ? ratio >= min : ratio <= max) ? 'floor met' : 'MISSED';
}

function format(figure, value) {
  if (figure === 'p50Ns') return `${(value / 1000).toFixed(1)} µs`;
  if (figure === 'bytesPerSecond') return `${(value / 1e6).toFixed(0)} MB/s`;
  return `${(value / 1000).toFixed(1)} k/s`;
}

/** Processor time of a message, for the entries whose processes are ours to read. */
function costs({ name }, { entry, results }) {
  const known = results.filter((result) => result?.hostCpuNs !== undefined);
  if (known.length === 0) return [];
  const us = (figure) => (median(known.map((result) => result[figure])) / 1000).toFixed(1);
  return [`| ${name} | ${label(entry)} | ${us('hostCpuNs')} | ${us('workerCpuNs')} |`];
}

const table = [];
const cost = [];
for (const row of rows.filter(({ name }) => name.includes(options.row))) {
  const results = await measureRow(row);
  const measured = [...row.bases, ...row.others].map((entry, index) => ({
    entry,
    results: results[index],
  }));
  const others = measured.slice(row.bases.length);
  for (const [which, base] of measured.slice(0, row.bases.length).entries())
    for (const other of others)
      if (which === 0 || other.entry[2] !== undefined)
        table.push(compare(row, base, other, other.entry[2 + which]));
  cost.push(...measured.flatMap((one) => costs(row, one)));
}
const lines = [
  `${cpus()[0].model}, ${cpus().length} cores, Node ${process.version}, ${worker.facts.implementation} ${worker.facts.version}, ` +
    `${new Date().toISOString().slice(0, 10)}, ${awake}, load ${loadavg()[0].toFixed(1)} at the end (the spinning included), ${options.rounds} interleaved rounds in ` +
    `${((performance.now() - begun) / 60_000).toFixed(1)} minutes.`,
  '',
  '| what | base | | contender | | ratio, median [min, max] | floor / aim | |',
  '|---|---|---|---|---|---|---|---|',
  ...table,
  '',
  'Processor time of one message, median over the rounds:',
  '',
  '| what | contender | host, µs | worker, µs |',
  '|---|---|---|---|',
  ...cost,
  ...missing.flatMap((what) => ['', `Not here: ${what}`]),
];
process.stdout.write(`${lines.join('\n')}\n`);

if (options.write) {
  const page = join(root, 'docs/performance.md');
  const marked = /(<!-- duplex: written by bench:duplex -->\n)[\s\S]*?(<!-- end -->)/;
  const text = readFileSync(page, 'utf8');
  if (!marked.test(text)) throw new Error('docs/performance.md has no place for the tables');
  writeFileSync(
    page,
    text.replace(marked, (_, open, close) => `${open}\n${lines.join('\n')}\n\n${close}`),
  );
}
