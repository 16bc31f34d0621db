// npm run bench:compare: how often `echometer compare` is right about runs whose truth is known. Every pair's runs are
// measured anew, their trials in turn; each comparison is the command itself, on real run folders.
// Usage: node compare.mjs [--pairs 20] [--trials 10] [--threshold 10] [--keep FOLDER]   (--keep: the folders stay, and those
// that are there already are judged and not measured again)
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { beginRun, finishRun, isMeasured, measureNext, p50sOf } from './run-maker.mjs';

const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string', default: '20' },
    trials: { type: 'string', default: '10' },
    threshold: { type: 'string', default: '10' },
    keep: { type: 'string' },
  },
});
const [pairCount, trialCount] = [Number(options.pairs), Number(options.trials)];
const cli = fileURLToPath(new URL('../../../dist/host-node/src/cli.js', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'em-compare-'));
/** The round trip's p50 is raised by this much. */
const SLOWER = 0.2;
/** Busy programs for each processor, in the second of two runs made one after the other. */
const HOGS_PER_CPU = 3;

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const say = (text) => process.stderr.write(`${text}\n`);

/** What the command says of the one case that two run folders have in common. */
function verdictOf(a, b) {
  const args = [cli, 'compare', a, b, '--threshold', options.threshold];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const row = stdout.split('\n').find((line) => line.startsWith('| latency 64B'));
  if (status !== 0 || row === undefined) throw new Error(`compare exits with ${status}: ${stderr}`);
  const cells = row.split('|').map((cell) => cell.trim());
  const reason = /^- (?:better|worse|same|unsure): (.*) \(latency 64B\)$/m.exec(stdout)?.[1] ?? '';
  return { verdict: cells.at(-2).replaceAll('*', ''), ratio: Number.parseFloat(cells[5]), reason };
}

/** Trials in turn; who goes first rotates, so that no run is always measured after the same other one. */
async function measureInTurn(runs) {
  for (let round = 0; round < trialCount; round += 1)
    for (let turn = 0; turn < runs.length; turn += 1)
      await measureNext(runs[(round + turn) % runs.length]);
  for (const run of runs) finishRun(run);
}

async function measurePair(index, delayNs) {
  const place = join(folder, `pair-${String(index).padStart(2, '0')}`);
  const [a, again, slower] = ['a', 'again', 'slower'].map((side) => join(place, side));
  if (!isMeasured(slower))
    await measureInTurn([
      beginRun(a, trialCount, 0),
      beginRun(again, trialCount, 0),
      beginRun(slower, trialCount, delayNs),
    ]);
  const p50s = [a, again, slower].map(p50sOf);
  return {
    load: loadavg()[0],
    p50Ns: p50s.map(median),
    all: p50s,
    equal: verdictOf(a, again),
    slower: verdictOf(a, slower),
  };
}

/** One run, then another while every processor is wanted by others. */
async function measureOneAfterTheOther() {
  const [a, b] = ['alone', 'crowded'].map((side) => join(folder, 'one-after-the-other', side));
  if (isMeasured(b)) return verdictOf(a, b);
  await measureInTurn([beginRun(a, trialCount, 0)]);
  const crowded = beginRun(b, trialCount, 0);
  const hogs = Array.from({ length: HOGS_PER_CPU * cpus().length }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    await measureInTurn([crowded]);
  } finally {
    for (const hog of hogs) hog.kill('SIGKILL');
  }
  return verdictOf(a, b);
}

const count = (verdicts, wanted) =>
  verdicts.filter(({ verdict }) => wanted.includes(verdict)).length;
const range = (values, digits) =>
  `${median(values).toFixed(digits)} [${Math.min(...values).toFixed(digits)}, ${Math.max(...values).toFixed(digits)}]`;

const calibration = join(folder, 'calibration');
if (!isMeasured(calibration)) await measureInTurn([beginRun(calibration, trialCount, 0)]);
let baseNs = median(p50sOf(calibration));
const pairs = [];
for (let index = 1; index <= pairCount; index += 1) {
  const pair = await measurePair(index, Math.round(baseNs * SLOWER));
  // The delay follows the machine: of the pair before, both sides without it.
  baseNs = median([...pair.all[0], ...pair.all[1]]);
  pairs.push(pair);
  const { equal, slower } = pair;
  say(
    `pair ${index}: equal ${equal.verdict} ${equal.ratio}, slower ${slower.verdict} ${slower.ratio}, load ${pair.load.toFixed(1)}`,
  );
}
const sequential = await measureOneAfterTheOther();
const self = verdictOf(calibration, calibration);

const equal = pairs.map((pair) => pair.equal);
const slower = pairs.map((pair) => pair.slower);
const row = (what, verdicts, wanted, isMet) =>
  `| ${what} | ${range(
    verdicts.map(({ ratio }) => ratio),
    3,
  )} | ${['same', 'better', 'worse', 'unsure'].map((one) => count(verdicts, [one])).join(' | ')} | ${wanted} | ${isMet ? 'met' : 'MISSED'} |`;
const falseCalls = count(equal, ['better', 'worse']);
const lines = [
  `${cpus()[0].model}, ${cpus().length} CPUs, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, load ` +
    `${range(
      pairs.map(({ load }) => load),
      1,
    )}; latency 64B, ${pairs[0].all[0].length} trials a side, in turn, differences up to ${options.threshold} % count as none; p50 ${range(
      pairs.map(({ p50Ns }) => p50Ns[0] / 1000),
      1,
    )} us.`,
  '',
  '| pairs | B / A, median [min, max] | same | better | worse | unsure | wanted | |',
  '|---|---|---|---|---|---|---|---|',
  row(
    `${pairCount} of equal workers`,
    equal,
    'better or worse at most 5 %, same at least half',
    falseCalls <= pairCount * 0.05 && count(equal, ['same']) * 2 >= pairCount,
  ),
  row(
    `${pairCount} with a worker that waits 20 % of the p50`,
    slower,
    'worse at least 90 %',
    count(slower, ['worse']) >= pairCount * 0.9,
  ),
  row('a run with itself', [self], 'same', self.verdict === 'same'),
  row(
    `one run after the other, ${HOGS_PER_CPU} busy programs a processor in the second`,
    [sequential],
    'unsure',
    sequential.verdict === 'unsure',
  ),
  '',
  `The last one's reason: ${sequential.reason || 'none'}.`,
];
mkdirSync(join(here, '../build'), { recursive: true });
writeFileSync(join(here, '../build/compare.md'), `${lines.join('\n')}\n`);
writeFileSync(join(here, '../build/compare.json'), `${JSON.stringify({ pairs, sequential })}\n`);
process.stdout.write(`${lines.join('\n')}\n`);
if (options.keep === undefined) rmSync(folder, { recursive: true, force: true });
