// `npm run check:engines [-- WORD...]`: the kernel on every engine that this machine has, against what V8 recorded. Prints one
// table; installs nothing by apt.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

import { ENGINES } from './engines.mjs';
import { contracted } from './native.mjs';
import { judge, linesOf, tallyOf } from './table.mjs';
import { record } from './transcript.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const only = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const isCi = process.env.CI === 'true' || process.argv.includes('--ci');
const kernels = JSON.parse(readFileSync(`${root}build/kernels.json`, 'utf8'));
const signature = kernels['kernel.wasm'].signature;

function prepare() {
  const work = `${root}build/engines`;
  mkdirSync(work, { recursive: true });
  const wasm = readFileSync(`${root}build/kernel.scalar.wasm`);
  const recorded = record(wasm, new URL('../../kernel/vectors/', import.meta.url));
  const part = (name, { text, cases }) => {
    const transcript = `${work}/${name}`;
    writeFileSync(transcript, text);
    return { transcript, cases, lines: text.split('\n').length - 1 };
  };
  const whole = part('transcript.txt', recorded);
  const paths = { root, work, whole, light: part('transcript.light.txt', recorded.light) };
  paths.scope = `${recorded.cases} of ${recorded.all} cases; without ${recorded.leftOut.join(', and ')}`;
  paths.transcript = whole.transcript;
  paths.simd = `${root}build/kernel.wasm`;
  paths.scalar = `${root}build/kernel.scalar.wasm`;
  return paths;
}

/** The check must be able to fail: a translation that fuses multiply and add is another kernel. */
async function isFusionSeen(paths) {
  const fused = await contracted(paths);
  if (fused === null) return true;
  const isSeen = fused.signature !== signature;
  console.log(
    `gcc -ffp-contract=fast -mfma: ${fused.signature}, ${isSeen ? 'differs, as it must' : 'NOT SEEN'}`,
  );
  return isSeen;
}

const started = performance.now();
const paths = prepare();
console.log(paths.scope);
console.log(
  `${paths.whole.lines} lines recorded on V8 ${process.versions.v8}; expected signature ${signature}`,
);
const asked = ENGINES.filter(
  ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
);
const rows = [];
const queue = asked.entries();
/** Takes engines until none is left; `queue` is shared, so each is judged once. */
async function judgeOnes() {
  for (const [index, engine] of queue) {
    const from = performance.now();
    const row = await judge(engine, paths, { signature, isCi });
    rows[index] = { ...row, seconds: (performance.now() - from) / 1000 };
  }
}
// Compilers and interpreters use one processor each, and compare no time.
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, judgeOnes));
console.log(linesOf(rows).join('\n'));
if (rows.some((row) => row.vectors.includes(' of '))) {
  console.log(
    `N of ${paths.whole.cases}: without the ${paths.whole.cases - paths.light.cases} cases whose exact tables take a plain interpreter many seconds each`,
  );
}
const { passed, failed, skipped } = tallyOf(rows);
const all = (await isFusionSeen(paths)) ? failed : failed + 1;
console.log(`${Math.round((performance.now() - started) / 1000)} s`);
console.log(`${passed} passed, ${all} failed, ${skipped} skipped`);
process.exitCode = all > 0 ? 1 : 0;
