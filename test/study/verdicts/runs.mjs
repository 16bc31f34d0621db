// Two runs one after the other: false alarms, "same" and power by shape and number of trials.
import { countFalse, countFound } from './measure.mjs';
import { CASES, caseOf, deviationsOf, HIT, randomOf } from './shapes.mjs';

export const EFFECTS = [1.05, 1.1, 1.2, 1.5, 3];
const THRESHOLD = 0.05;
export const TRIALS = [3, 5, 10];

const known = (deviation) => ({ runEffect: { deviation, degrees: null } });

/** `cost`: how many times fewer comparisons a slow row gets. */
export const RUN_SHAPES = [
  { title: 'normal logarithms, no run effect', shape: {} },
  { title: 'the same, stated as 0', shape: {}, terms: known(0) },
  { title: 'skewed logarithms', shape: { noise: 'skewed' } },
  { title: 'run effect of 2 %', shape: { runEffect: 0.02 } },
  { title: 'run effect of 5 %', shape: { runEffect: 0.05 } },
  { title: 'run effect of 5 %, stated', shape: { runEffect: 0.05 }, terms: known(0.05) },
  {
    title: 'run effect of 5 %, calibrated with 7 degrees',
    shape: { runEffect: 0.05 },
    terms: { runEffect: { deviation: 0.05, degrees: 7 } },
    cost: 10,
  },
  { title: 'run effect of 10 %', shape: { runEffect: 0.1 } },
  { title: 'drift of 6 % a run', shape: { drift: 0.06 } },
  { title: 'trials correlated with the one before (0.7)', shape: { noise: 'autocorrelated' } },
  { title: 'two states that last 10 trials, not known', shape: { stay: 0.9 } },
  { title: 'the same, known and set apart', shape: { stay: 0.9, isKnown: true } },
  { title: 'two states at random, not known', shape: { stay: 0.5 } },
  { title: 'the same, known and set apart', shape: { stay: 0.5, isKnown: true } },
  { title: 'clock of 20 µs, values of 100 µs', shape: { step: 20 } },
  { title: 'one wild trial (x3)', shape: { isWild: true } },
];

/** Cases of one comparison; the first five get slower by `factors`. */
function makeCases(random, { shape, terms }, n, factors) {
  const deviations = deviationsOf(random);
  return Array.from({ length: CASES }, (_, i) =>
    caseOf(
      random,
      {
        deviation: deviations[i],
        n,
        shape,
        isHit: i < HIT,
        own: i,
        factor: factors[i] ?? 1,
      },
      { threshold: THRESHOLD, ...known(0.02), ...terms },
    ),
  );
}

export function runRows({ judgeRuns, seed, comparisons, residuals }) {
  const rows = [
    ...RUN_SHAPES,
    { title: 'trials of docs/sample-run, resampled', shape: { residuals } },
  ];
  return rows.flatMap((row, place) =>
    TRIALS.map((n) => {
      const random = randomOf(seed + 1000 * place + n);
      const times = Math.ceil(comparisons / (row.cost ?? 1));
      const equal = countFalse(judgeRuns, () => makeCases(random, row, n, []), times);
      const make = () => makeCases(random, row, n, EFFECTS);
      return {
        title: row.title,
        n,
        ...equal,
        found: countFound(judgeRuns, make, EFFECTS.length, Math.ceil(times / 2)),
      };
    }),
  );
}
