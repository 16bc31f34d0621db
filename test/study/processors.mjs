// npm run study:processors: which processors give the smallest run effect, as real runs show it. It starts many short runs, each
// measuring the same worker free, on one processor and on two in blocks, and gives for each the effect between runs
// (kernel `runEffect`) and the scatter within them. For a quiet machine: other work is in every number.
// Usage: node processors.mjs [--runs 8] [--trials 3] [--only LIST] [--keep FOLDER]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const load = (path) => import(pathToFileURL(join(root, 'dist', path)));
const { loadKernel } = await load('host-node/src/kernel/load.js');
const { runEffect } = await load('kernel/api/statistics/verdicts.js');
const { trialStatistic } = await load('kernel/api/run/statistic.js');
const { headlineOf } = await load('kernel/api/run/headline.js');

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '8' },
    trials: { type: 'string', default: '3' },
    only: {
      type: 'string',
      default: 'latency/64B,latency/1KiB,bulk/16KiB/64/16,bulk/256KiB/16/4,concurrency/16/1',
    },
    keep: { type: 'string' },
  },
});
const VARIANTS = ['free:', 'one: cpus=0,0', 'two: cpus=0,1'];
const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'em-processors-'));
const loads = [];

/** A run's folder; one that is there already is not measured again. */
function runInto(path) {
  if (existsSync(join(path, 'data.json'))) return;
  const cli = join(root, 'dist/host-node/src/cli.js');
  const variants = VARIANTS.flatMap((spec) => ['--variant', spec]);
  const args = ['run', 'duplex', '--profile', 'quick', '--only', options.only];
  const rest = ['--trials', options.trials, ...variants, '--out', path];
  const { status, stderr } = spawnSync(process.execPath, [cli, ...args, ...rest], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

function valuesOf(data, { suite, case: name }, variant) {
  const { statistic } = headlineOf(suite);
  return data.trials
    .filter((one) => one.suite === suite && one.case === name && one.variant === variant)
    .flatMap(({ stats }) => trialStatistic(stats, statistic) ?? []);
}

const all = Array.from({ length: Number(options.runs) }, (_, index) => {
  const path = join(folder, `run-${index + 1}`);
  runInto(path);
  loads.push(loadavg()[0]);
  process.stderr.write(`run ${index + 1} of ${options.runs}, load ${loads.at(-1).toFixed(1)}\n`);
  return JSON.parse(readFileSync(join(path, 'data.json'), 'utf8'));
});
const names = VARIANTS.map((spec) => spec.split(':')[0]);
const cases = all[0].cases.filter(({ variant }) => variant === names[0]);
const workspace = loadKernel().openWorkspace();
const percent = (value) => (value * 100).toFixed(1);
const cell = (groups) => {
  const { deviation, degrees, unitDeviation } = runEffect(workspace, groups);
  return `${percent(deviation)} (${degrees.toFixed(0)}) / ${percent(unitDeviation)}`;
};
const groupsOf = (one, variant) => all.map((data) => valuesOf(data, one, variant));
const lines = [
  `${cpus()[0].model}, ${cpus().length} CPUs, Node ${process.version}, ${options.runs} runs of ${options.trials} blocks, load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}.`,
  'Run effect in % (degrees) / deviation of a trial in %, of logarithms.',
  '',
  `| case | ${names.join(' | ')} |`,
  `|---|${names.map(() => '---:').join('|')}|`,
  ...cases.map(
    (one) =>
      `| ${one.suite} ${one.case} | ${names.map((name) => cell([groupsOf(one, name)])).join(' | ')} |`,
  ),
  `| all | ${names.map((name) => cell(cases.map((one) => groupsOf(one, name)))).join(' | ')} |`,
];
process.stdout.write(`${lines.join('\n')}\n`);
if (options.keep === undefined) rmSync(folder, { recursive: true, force: true });
