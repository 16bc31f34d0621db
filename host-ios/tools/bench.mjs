// `npm run bench:ios`: the Swift host beside host-node on this machine, in one interleaved run. Every round measures each
// host once, in turns that alternate; both run the same Python, the toolchain's. It prints the table of docs/performance.md
// ("iPad host on Linux") and judges nothing. Usage: node host-ios/tools/bench.mjs [--rounds 5]
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { HOST, ROOT, timedInToolchain, withFolder } from './checks/toolchain.mjs';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(options.rounds);

const CASES = ['--only', 'latency/64B,managed/1MiB/16/4', '--profile', 'quick'];
const PROGRAM = '.build/release/echometer-host';
// Node beside the toolchain's Python: the toolchain sees nothing outside of this repository.
const NODE = '.build/node';
const CLI = join(ROOT, 'dist/host-node/src/cli.js');

const node = (lane) => [`./${NODE}`, CLI, 'run', 'duplex', '--lane', lane, '--python', 'python3'];
const swift = (worker) => [PROGRAM, 'run', 'duplex', '--worker', worker];
const SIDES = {
  'host-node, socket lane': node('socket'),
  'host-node, blocking lane': node('blocking'),
  'Swift, worker in a child process': swift('child'),
  'Swift, embedded CPython': swift('embedded'),
};

/** The figures of one run: medians over its trials. The blocking lane has one frame in flight, so no managed case. */
function measure(name, folder) {
  const out = join(HOST, folder, 'run');
  timedInToolchain(...SIDES[name], ...CASES, '--out', out);
  const { cases } = JSON.parse(readFileSync(join(out, 'data.json'), 'utf8'));
  const of = (suite) => cases.find((one) => one.suite === suite).stats;
  return {
    p50Us: of('latency').receiptNs.p50.median / 1e3,
    cycleUs: of('latency').fullCycleNs.p50.median / 1e3,
    rateMBps: (of('managed').bytesPerSecond?.median ?? Number.NaN) / 1e6,
  };
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** `median (min to max)`. */
function spread(values, digits) {
  if (values.some(Number.isNaN)) return '–';
  const text = [median(values), Math.min(...values), Math.max(...values)].map((v) =>
    v.toFixed(digits),
  );
  return `${text[0]} (${text[1]} to ${text[2]})`;
}

const wasBuilt = existsSync(join(HOST, PROGRAM)) && existsSync(CLI);
if (!wasBuilt) {
  console.error('bench:ios: build first: npm run build && node host-ios/tools/check.mjs build');
  process.exit(3);
}
copyFileSync(process.execPath, join(HOST, NODE));
const names = Object.keys(SIDES);
const found = Object.fromEntries(names.map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1)
  for (const name of round % 2 === 0 ? names : names.toReversed()) {
    const figures = withFolder((folder) => measure(name, folder));
    found[name].push(figures);
    console.error(`round ${round + 1}: ${name}: ${JSON.stringify(figures)}`);
  }

const versions = timedInToolchain('python3', '--version').trim();
console.log(
  `Node ${process.versions.node}, ${versions}, ${cpus().length} x ${cpus()[0].model}, load ${loadavg()[0].toFixed(1)}; ${rounds} rounds of quick, median (range)\n`,
);
console.log('| host | 64 B receipt p50, us | 64 B full cycle p50, us | 1 MiB managed, MB/s |');
console.log('| --- | --- | --- | --- |');
for (const name of names) {
  const column = (figure, digits) =>
    spread(
      found[name].map((one) => one[figure]),
      digits,
    );
  console.log(
    `| ${name} | ${column('p50Us', 1)} | ${column('cycleUs', 1)} | ${column('rateMBps', 0)} |`,
  );
}
const ratio = (figure, name, against) =>
  spread(
    found[name].map((one, round) => one[figure] / found[against][round][figure]),
    2,
  );
const [socket, blocking, ...own] = names;
console.log('\n| paired ratio | p50 to the blocking lane | to the socket lane | rate to the socket lane |');
console.log('| --- | --- | --- | --- |');
for (const name of own)
  console.log(
    `| ${name} | ${ratio('p50Us', name, blocking)} | ${ratio('p50Us', name, socket)} | ${ratio('rateMBps', name, socket)} |`,
  );
