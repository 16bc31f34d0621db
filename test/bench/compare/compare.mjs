// npm run bench:compare: how often `echometer compare` is right about runs whose truth is known. Every pair's runs are
// measured anew, their trials in turn; each comparison is the command itself, on real run folders.
// Usage: node compare.mjs [--pairs 20] [--trials 10] [--keep FOLDER]   (--keep: the folders stay, and those that are there
// already are judged and not measured again)
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { stayOnOneProcessor } from '../one-processor.mjs';
import { reportOf } from './report.mjs';
import {
  beginRun,
  finishRun,
  isMeasured,
  measureNext,
  p50sOf,
  resolutionOf,
} from './run-maker.mjs';

const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string', default: '20' },
    trials: { type: 'string', default: '10' },
    keep: { type: 'string' },
  },
});
const [pairCount, trialCount] = [Number(options.pairs), Number(options.trials)];
const cli = fileURLToPath(new URL('../../../dist/host-node/src/cli.js', import.meta.url));
const results = fileURLToPath(new URL('../build', import.meta.url));
const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'em-compare-'));
/** As shipped (what the runs resolve), and what stands for runs without an A/A pair. */
const THRESHOLDS = { default: [], '5 %': ['--threshold', '5'] };
/** The round trip's p50 is raised by this much. */
const SLOWER = 0.2;
/** So many equal trials say what the p50 is just now: about two rounds. */
const RECENT = 5;
/** Busy programs for each processor, in the second of two runs made one after the other. */
const HOGS_PER_CPU = 3;

const processor = stayOnOneProcessor();
const recentNs = [];
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const none = () => 0;
const fifth = () => Math.round(median(recentNs.slice(-RECENT)) * SLOWER);

/** What the command says of the one case that two run folders have in common, for every threshold. */
const verdictsOf = (a, b) =>
  Object.fromEntries(
    Object.entries(THRESHOLDS).map(([name, args]) => [name, verdictOf([a, b, ...args])]),
  );

function verdictOf(args) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, 'compare', ...args], {
    encoding: 'utf8',
  });
  const row = stdout.split('\n').find((line) => line.startsWith('| latency 64B'));
  if (status !== 0 || row === undefined) throw new Error(`compare exits with ${status}: ${stderr}`);
  const cells = row.split('|').map((cell) => cell.trim());
  return {
    verdict: cells.at(-2).replaceAll('*', ''),
    ratio: Number.parseFloat(cells[5]),
    interval: cells[5],
    threshold: Number.parseFloat(/up to ([\d.]+) %/.exec(stdout)?.[1]),
    reasons: [...stdout.matchAll(/^- (.*) \(latency 64B\)$/gm)].map(([, reason]) => reason),
  };
}

/**
 * Trials in turn; who goes first rotates, so that no run is always measured after the same other one. A delay is a fifth of
 * what the round trip takes at that moment: the machine's speed drifts by more than that in minutes.
 */
async function measureInTurn(runs) {
  for (let round = 0; runs.some(({ steps }) => steps.length > 0); round += 1)
    for (const turn of runs.keys()) {
      const run = runs[(round + turn) % runs.length];
      const delayNs = run.delayNs();
      const p50s = await measureNext(run, delayNs);
      if (delayNs === 0) recentNs.push(...p50s);
    }
  for (const run of runs) finishRun(run);
}

const begin = (place, delayNs) => Object.assign(beginRun(place, trialCount), { delayNs });

async function measurePair(index) {
  const place = join(folder, `pair-${String(index).padStart(2, '0')}`);
  const [a, again, slower] = ['a', 'again', 'slower'].map((side) => join(place, side));
  // How busy the machine was then; the pair can be judged at another time.
  const loadFile = join(place, 'load');
  if (!isMeasured(slower)) {
    await measureInTurn([begin(a, none), begin(again, none), begin(slower, fifth)]);
    writeFileSync(loadFile, String(loadavg()[0]));
  }
  const all = [a, again, slower].map(p50sOf);
  return {
    load: Number(readFileSync(loadFile, 'utf8')),
    resolutionPercent: [a, again, slower].map(resolutionOf),
    p50Ns: all.map(median),
    all,
    equal: verdictsOf(a, again),
    slower: verdictsOf(a, slower),
  };
}

/** One run, then another while every processor is wanted by others. */
async function measureOneAfterTheOther() {
  const [a, b] = ['alone', 'crowded'].map((side) => join(folder, 'one-after-the-other', side));
  if (isMeasured(b)) return verdictsOf(a, b);
  await measureInTurn([begin(a, none)]);
  const processors = processor === null ? cpus().length : 1;
  const hogs = Array.from({ length: HOGS_PER_CPU * processors }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    await measureInTurn([begin(b, none)]);
  } finally {
    for (const hog of hogs) hog.kill('SIGKILL');
  }
  return verdictsOf(a, b);
}

const calibration = join(folder, 'calibration');
if (!isMeasured(calibration)) await measureInTurn([begin(calibration, none)]);
recentNs.push(...p50sOf(calibration));
const pairs = [];
for (let index = 1; index <= pairCount; index += 1) {
  const pair = await measurePair(index);
  pairs.push(pair);
  const said = ({ verdict, interval, threshold }) => `${verdict} ${interval} (${threshold} %)`;
  process.stderr.write(
    `pair ${index}: equal ${said(pair.equal.default)}, slower ${said(pair.slower.default)}, load ${pair.load.toFixed(1)}\n`,
  );
}
const facts = {
  machine: `${cpus()[0].model}, ${cpus().length} CPUs, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
  processor,
  hogsPerCpu: HOGS_PER_CPU,
  thresholds: Object.keys(THRESHOLDS),
  pairs,
  sequential: await measureOneAfterTheOther(),
  self: verdictsOf(calibration, calibration),
};
const text = reportOf(facts);
mkdirSync(results, { recursive: true });
writeFileSync(join(results, 'compare.md'), text);
writeFileSync(join(results, 'compare.json'), `${JSON.stringify(facts)}\n`);
process.stdout.write(text);
if (options.keep === undefined) rmSync(folder, { recursive: true, force: true });
