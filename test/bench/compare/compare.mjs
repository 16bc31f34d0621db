// npm run bench:compare: how often `echometer compare` is right about runs whose truth is known. Every run is a whole run of the command,
// every comparison is the command with its default options.
// Usage: node compare.mjs [--pairs 20] [--profile quick] [--keep FOLDER] [--serializers]
// --keep: the folders stay, and those that are there already are judged and not measured again. --serializers: six runs of a few
// serializers instead, every pair of them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { stayOnOneProcessor } from '../one-processor.mjs';
import { cli, loadsOf, measureRound, measureSerializers } from './series.mjs';

const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string', default: '20' },
    profile: { type: 'string', default: 'quick' },
    keep: { type: 'string' },
    serializers: { type: 'boolean', default: false },
  },
});
const pairs = Number(options.pairs);
const results = fileURLToPath(new URL('../build', import.meta.url));
const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'em-compare-'));
const SERIALIZER_RUNS = 6;
const MOST_FALSE_PAIRS = 1;
/** 17 of 20. */
const LEAST_FOUND = 0.85;

function casesOf(base, changed) {
  const args = ['compare', base, changed, '--json', '--calibration', 'none'];
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`compare exits with ${status}: ${stderr}`);
  return JSON.parse(stdout).cases;
}

const isCalled = ({ verdict }) => verdict === 'worse' || verdict === 'better';

function judgeRound(place) {
  const at = (name) => join(place, name);
  const slower = casesOf(at('base'), at('slower'));
  const slowed = slower.find(({ name }) => name === 'latency 64B');
  return {
    loads: ['first', 'again', 'base', 'slower'].flatMap((name) => loadsOf(at(name))),
    equal: casesOf(at('first'), at('again')),
    slowed,
    others: slower.filter((one) => one !== slowed),
  };
}

const range = (values, digits) => {
  const sorted = values.toSorted((a, b) => a - b);
  const text = [sorted[sorted.length >> 1], sorted[0], sorted.at(-1)].map((value) =>
    value.toFixed(digits),
  );
  return `${text[0]} [${text[1]}, ${text[2]}]`;
};

/** One row of the table: verdicts of one question. */
function row(what, verdicts, asked, isMet) {
  const count = (verdict) => verdicts.filter((one) => one.verdict === verdict).length;
  const counts = ['worse', 'better', 'same', 'unsure'].map(count);
  const ratios = range(
    verdicts.map(({ ratio }) => ratio),
    3,
  );
  return `| ${[what, ratios, ...counts, asked, isMet ? 'met' : 'MISSED'].join(' | ')} |`;
}

const HEAD = [
  '| what | NEW / BASE | worse | better | same | unsure | asked | |',
  '|---|---|---|---|---|---|---|---|',
];

function roundsReport(rounds) {
  const falsePairs = rounds.filter(({ equal }) => equal.some(isCalled)).length;
  const slowed = rounds.map((round) => round.slowed);
  const found = slowed.filter(({ verdict }) => verdict === 'worse').length;
  const ofCase = (name) => rounds.flatMap(({ equal }) => equal.filter((one) => one.name === name));
  const isHonest = falsePairs <= MOST_FALSE_PAIRS;
  const falseText = `a false call in at most ${MOST_FALSE_PAIRS} pair: in ${falsePairs}`;
  const names = [...new Set(rounds.flatMap(({ equal }) => equal.map(({ name }) => name)))];
  return [
    `${rounds.length} rounds, profile ${options.profile}; load at the start and end of every run ${range(
      rounds.flatMap(({ loads }) => loads),
      1,
    )}.`,
    '',
    ...HEAD,
    ...names.map((name) => row(`equal workers, ${name}`, ofCase(name), falseText, isHonest)),
    row(
      'a worker that waits 20 % of the p50, latency 64B',
      slowed,
      `worse in ${Math.ceil(LEAST_FOUND * rounds.length)} of ${rounds.length}: in ${found}`,
      found >= LEAST_FOUND * rounds.length,
    ),
  ];
}

function serializersReport(places) {
  const compared = places.flatMap((base, index) =>
    places.slice(index + 1).map((changed) => casesOf(base, changed)),
  );
  const falsePairs = compared.filter((cases) => cases.some(isCalled)).length;
  return [
    `${places.length} equal runs, ${compared.length} pairs of ${compared[0].length} cases; load at the start and end of every run ${range(
      places.flatMap(loadsOf),
      1,
    )}.`,
    '',
    ...HEAD,
    row(
      'equal runs of serializers, cold and warm',
      compared.flat(),
      `a false call in at most ${MOST_FALSE_PAIRS} pair: in ${falsePairs}`,
      falsePairs <= MOST_FALSE_PAIRS,
    ),
  ];
}

function measuredRounds() {
  return Array.from({ length: pairs }, (_, index) => {
    const place = join(folder, String(index + 1).padStart(2, '0'));
    measureRound(place, options.profile);
    process.stderr.write(`round ${index + 1} of ${pairs}\n`);
    return judgeRound(place);
  });
}

const processor = stayOnOneProcessor();
const report = options.serializers
  ? serializersReport(measureSerializers(folder, SERIALIZER_RUNS))
  : roundsReport(measuredRounds());
const text = `${[
  `${cpus()[0].model}, ${cpus().length} CPUs, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; ` +
    `${processor === null ? 'the system places hosts and workers' : `everything on processor ${processor}`}.`,
  '',
  ...report,
].join('\n')}\n`;
mkdirSync(results, { recursive: true });
writeFileSync(join(results, options.serializers ? 'compare-serializers.md' : 'compare.md'), text);
process.stdout.write(text);
if (options.keep === undefined) rmSync(folder, { recursive: true, force: true });
