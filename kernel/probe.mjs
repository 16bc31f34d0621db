// The perturbation probe (`npm run probe:kernel`): builds kernels in which log, exp or cos answers one ulp more, runs all call vectors on
// them and on the real one, and writes kernel/vectors/probe.json: how many cases of each suite moved. Ships nothing it builds.
//
// What moves depends on the last bit of an elementary function, so another library could not repeat it exactly; the manifest's classes
// must agree (test/kernel-probe.test.ts). sqrt is exact in IEEE 754 and is left alone. pow is not used.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { regionBytes } from '../dist/kernel/api/conformance/calls.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const vectors = join(root, 'kernel/vectors');
const SCRATCH_BYTES = 32 << 20;

/** Every elementary function of the kernel that rounds. */
const FUNCTIONS = [
  ['elementary.ts', 'logarithm', 'x'],
  ['pragmastat-special.ts', 'portableExp', 'y'],
  ['pragmastat-distributions.ts', 'cosOfTurns', 'u'],
];

/** The function under another name, and one of its name that nudges what it answers. */
function nudged(source, name, parameter) {
  const head = new RegExp(`((?:export )?)function ${name}\\(${parameter}: f64\\): f64 \\{`);
  if (!head.test(source)) throw new Error(`no function ${name}(${parameter}: f64): f64`);
  return source.replace(
    head,
    `$1function ${name}(${parameter}: f64): f64 {
  const exact = ${name}Unmoved(${parameter});
  return exact - exact == 0 && exact != 0 ? reinterpret<f64>(reinterpret<u64>(exact) + 1) : exact;
}

function ${name}Unmoved(${parameter}: f64): f64 {`,
  );
}

function buildNudged(which) {
  const folder = mkdtempSync(join(tmpdir(), 'probe-'));
  try {
    cpSync(join(root, 'kernel/assembly'), join(folder, 'kernel/assembly'), { recursive: true });
    cpSync(join(root, 'asconfig.json'), join(folder, 'asconfig.json'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [file, name, parameter] of FUNCTIONS.filter(([, name]) => name === which)) {
      const path = join(folder, 'kernel/assembly/stats', file);
      writeFileSync(path, nudged(readFileSync(path, 'utf8'), name, parameter));
    }
    const asc = join(root, 'node_modules/assemblyscript/bin/asc.js');
    const args = [asc, '--config', 'asconfig.json', '--target', 'scalar'];
    const done = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(done.stderr);
    return readFileSync(join(folder, 'build/kernel.scalar.wasm'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function open(bytes) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {});
  const plan = new DataView(exports.memory.buffer, exports.PLAN.value);
  plan.setBigUint64(72, BigInt(SCRATCH_BYTES), true);
  if (exports.configure() !== 0) throw new Error('configure refused');
  return exports;
}

function argumentOf(value, places) {
  if (typeof value === 'number') return value;
  if (value.startsWith('u64:')) return BigInt(value.slice(4));
  if (value.startsWith('@')) return places.get(value.slice(1)).at;
  return Buffer.from(value.slice(4), 'hex').readDoubleBE();
}

/** All that a case leaves behind, as text: what each step answered and what memory holds. */
function trace(exports, { input }) {
  const mark = exports.scratchMark();
  const places = new Map();
  for (const [name, region] of Object.entries(input.memory)) {
    const bytes = regionBytes(region);
    const at = exports.scratchAlloc(bytes.length) >>> 0;
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    places.set(name, { at, length: bytes.length });
  }
  const answers = input.steps.map(([name, ...args]) =>
    String(exports[name](...args.map((each) => argumentOf(each, places)))),
  );
  for (const { at, length } of places.values())
    answers.push(Buffer.from(exports.memory.buffer, at, length).toString('base64'));
  exports.scratchReset(mark);
  return answers.join('\n');
}

function callSuites() {
  const { suites } = JSON.parse(readFileSync(join(vectors, 'manifest.json'), 'utf8'));
  return Object.entries(suites)
    .filter(([, { calls }]) => calls === true)
    .map(([suite, { files }]) => [
      suite,
      Object.keys(files).flatMap(
        (file) => JSON.parse(readFileSync(join(vectors, suite, file), 'utf8')).cases,
      ),
    ]);
}

/** suite -> function -> cases that moved, for every suite of kernel calls; zeros are left out. */
export function probe() {
  const real = open(readFileSync(join(root, 'build/kernel.scalar.wasm')));
  const moved = {};
  const suites = callSuites();
  for (const [suite] of suites) moved[suite] = {};
  for (const [, name] of FUNCTIONS) {
    const other = open(buildNudged(name));
    for (const [suite, cases] of suites) {
      const count = cases.filter((each) => trace(real, each) !== trace(other, each)).length;
      if (count > 0) moved[suite][name] = count;
    }
  }
  return moved;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const moved = probe();
  writeFileSync(
    join(vectors, 'probe.json'),
    `${JSON.stringify({ by: '1 ulp up', functions: FUNCTIONS.map(([, name]) => name), moved }, null, 2)}\n`,
  );
  for (const [suite, counts] of Object.entries(moved)) {
    for (const [name, count] of Object.entries(counts))
      console.log(`${suite}: ${count} cases move with ${name}`);
  }
}
