// Two variants in blocks: false alarms and power by what happens to the machine during a run.
import { countFalse, countFound } from './measure.mjs';
import { CASES, deviationsOf, HIT, randomOf, STATE_LOG, statesOf } from './shapes.mjs';

export const BLOCK_EFFECTS = [1.05, 1.1, 1.2, 1.5, 3];
export const BLOCKS = [5, 10, 20];
const THRESHOLD = 0.05;
/** The trials of an idle machine (facts of 2026-12-01: 1.3 to 4.5 %). */
const MIDDLE = 0.03;

export const BLOCK_SHAPES = [
  { title: 'independent trials', shape: {} },
  { title: 'run effect of 10 %', shape: { runEffect: 0.1 } },
  { title: 'drift of 6 %', shape: { drift: 0.06 } },
  { title: 'trials correlated with the one before (0.7)', shape: { correlation: 0.7 } },
  { title: 'two states that last 10 trials', shape: { stay: 0.9 } },
  { title: 'two states that last 5 trials', shape: { stay: 0.8 } },
  { title: 'two states at random', shape: { stay: 0.5 } },
  { title: 'a load from the middle: +50 %, noise x2', shape: { load: 2 } },
  { title: 'a load from the middle: +50 %, noise x4', shape: { load: 4 } },
  { title: 'one wild trial (x3)', shape: { isWild: true } },
];

/** The trials of one case in the order in which they run: two a block. */
function trialsOf(random, deviation, blocks, shape, isHit) {
  const n = 2 * blocks;
  const states = isHit && shape.stay !== undefined ? statesOf(random, n, shape.stay) : [];
  const wild = isHit && shape.isWild ? Math.floor(random.uniform() * n) : -1;
  const common = (shape.runEffect ?? 0) * random.normal();
  const rho = shape.correlation ?? 0;
  let last = random.normal();
  return Array.from({ length: n }, (_, i) => {
    if (i > 0) last = rho * last + Math.sqrt(1 - rho ** 2) * random.normal();
    const isLoaded = shape.load !== undefined && i >= n / 2;
    return (
      common +
      last * deviation * (isLoaded ? shape.load : 1) +
      (isLoaded ? Math.log(1.5) : 0) +
      (shape.drift ?? 0) * (i / n) +
      (states[i] ? STATE_LOG : 0) +
      (i === wild ? Math.log(3) : 0)
    );
  });
}

/** Whose trial is first in a block: as often base as new, in random order. */
function orderOf(random, blocks) {
  const order = Array.from({ length: blocks }, (_, i) => i % 2 === 0);
  for (let i = blocks - 1; i > 0; i -= 1) {
    const j = Math.floor(random.uniform() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

export function blockCase(random, { deviation, blocks, shape, isHit, factor }) {
  const trials = trialsOf(random, deviation, blocks, shape, isHit);
  const pairs = orderOf(random, blocks).map((isBaseFirst, block) => {
    const [first, second] = [2 * block, 2 * block + 1].map((i) => 100 * Math.exp(trials[i]));
    const [base, next] = isBaseFirst ? [first, second] : [second, first];
    return { base, new: next * factor };
  });
  return { better: 'lower', threshold: THRESHOLD, blocks: pairs };
}

export function blockCases(random, { shape, blocks, factors, cases = CASES, fixed = [] }) {
  const deviations = deviationsOf(random, fixed, cases, MIDDLE);
  return deviations.map((deviation, i) =>
    blockCase(random, {
      deviation,
      blocks,
      shape,
      // A load, a drift and a run are everybody's; states and wild trials are of five cases.
      isHit: i < HIT,
      factor: factors[i] ?? 1,
    }),
  );
}

export function blockRows({ judgeBlocks, seed, comparisons }) {
  return BLOCK_SHAPES.flatMap(({ title, shape }, place) =>
    BLOCKS.map((blocks) => {
      const random = randomOf(seed + 500_000 + 1000 * place + blocks);
      const make = (factors) => () => blockCases(random, { shape, blocks, factors });
      return {
        title,
        n: blocks,
        ...countFalse(judgeBlocks, make([]), comparisons),
        found: countFound(
          judgeBlocks,
          make(BLOCK_EFFECTS),
          BLOCK_EFFECTS.length,
          Math.ceil(comparisons / 2),
        ),
      };
    }),
  );
}
