// Records what the kernel does with the vectors, for engines to repeat bit by bit. Runs on V8; judges nothing.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { regionBytes } from '../../dist/kernel/api/conformance/calls.js';
import { VECTOR_RUNNERS } from '../../dist/kernel/api/conformance/suites.js';
import { createWorkspace } from '../../dist/kernel/api/facade/workspace.js';
import { recordedExports } from './recorded-kernel.mjs';

// Lines of a transcript; addresses are absolute, because the kernel's layout is the same everywhere
//   w ADDRESS HEX            write bytes
//   c NAME RESULT ARG...     call; i = i32, l = u64 in decimal, d = 16 hex digits of an f64
//   m ADDRESS BYTES HASH     FNV-1a, 64 bits in hex, of memory
const SCRATCH_BYTES = 32 << 20;
const MOST_STREAM = 1000;
const GUARD = 64;

const hexOf = (bytes) => Buffer.from(bytes).toString('hex');

export function fnv1a(bytes) {
  let low = 0x84222325;
  let high = 0xcbf29ce4;
  for (const byte of bytes) {
    low = (low ^ byte) >>> 0;
    const product = low * 0x1b3;
    const carry = Math.floor(product / 2 ** 32);
    high = (Math.imul(high, 0x1b3) + carry + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

class Recorder {
  lines = [];
  calls = 0;

  constructor(exports) {
    this.exports = exports;
  }

  write(at, bytes) {
    if (bytes.length === 0) return;
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    this.lines.push(`w ${at} ${hexOf(bytes)}`);
  }

  /** Arguments as transcript words. */
  call(name, words) {
    const values = words.map((word) => {
      if (word[0] === 'l') return BigInt(word.slice(1));
      return word[0] === 'd'
        ? Buffer.from(word.slice(1), 'hex').readDoubleBE()
        : Number(word.slice(1));
    });
    const got = this.exports[name](...values);
    const result = typeof got === 'bigint' ? `l${BigInt.asUintN(64, got)}` : `i${got | 0}`;
    this.lines.push(['c', name, result, ...words].join(' '));
    this.calls += 1;
    return got;
  }

  check(at, length) {
    if (length === 0) return;
    const bytes = new Uint8Array(this.exports.memory.buffer, at, length);
    this.lines.push(`m ${at} ${length} ${fnv1a(bytes)}`);
  }
}

function recordCase(recorder, vector) {
  const mark = recorder.call('scratchMark', []);
  const places = new Map();
  for (const [name, region] of Object.entries(vector.input.memory)) {
    const bytes = regionBytes(region);
    const at = (recorder.call('scratchAlloc', [`i${bytes.length + GUARD}`]) >>> 0) + GUARD / 2;
    recorder.write(at, bytes);
    places.set(name, [at, bytes.length]);
  }
  for (const [name, ...given] of vector.input.steps) {
    const words = given.map((value) => {
      if (typeof value === 'number') return `i${value}`;
      if (value.startsWith('@')) return `i${places.get(value.slice(1))[0]}`;
      return value.startsWith('u64:') ? `l${value.slice(4)}` : `d${value.slice(4)}`;
    });
    recorder.call(name, words);
  }
  for (const [at, length] of places.values()) recorder.check(at, length);
  recorder.call('scratchReset', [`i${mark}`]);
}

// A region of 1 MB is a line of 2 MB: sixteen such cases would be nine tenths of the transcript.
const MOST_BYTES = 65_536;
const isShort = (vector) =>
  Object.values(vector.input.memory).every(
    (region) =>
      (region.stream?.n ?? 0) <= MOST_STREAM &&
      (region.room ?? 0) <= MOST_BYTES &&
      (region.bytes?.length ?? 0) <= 2 * MOST_BYTES,
  );

// Exact tables over pairs: 24 such cases are three quarters of an interpreter's time (up to 19 s each on Chicory's).
const PAIRED = ['pairwiseMargin', 'mannWhitney'];
const MOST_PAIRS = 7_500;

/** Whether a plain interpreter repeats this case in about a second. */
export const isLight = (vector) =>
  vector.input.steps.every(([name, ...given]) => {
    const [n, m] = given.filter((value) => typeof value === 'number');
    return !PAIRED.includes(name) || n * m <= MOST_PAIRS;
  });

const casesIn = (vectors, suite, file) =>
  JSON.parse(readFileSync(new URL(`${suite}/${file}`, vectors), 'utf8')).cases;

/** Conversations take an instance each, and a transcript is one instance's. */
const NEEDS_INSTANCES = ['flow'];

/** How a case of this suite is put on record. */
function recordingOf(recorder, suite, calls) {
  if (calls === true) return (vector) => recordCase(recorder, vector);
  const workspace = createWorkspace(() => ({ exports: recordedExports(recorder) }));
  const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
  const tools = { workspace, scratch: workspace.kernel(), sha256 };
  return (vector) => {
    const problem = VECTOR_RUNNERS[suite](vector, tools);
    if (problem !== null) throw new Error(`${suite}/${vector.id}: ${problem}`);
  };
}

/**
 * The transcript of the suites on this engine, `{text, cases, calls}`, its `light` part, `{text, cases}`, and how many cases there
 * are in all and why some are left out.
 */
export function record(wasm, vectors) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), {});
  const recorder = new Recorder(exports);
  const scratch = new Uint8Array(8);
  new DataView(scratch.buffer).setBigUint64(0, BigInt(SCRATCH_BYTES), true);
  recorder.write(exports.PLAN.value + 72, scratch);
  recorder.call('configure', []);
  const light = { lines: [...recorder.lines], cases: 0 };
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', vectors), 'utf8'));
  const count = { cases: 0, all: 0, long: 0, instances: 0 };
  for (const [suite, { calls, files }] of Object.entries(manifest.suites)) {
    const isOne = !NEEDS_INSTANCES.includes(suite);
    const from = recorder.lines.length;
    const recordOne = isOne ? recordingOf(recorder, suite, calls) : null;
    light.lines.push(...recorder.lines.slice(from));
    for (const vector of Object.keys(files).flatMap((file) => casesIn(vectors, suite, file))) {
      count.all += 1;
      if (recordOne === null) count.instances += 1;
      else if (calls === true && !isShort(vector)) count.long += 1;
      else {
        const first = recorder.lines.length;
        recordOne(vector);
        count.cases += 1;
        if (calls === true && !isLight(vector)) continue;
        light.lines.push(...recorder.lines.slice(first));
        light.cases += 1;
      }
    }
  }
  recorder.call('selfSignature', []);
  light.lines.push(recorder.lines.at(-1));
  const textOf = (lines) => `${lines.join('\n')}\n`;
  return {
    text: textOf(recorder.lines),
    cases: count.cases,
    all: count.all,
    leftOut: [
      `${count.instances} of ${NEEDS_INSTANCES.join(', ')}, which take an instance each`,
      `${count.long} with more than ${MOST_BYTES / 1024} KiB or ${MOST_STREAM} numbers of memory`,
    ],
    calls: recorder.calls,
    light: { text: textOf(light.lines), cases: light.cases },
  };
}
