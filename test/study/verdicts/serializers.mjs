// Serializer logs: the process is the unit, a log is a run. Many cells, few processes.
import { countFalse, countFound, countVerdict } from './measure.mjs';
import { caseOf, deviationsOf, randomOf } from './shapes.mjs';

const CELLS = 60;
const THRESHOLD = 0.05;
/** First calls of a process differ more than warm medians do. */
const COLD_MIDDLE = 0.08;
const WARM_MIDDLE = 0.03;
const FACTORS = [1.1, 1.2, 1.5, 3];
export const SERIALIZER_EFFECTS = FACTORS;
const assumed = (deviation) => ({
  threshold: THRESHOLD,
  runEffect: { deviation, degrees: null },
});

const ROWS = [
  { title: 'cold, 5 processes', middle: COLD_MIDDLE, n: 5, shape: { runEffect: 0.02 } },
  { title: 'cold, 3 processes', middle: COLD_MIDDLE, n: 3, shape: { runEffect: 0.02 } },
  {
    title: 'cold, 5 processes, runs differ by 5 %',
    middle: COLD_MIDDLE,
    n: 5,
    shape: { runEffect: 0.05 },
  },
  { title: 'warm, 5 processes', middle: WARM_MIDDLE, n: 5, shape: { runEffect: 0.02 } },
];

function cells(random, { middle, n, shape, deviation = 0.02, count = CELLS }, factors) {
  const deviations = deviationsOf(random, [], count, middle);
  // Which cells get slower is drawn anew: the first ones of a log may be its noisiest.
  const turn = Math.floor(random.uniform() * count);
  return deviations.map((one, i) =>
    caseOf(
      random,
      { deviation: one, n, shape, isHit: false, own: i + turn, factor: factors[i] ?? 1 },
      assumed(deviation),
    ),
  );
}

/** A log that names no process: all calls of one process, 100 a cell, and what processes differ by on top. */
export const unmarked = (random, factor) =>
  cells(
    random,
    { middle: 0.15, n: 100, shape: { runEffect: 0.05 }, deviation: 0.05, count: CELLS },
    Array.from({ length: CELLS }, () => factor),
  );

export function serializerRows({ judgeRuns, seed, comparisons, processes }) {
  const resampled = {
    title: `warm processes of docs/sample-serializers, resampled (${processes.length} cells)`,
    middle: WARM_MIDDLE,
    n: 5,
    shape: { residuals: processes },
    count: processes.length,
    cost: 4,
  };
  return [...ROWS, resampled].map((row, place) => {
    const random = randomOf(seed + 900_000 + 1000 * place);
    const times = Math.ceil(comparisons / (row.cost ?? 2));
    return {
      title: row.title,
      n: row.n,
      ...countFalse(judgeRuns, () => cells(random, row, []), times),
      found: countFound(
        judgeRuns,
        () => cells(random, row, FACTORS),
        FACTORS.length,
        Math.ceil(times / 2),
      ),
    };
  });
}

/** +40 % in every call of a log without process marks, and +0.7 %: the share of first cells called worse. */
export function unmarkedLines({ judgeRuns, seed, comparisons }) {
  const times = Math.ceil(comparisons / 4);
  const worse = (factor, place) => {
    const random = randomOf(seed + 950_000 + place);
    // The same log, every call longer: nothing but the factor differs.
    const make = () =>
      unmarked(random, 1).map((one) => ({
        ...one,
        new: one.base.map((run) => run.map((value) => value * factor)),
      }));
    return countVerdict(judgeRuns, make, 'worse', times);
  };
  return { longer: worse(1.4, 1), hardly: worse(1.007, 2) };
}
