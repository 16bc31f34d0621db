// `npm run bench:kernel`: the kernel against its peers, both sides of a row in turn, in one process. Not a test: it asserts no time.
// With --write the table replaces the one in docs/performance.md. Peers: `npm ci --prefix test/bench`.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import * as hdr from 'hdr-histogram-js';
import { center, Sample } from 'pragmastat';

import { createKernel } from '../../dist/kernel/api/facade/facade.js';

const ROUNDS = 9;
// Of the rows that take nanoseconds: each of about 2 ms.
const SHORT_ROUNDS = 101;
const SHORT_ROUND_NS = 2e6;
const root = fileURLToPath(new URL('../..', import.meta.url));
const bytes = readFileSync(`${root}build/kernel.wasm`);
const kernel = createKernel(new WebAssembly.Instance(new WebAssembly.Module(bytes), {}));
kernel.openScratch(96 << 20);
const { raw } = kernel;
const take = raw.call('scratchAlloc');
const free = raw.call('scratchReset');
const mark = raw.call('scratchMark');

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

function timeOf(run, repeats) {
  const from = process.hrtime.bigint();
  for (let i = 0; i < repeats; i++) run();
  return Number(process.hrtime.bigint() - from) / repeats;
}

/**
 * Both in turn, whoever is first alternating: the medians of the rounds, and of the ratio within a round. On a busy machine a round
 * must be short, or most of them are interrupted: with rounds of 30 ms verify at 4 KiB read 0.77x, with 2 ms 1.3x (load 13).
 */
function compare({ ours, peer, repeats, rounds = ROUNDS }) {
  const times = { ours: [], peer: [], ratio: [] };
  timeOf(ours, repeats);
  timeOf(peer, repeats);
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? ['ours', 'peer'] : ['peer', 'ours'];
    for (const side of order) times[side].push(timeOf(side === 'ours' ? ours : peer, repeats));
    times.ratio.push(times.peer[round] / times.ours[round]);
  }
  return { ours: median(times.ours), peer: median(times.peer), ratio: median(times.ratio) };
}

// A small seeded generator: the same samples every run.
let state = 20260929;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const latencies = (n) =>
  Float64Array.from({ length: n }, () => Math.round(Math.exp(10 + normal())));

function verification(size) {
  const at = take(size);
  raw.call('payloadFill')(at, size, 3, 77);
  const verify = raw.call('payloadVerify');
  const one = Buffer.from(new Uint8Array(raw.memory.buffer, at, size).slice());
  const two = Buffer.from(one);
  const repeats = Math.ceil(SHORT_ROUND_NS / (50 + size * 0.03));
  const check = (isRight) => {
    if (!isRight) throw new Error('the bytes differ');
  };
  const ours = () => check(verify(at, size, 3, 77) === -1);
  return compare({ ours, peer: () => check(one.equals(two)), repeats, rounds: SHORT_ROUNDS });
}

function quantiles() {
  const values = latencies(1_000_000);
  const probabilities = Float64Array.of(0, 0.05, 0.5, 0.95, 0.99, 1);
  const ps = take(48);
  const out = take(48);
  new Float64Array(raw.memory.buffer, ps, 6).set(probabilities);
  const at = take(8e6);
  const samples = new Float64Array(raw.memory.buffer, at, 1_000_000);
  const call = raw.call('quantiles');
  const ours = () => {
    samples.set(values);
    if (call(at, 1_000_000, ps, 6, 0, out) !== 0) throw new Error('refused');
  };
  const peer = () => Float64Array.from(values).sort();
  return compare({ ours, peer, repeats: 1 });
}

