// The kinds of hostile input: each makes, from a seed, files in a sandbox and the command that meets them.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';

import { baseRun } from './base-run.mjs';
import { echometer } from './command.mjs';
import { damagedBytes, damagedJson } from './mutate.mjs';
import { rowsCase, workerCase } from './processes.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const LOGS = join(HERE, '../../golden/serializers');
const LOG = '2026-08-16-150620.bytes-json-libs.csv';
const SIDECAR = '2026-08-16-150620.configs.json';
const FORMATS = join(HERE, '../../fixtures/formats');

let base = null;
const runFiles = () => (base ??= baseRun());

function write(folder, files) {
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
}

const damaged = (random, name, bytes) =>
  /\.jsonl?$/.test(name) && !name.endsWith('jsonl')
    ? damagedJson(random, bytes)
    : damagedBytes(random, bytes);

/** One or two files of a folder changed, left out, or put somewhere else. */
function damagedFolder(random, files) {
  const changed = new Map(files);
  for (let times = 1 + random.below(2); times > 0; times--) {
    // The kernel is one file of thirteen, and its every change is the same refusal.
    const name = random.pick(
      [...changed.keys()].filter((each) => each !== 'kernel.wasm' || random.below(8) === 0),
    );
    const what = random.below(10);
    if (what === 0) changed.delete(name);
    else if (what === 1)
      changed.set(
        random.pick(['x', '../x', 'trials/0001.json', 'logs/x.csv']).replace('../', ''),
        changed.get(name),
      );
    else changed.set(name, damaged(random, name, changed.get(name)));
  }
  return changed;
}

/** Carriage returns do not count: git and editors change them. */
const plain = (bytes) =>
  Buffer.from(bytes ?? [])
    .toString('latin1')
    .replaceAll('\r\n', '\n');

/** A changed fact that `verify` does not notice is lost in silence. */
const noticesChanges =
  (files) =>
  ({ exit, stdout }) => {
    const facts = [...runFiles()].filter(
      ([name]) => name !== 'data.json' && name !== 'kernel.wasm',
    );
    const lost = facts.find(([name, bytes]) => plain(bytes) !== plain(files.get(name)));
    if (exit !== 0 || lost === undefined || stdout.includes('not checked: facts')) return null;
    return `verify did not notice that ${lost[0]} was changed`;
  };

function runCommand(random, path, out, files) {
  const healthy = join(dirname(path), 'healthy');
  const commands = [
    () => ({ args: ['verify', path], check: noticesChanges(files) }),
    () => ({ args: ['verify', path], check: noticesChanges(files) }),
    () => ({ args: ['compare', path, healthy] }),
    () => ({ args: ['compare', healthy, path, '--json', '--fail-on', 'worse'] }),
    () => ({ args: ['analyze', path, '--json'] }),
    () => ({ args: ['export', path] }),
    () => ({ args: ['report', path, '--out', out] }),
  ];
  const { args, check } = random.pick(commands)();
  return { args, check, run: () => echometer(args) };
}

function runs(random, sandbox) {
  const files = damagedFolder(random, runFiles());
  write(join(sandbox, 'run'), files);
  write(join(sandbox, 'healthy'), runFiles());
  if (random.below(12) === 0) {
    const [target, name] = [
      random.pick(['/dev/zero', '/etc/hostname', '..', 'absent']),
      random.pick(['report.md', 'data.json.tmp', 'figures', 'logs', 'samples/x.u64']),
    ];
    symlinkSync(target, join(sandbox, 'run', name));
  }
  return runCommand(random, join(sandbox, 'run'), join(sandbox, 'out'), files);
}

function packed(random, sandbox) {
  const files = random.below(2) === 0 ? damagedFolder(random, runFiles()) : runFiles();
  const whole = zipSync(Object.fromEntries(files), { level: random.below(2) * 6 });
  const bytes = files === runFiles() || random.below(4) === 0 ? damagedBytes(random, whole) : whole;
  writeFileSync(join(sandbox, 'x.echometer'), bytes);
  write(join(sandbox, 'healthy'), runFiles());
  return runCommand(random, join(sandbox, 'x.echometer'), join(sandbox, 'out'), files);
}

const logBytes = () => readFileSync(join(LOGS, LOG));

