// What a verdict must hold to, line by line: the promise, how it is simulated, and the number. Tables by shape are runs.mjs and blocks.mjs.
import { blockCases } from './blocks.mjs';
import { countFalse, countVerdict } from './measure.mjs';
import { unmarkedLines } from './serializers.mjs';
import { CASES, caseOf, deviationsOf, randomOf } from './shapes.mjs';

const DEFAULT_THRESHOLD = 0.1;

function runCases(random, { n, deviation, runEffect, stated, factor }) {
  const deviations = deviationsOf(random, deviation === undefined ? [] : [deviation]);
  const terms = {
    threshold: DEFAULT_THRESHOLD,
    runEffect: { deviation: stated, degrees: null },
  };
  return Array.from({ length: CASES }, (_, i) =>
    caseOf(
      random,
      {
        deviation: deviations[i],
        n,
        shape: { runEffect },
        isHit: false,
        own: i,
        factor: i === 0 ? factor : 1,
      },
      terms,
    ),
  );
}

const POWER = [
  {
    text: '+50 % with 3 trials at 7 %, no run effect',
    least: 95,
    n: 3,
    deviation: 0.07,
    factor: 1.5,
    run: 0,
  },
  {
    text: '+20 % with 5 trials at 5 %, no run effect',
    least: 90,
    n: 5,
    deviation: 0.05,
    factor: 1.2,
    run: 0,
  },
  {
    text: 'same with 5 trials at 5 %, no run effect',
    least: 50,
    n: 5,
    deviation: 0.05,
    factor: 1,
    run: 0,
  },
  {
    text: '+20 % with 5 trials at 5 %, run effect of 2 %',
    least: 85,
    n: 5,
    deviation: 0.05,
    factor: 1.2,
    run: 0.02,
  },
  {
    text: 'same with 5 trials at 5 %, run effect of 2 %',
    least: 40,
    n: 5,
    deviation: 0.05,
    factor: 1,
    run: 0.02,
  },
  {
    text: '+50 % with 5 trials at 5 %, run effect of 5 %',
    least: 95,
    n: 5,
    deviation: 0.05,
    factor: 1.5,
    run: 0.05,
  },
  {
    text: '+50 % with 3 trials at 5 %, run effect of 5 %',
    least: 95,
    n: 3,
    deviation: 0.05,
    factor: 1.5,
    run: 0.05,
  },
  {
    text: 'a factor of 3 with 3 trials at 7 %, run effect of 2 %',
    least: 99.5,
    n: 3,
    deviation: 0.07,
    factor: 3,
    run: 0.02,
  },
  {
    text: 'a factor of 3 with 3 trials at 14 %, run effect of 2 %',
    least: 99.5,
    n: 3,
    deviation: 0.14,
    factor: 3,
    run: 0.02,
  },
];

function powerLines({ judgeRuns, seed, comparisons }) {
  return POWER.map(({ text, least, n, deviation, factor, run }, place) => {
    const random = randomOf(seed + 100_000 + place);
    const make = () => runCases(random, { n, deviation, runEffect: run, stated: run, factor });
    const verdict = factor === 1 ? 'same' : 'worse';
    return { text, least, measured: countVerdict(judgeRuns, make, verdict, comparisons) };
  });
}

function falseLines({ judgeRuns, seed, comparisons }) {
  return [0, 0.02].flatMap((run) =>
    [3, 5, 10].map((n) => {
      const random = randomOf(seed + 200_000 + 1000 * run + n);
      const make = () => runCases(random, { n, runEffect: run, stated: run, factor: 1 });
      const text = `false alarms, ${n} trials, run effect of ${100 * run} % as stated`;
      return { text, most: 5, measured: countFalse(judgeRuns, make, comparisons).beyond };
    }),
  );
}

const BLOCK_SHAPES = [
  ['run effect of 10 %', { runEffect: 0.1 }],
  ['drift of 6 %', { drift: 0.06 }],
  ['correlated trials (0.7)', { correlation: 0.7 }],
  ['two states that last 10 trials', { stay: 0.9 }],
  ['a load from the middle (+50 %, noise x2)', { load: 2 }],
  ['a load from the middle (+50 %, noise x4)', { load: 4 }],
];

function blockLines({ judgeBlocks, seed, comparisons }) {
  const make = (random, shape, factors, cases) => () =>
    blockCases(random, { shape, blocks: 10, factors, cases, fixed: [0.03] });
  return BLOCK_SHAPES.flatMap(([title, shape], place) => {
    const random = randomOf(seed + 300_000 + place);
    const isLoad = shape.load !== undefined;
    const alarms = {
      text: `false alarms in 10 blocks, ${title}`,
      most: 5,
      measured: countFalse(judgeBlocks, make(random, shape, []), comparisons).beyond,
    };
    const found = (cases) => ({
      text: `+10 % in 10 blocks at 3 %, ${title}, ${cases} cases`,
      least: 90,
      measured: countVerdict(judgeBlocks, make(random, shape, [1.1], cases), 'worse', comparisons),
    });
    return [alarms, found(CASES), ...(isLoad ? [found(5), found(1)] : [])];
  });
}

/** Lines `{ text, least | most, measured }`, all in percent. */
export function characteristics(study) {
  const { longer, hardly } = unmarkedLines(study);
  return [
    ...falseLines(study),
    ...powerLines(study),
    {
      text: 'serializer log without process marks, +40 % in every call',
      least: 99,
      measured: longer,
    },
    { text: 'the same, +0.7 %', most: 1, measured: hardly },
    ...blockLines(study),
  ];
}

export const isMet = ({ least, most, measured }) =>
  least === undefined ? measured <= most : measured >= least;