async function histogram() {
  await hdr.initWebAssembly();
  const values = BigUint64Array.from(latencies(1_000_000), BigInt);
  const numbers = Array.from(values, Number);
  const size = raw.call('histogramBytes')(1n, 3_600_000_000_000n, 3);
  const h = take(size);
  raw.call('histogramInit')(h, size, 1n, 3_600_000_000_000n, 3);
  const at = take(8e6);
  const samples = new BigUint64Array(raw.memory.buffer, at, 1_000_000);
  const record = raw.call('histogramRecord');
  const batch = raw.call('histogramRecordBatch');
  const theirs = hdr.build({
    useWebAssembly: true,
    lowestDiscernibleValue: 1,
    highestTrackableValue: 3_600_000_000_000,
    numberOfSignificantValueDigits: 3,
  });
  const peer = () => {
    for (const value of numbers) theirs.recordValue(value);
  };
  const inBatch = compare({
    ours: () => {
      samples.set(values);
      batch(h, at, 1_000_000);
    },
    peer,
    repeats: 1,
  });
  const oneByOne = compare({
    ours: () => {
      for (const value of values) record(h, value, 1n);
    },
    peer,
    repeats: 1,
  });
  return { inBatch, oneByOne };
}

function hodgesLehmann() {
  const values = latencies(100_000);
  const sample = Sample.of(Array.from(values));
  const at = take(8e5);
  const out = take(8);
  const call = raw.call('center');
  const ours = () => {
    new Float64Array(raw.memory.buffer, at, 100_000).set(values);
    if (call(at, 100_000, out) !== 0) throw new Error('refused');
  };
  return compare({ ours, peer: () => center(sample), repeats: 1 });
}

const time = (ns) =>
  ns < 1000
    ? `${ns.toFixed(1)} ns`
    : ns < 1e6
      ? `${(ns / 1e3).toFixed(2)} µs`
      : `${(ns / 1e6).toFixed(2)} ms`;

function row(what, peer, { ours, peer: theirs, ratio }, floor) {
  const isMet = floor === null || ratio >= floor;
  const wanted = floor === null ? '–' : `${floor}x${isMet ? '' : ' (missed)'}`;
  return `| ${what} | ${time(ours)} | ${peer} ${time(theirs)} | ${ratio.toFixed(2)}x | ${wanted} |`;
}

const FLOORS = { 64: 1, 1024: 1, 4096: 1, 16_384: 0.4, 262_144: 0.55, 1_048_576: 0.55 };
const start = mark();
const rows = [];
for (const [size, floor] of Object.entries(FLOORS)) {
  const label = size < 1024 ? `${size} B` : size < 1 << 20 ? `${size / 1024} KiB` : '1 MiB';
  rows.push(row(`verify ${label}`, '`Buffer.equals`', verification(Number(size)), floor));
  free(start);
}
rows.push(row('6 quantiles of 1e6 values', '`Float64Array.sort`', quantiles(), 5));
free(start);
const { inBatch, oneByOne } = await histogram();
rows.push(row('HDR, 1e6 values in one call', 'hdr-histogram-js (Wasm)', inBatch, 4));
rows.push(row('HDR, 1e6 calls with a BigInt', 'hdr-histogram-js (Wasm)', oneByOne, null));
free(start);
rows.push(row('Hodges-Lehmann of 1e5 values', 'pragmastat 12.1.0', hodgesLehmann(), 10));

const date = new Date().toISOString().slice(0, 10);
const table = [
  `${date}, ${cpus().length} x ${cpus()[0].model.trim()}, Node ${process.versions.node}, kernel ${kernel.identity.kernelId}; medians of ${ROUNDS} rounds (verify: ${SHORT_ROUNDS} of 2 ms), both sides in turn, ratios within a round. Higher is better.`,
  '',
  '| what | kernel | peer | ratio | floor |',
  '|---|---|---|---|---|',
  ...rows,
  '',
  `kernel.wasm: ${bytes.length.toLocaleString('en-US')} bytes (floor 96,000).`,
].join('\n');
console.log(table);

if (process.argv.includes('--write')) {
  const page = `${root}docs/performance.md`;
  const text = readFileSync(page, 'utf8');
  const marked = /(<!-- kernel: written by bench:kernel -->\n)[\s\S]*?(<!-- end -->)/;
  if (!marked.test(text)) throw new Error('docs/performance.md has no place for the table');
  writeFileSync(
    page,
    text.replace(marked, (_, open, close) => `${open}\n${table}\n\n${close}`),
  );
}
