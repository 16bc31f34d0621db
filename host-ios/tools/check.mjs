// `npm run check:ios`: everything about the iPad host that can be true on Linux, part by part. It builds with the
// toolchain of toolchain.sh and claims nothing about a device (VERIFIED.md says what ran where).
//
//   node host-ios/tools/check.mjs [part ...]      parts: see PARTS; none = all
//
// Exit codes: 0 every part passed, 1 one failed (in CI also: was skipped), 3 one was skipped because something is missing.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { arm64, objects, traps, warnings } from './checks/c.mjs';
import { runs, vectors } from './checks/runs.mjs';
import { address, app, build, format, test, thread } from './checks/swift.mjs';
import { HOST, PartFailed, PartSkipped, WASM } from './checks/toolchain.mjs';
import { generateKernel } from './generate-kernel.mjs';

// Cheap ones first; `vectors` and `runs` need the program that `build` makes.
const PARTS = {
  ...{ format, app, warnings, traps, arm64, objects },
  ...{ build, vectors, runs, test, address, thread },
};

const MISSING = 3;
const IS_CI = process.env.CI !== undefined && process.env.CI !== '';

/** Runs one part: `passed`, `failed` or `skipped`, and what it has to say. */
function outcomeOf(name) {
  try {
    return { name, state: 'passed', text: PARTS[name]() };
  } catch (error) {
    if (error instanceof PartSkipped)
      return { name, state: IS_CI ? 'failed' : 'skipped', text: `skipped: ${error.message}` };
    if (error instanceof PartFailed) return { name, state: 'failed', text: error.message };
    throw error;
  }
}

const STAT = '/proc/self/stat';
const TICKS_PER_SECOND = 100;

/** Processor time of all children that have ended: on a busy machine the only fair number. Linux only. */
function childrenSeconds() {
  if (!existsSync(STAT)) return Number.NaN;
  // After the name in parentheses; fields 16 and 17 of proc_pid_stat(5).
  const fields = readFileSync(STAT, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

function timed(name) {
  const begun = performance.now();
  const before = childrenSeconds();
  const outcome = outcomeOf(name);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const cpu = (childrenSeconds() - before).toFixed(1);
  console.log(
    `${outcome.state.padEnd(7)} ${name.padEnd(8)} ${seconds.padStart(6)} s, ${cpu.padStart(5)} s of CPU  ${outcome.text}`,
  );
  return outcome;
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  const all = Object.keys(PARTS).join(', ');
  console.error(`check:ios: no part is called ${unknown.join(', ')}; there are ${all}`);
  process.exit(2);
}
generateKernel(WASM, join(HOST, 'Sources/CKernel/generated'));
const outcomes = (asked.length > 0 ? asked : Object.keys(PARTS)).map(timed);
const namesOf = (state) => outcomes.filter((one) => one.state === state).map(({ name }) => name);
const [failed, skipped] = [namesOf('failed'), namesOf('skipped')];
const listed = (names) => (names.length === 0 ? '' : ` (${names.join(', ')})`);
console.log(
  `check:ios: ${namesOf('passed').length} passed, ${failed.length} failed${listed(failed)}, ` +
    `${skipped.length} skipped${listed(skipped)}`,
);
const worst = skipped.length > 0 ? MISSING : 0;
process.exit(failed.length > 0 ? 1 : worst);
