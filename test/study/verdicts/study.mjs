// The whole study: characteristics, and tables by shape for runs, blocks and serializers. Seeded; the same numbers on every machine.
import { blockRows, BLOCK_EFFECTS } from './blocks.mjs';
import { characteristics } from './characteristics.mjs';
import { runRows, EFFECTS } from './runs.mjs';
import { processResiduals, trialResiduals } from './sample-run.mjs';
import { SERIALIZER_EFFECTS, serializerRows } from './serializers.mjs';
import { characteristicsTable, shapesTable } from './tables.mjs';

export const SEED = 20_260_929;
/** Simulated comparisons a number: of promises, and of the tables by shape. */
export const COMPARISONS = {
  full: { lines: 1000, tables: 300 },
  quick: { lines: 60, tables: 20 },
};

/** `kernel` is `echometer/kernel`, from its sources or from dist. */
export function verdictStudy(kernel, workspace, comparisons) {
  const study = {
    seed: SEED,
    judgeRuns: (cases) => kernel.comparisonVerdicts(workspace, cases).cases,
    judgeBlocks: (cases) => kernel.blockVerdicts(workspace, cases).cases,
    residuals: trialResiduals(),
    processes: processResiduals(),
  };
  const [lines, tables] = [comparisons.lines, comparisons.tables].map((count) => ({
    ...study,
    comparisons: count,
  }));
  return {
    lines: () => characteristics(lines),
    runs: () => runRows(tables),
    blocks: () => blockRows(tables),
    serializers: () => serializerRows(tables),
  };
}

const EXPLAINED = `**False**: the share of comparisons of equal set-ups in which any case is better or worse, with the threshold at 0 and at 5 %. **Same**: the share
of their cases whose 90 % interval lies within 10 %. **+5 %** and so on: how often a case that got slower by so much is worse, at a threshold of 5 %
(so +5 % cannot be found in more than half). In percent; five of the cases are hit by what a row says of states and wild trials, and the same five
get slower, all in one comparison.`;

/** The generated section of docs/methodology.md. */
export function studyMarkdown({ lines, runs, blocks, serializers }, comparisons) {
  return [
    `Made by \`npm run study:verdicts\` (seed ${SEED}; ${comparisons.lines} comparisons a number in the first table, ${comparisons.tables} in the others and half as`,
    'many where a case got slower: standard errors of 0.7 points at 5 % of the first, 1.3 at 5 % and 4 at 50 % of the others).',
    '',
    `**What is promised.** 15 cases a comparison whose trials' deviations of logarithms have a median of 4.5 % (blocks: 3 %) and differ by a factor of`,
    '1.7 either way (log deviation 0.55); the threshold is 10 % (blocks and serializers: 5 %).',
    '',
    characteristicsTable(lines),
    '',
    `**Two runs one after the other**, one run a side; the run effect is assumed to be 2 % unless a row says "stated". ${EXPLAINED}`,
    '',
    shapesTable(runs, 'trials', EFFECTS),
    '',
    '**Blocks of variants**, 15 cases with a median deviation of 3 %.',
    '',
    shapesTable(blocks, 'blocks', BLOCK_EFFECTS),
    '',
    '**Serializers**: the process is the unit, a log is a run; 60 cells unless a row says otherwise, deviations of processes with a median of 8 % (cold) and 3 % (warm).',
    '',
    shapesTable(serializers, 'processes', SERIALIZER_EFFECTS),
  ].join('\n');
}