function logCommand(random, path, sandbox) {
  const out = join(sandbox, 'out');
  const commands = [
    ['analyze', path, '--no-intervals'],
    ['analyze', path, '--json'],
    ['analyze', path, '--no-intervals', '--out', out],
    ['compare', path, join(LOGS, LOG), '--fail-on', 'worse'],
    ['report', path, '--out', out],
    ['export', path],
  ];
  const args =
    random.below(40) === 0
      ? ['stats', path]
      : random.pick(commands.slice(0, random.below(4) === 0 ? 6 : 4));
  return { args, run: () => echometer(args) };
}

/** A log of 40 of its 200 rows, so that a table is quick and has two rows. */
function shortLog(random) {
  const lines = logBytes().toString().split('\n');
  const from = 1 + random.below(lines.length - 45);
  return Buffer.from(`${[lines[0], ...lines.slice(from, from + 40)].join('\n')}\n`);
}

function logs(random, sandbox) {
  const bytes = damagedBytes(random, shortLog(random));
  const name = random.below(6) === 0 ? 'x.csv.gz' : 'x.csv';
  const stored = name.endsWith('.gz') ? gzipSync(bytes) : bytes;
  writeFileSync(join(sandbox, name), random.below(8) === 0 ? damagedBytes(random, stored) : stored);
  return logCommand(random, join(sandbox, name), sandbox);
}

const curves = () => Buffer.from(Array.from({ length: 4 }, (_, n) => JSON.stringify({ serializer: 'IkigaJSON', dataType: 'document', instances: 1, mode: 'bytes', batches: [[n, 1, 2, 3]], meansNs: [1, 2, 3] })).join('\n')); // prettier-ignore

function sidecars(random, sandbox) {
  writeFileSync(join(sandbox, LOG), shortLog(random));
  const sidecar = readFileSync(join(LOGS, SIDECAR));
  const errors = Buffer.from('SerializerName,Error\nIkigaJSON,"it broke, badly"\n');
  const stem = LOG.replace('.csv', '');
  const choices = [
    [SIDECAR, damagedJson(random, sidecar)],
    [SIDECAR, damagedJson(random, sidecar)],
    [`${stem}.errors.csv`, damagedBytes(random, errors)],
    [`${stem}.curves.jsonl`, damagedBytes(random, curves())],
    [`${stem}.curves.jsonl.gz`, damagedBytes(random, gzipSync(curves()))],
  ];
  write(sandbox, [random.pick(choices)]);
  return logCommand(random, join(sandbox, random.pick(['.', LOG])), sandbox);
}

let baselineText = null;

async function baselines(random, sandbox) {
  const log = join(LOGS, LOG);
  if (baselineText === null) {
    const path = join(sandbox, 'out', 'b.json');
    mkdirSync(dirname(path), { recursive: true });
    await echometer(['analyze', log, '--no-intervals', '--baseline', path]);
    baselineText = readFileSync(path);
  }
  const path = join(sandbox, 'baseline.json');
  writeFileSync(path, damagedJson(random, baselineText));
  const args = ['analyze', log, '--no-intervals', '--baseline', path];
  return { args: random.below(3) === 0 ? [...args, '--json'] : args, run: () => echometer(args) };
}

/** Every real and edge file of the other tools' formats. */
const foreignFiles = () =>
  readdirSync(FORMATS, { recursive: true })
    .filter((name) => /\/(real|edge)[./]/.test(name) && !name.endsWith('-read.txt'))
    .filter((name) => statSync(join(FORMATS, name)).isFile());

function foreign(random, sandbox) {
  const name = random.pick(foreignFiles());
  const path = join(sandbox, name.split('/').at(-1));
  const bytes = readFileSync(join(FORMATS, name));
  writeFileSync(
    path,
    name.endsWith('.json') ? damagedJson(random, bytes) : damagedBytes(random, bytes),
  );
  const commands = [
    ['export', path],
    ['export', path, '--format', name.split('/')[0]],
    ['analyze', path, '--json'],
    ['analyze', path],
    ['stats', path],
    ['compare', path, path],
  ];
  const args = random.pick(commands);
  return { args, run: () => echometer(args) };
}

export const KINDS = {
  runs,
  packed,
  logs,
  sidecars,
  baselines,
  foreign,
  workers: workerCase,
  rows: rowsCase,
};
