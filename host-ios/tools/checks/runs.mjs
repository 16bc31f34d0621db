// Parts of the check that run the Swift host's program beside Node's: the same vectors with the same identity, and run
// folders that Node validates, recomputes and reports. It builds nothing.
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

import {
  HOST,
  PartFailed,
  ROOT,
  expectEqual,
  inNode,
  inToolchain,
  timedInToolchain,
  withFolder,
} from './toolchain.mjs';

const PROGRAM = '.build/release/echometer-host';
const CLI = 'dist/host-node/src/cli.js';

/** Identity, signature, then the suites by name: Swift has no order of a JSON object's members. */
function verifyLines(text) {
  const [identity, signature, ...suites] = text.trimEnd().split('\n');
  return [identity, signature, ...suites.sort()];
}

/** `echometer-host verify` line by line against `echometer verify`: identity, signature, every suite and its count. */
export function vectors() {
  const swift = verifyLines(inToolchain(PROGRAM, 'verify'));
  const node = verifyLines(inNode(CLI, 'verify'));
  // Only the build differs: the package's kernel has SIMD, this one is scalar. The bits are the same.
  const expected = node.map((line) => line.replace(/, SIMD$/, ', scalar'));
  expectEqual(swift.length, expected.length, 'lines of verify');
  for (const [index, line] of expected.entries()) expectEqual(swift[index], line, 'verify');
  const suites = swift.filter((line) => line.startsWith('ok '));
  const cases = suites.reduce((sum, line) => sum + Number(/(\d+) cases/.exec(line)?.[1]), 0);
  return `${suites.length} suites, ${cases} cases, ${swift[0]}`;
}

const json = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));

function validators() {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false });
  const compiled = (name) => ajv.compile(json(ROOT, 'docs/schema', `${name}.schema.json`));
  return { run: compiled('run'), trial: compiled('trial'), data: compiled('data') };
}

function expectValid(validate, value, what) {
  if (validate(value)) return;
  const first = validate.errors?.[0];
  throw new PartFailed(
    `${what}: ${first?.instancePath} ${first?.message} ${JSON.stringify(first?.params)}`,
  );
}

/** One smoke run of every suite, read by Node: schemas, recomputation; no trial failed or was unsupported. */
function runAndVerify(folder, worker, schemas) {
  const run = join(HOST, folder, worker);
  const label = `Swift, ${worker} worker`;
  const words = ['run', 'duplex', '--profile', 'smoke', '--worker', worker, '--label', label];
  timedInToolchain(PROGRAM, ...words, '--out', run);
  expectValid(schemas.run, json(run, 'run.json'), 'run.json');
  const trials = readdirSync(join(run, 'trials'));
  for (const name of trials) {
    const trial = json(run, 'trials', name);
    expectValid(schemas.trial, trial, name);
    expectEqual(trial.state, 'ok', name);
  }
  expectValid(schemas.data, json(run, 'data.json'), 'data.json');
  inNode(CLI, 'verify', run);
  inToolchain(PROGRAM, 'verify', run);
  return { run, label, trials: trials.length };
}

/** A run of Node's, and a copy of `run` as if disturbed and with a coarse clock: Swift derives the text that Node does. */
function deriveAsNode(run) {
  const coarse = `${run}-coarse`;
  cpSync(run, coarse, { recursive: true });
  const facts = json(coarse, 'run.json');
  facts.clock.resolutionNs = 100_000;
  writeFileSync(join(coarse, 'run.json'), JSON.stringify(facts, null, 2));
  for (const name of readdirSync(join(coarse, 'trials'))) slowOneSlice(join(coarse, 'trials'), name);
  inNode('host-ios/tools/checks/derive.mjs', coarse);
  const [trial] = json(coarse, 'data.json').trials.filter(({ suite }) => suite === 'latency');
  if (!trial?.stats.receiptNsReason.startsWith('COARSE_CLOCK'))
    throw new PartFailed('the copy with a coarse clock has statistics of single samples');
  if (json(coarse, 'data.json').trials.some(({ marks }) => marks.includes('SHARED')))
    throw new PartFailed('the copy with a coarse clock is marked by its slices');
  for (const folder of [coarse, join(ROOT, 'docs/sample-run')])
    inToolchain(PROGRAM, 'verify', folder);
}

/** With a fine clock this alone is the mark SHARED. */
function slowOneSlice(folder, name) {
  const trial = json(folder, name);
  if (trial.reference === undefined) return;
  trial.reference.afterNs[0] *= 100;
  writeFileSync(join(folder, name), JSON.stringify(trial));
}

/** Embedded and child worker; then a report of the sample run and both, side by side. */
export function runs() {
  const schemas = validators();
  return withFolder((folder) => {
    const made = ['embedded', 'child'].map((worker) => runAndVerify(folder, worker, schemas));
    deriveAsNode(made[0].run);
    const page = join(HOST, folder, 'report');
    inNode(CLI, 'report', 'docs/sample-run', ...made.map(({ run }) => run), '--out', page);
    const text = readFileSync(join(page, 'report.md'), 'utf8');
    for (const { label } of made)
      if (!text.includes(label)) throw new PartFailed(`report.md does not name "${label}"`);
    return made.map(({ label, trials }) => `${label}: ${trials} trials`).join('; ');
  });
}
