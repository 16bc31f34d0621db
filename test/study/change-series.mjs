// Seeded series with known changes, and how a finder of changes does on them. Used by changes.mjs (the table) and by a test.

const GOLDEN = 0x9e3779b97f4a7c15n;
const MASK = (1n << 64n) - 1n;

/** SplitMix64 as numbers in (0, 1). */
function unitsOf(seed) {
  let state = BigInt(seed) & MASK;
  return () => {
    state = (state + GOLDEN) & MASK;
    let z = ((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return (Number((z ^ (z >> 31n)) >> 11n) + 0.5) / 2 ** 53;
  };
}

function normalsOf(unit) {
  return () => Math.sqrt(-2 * Math.log(unit())) * Math.cos(2 * Math.PI * unit());
}

/** Noise with mean near 0 and standard deviation 1, one number a run. */
const NOISE = {
  normal: (normal) => normal,
  skewed: (normal) => {
    const deviation = Math.sqrt((Math.E - 1) * Math.E);
    return () => (Math.exp(normal()) - Math.exp(0.5)) / deviation;
  },
  'heavy tails': (normal) => () => {
    const [a, b, c] = [normal(), normal(), normal()];
    return normal() / Math.sqrt(a * a + b * b + c * c);
  },
  autocorrelated: (normal) => {
    let last = normal();
    return () => (last = 0.3 * last + Math.sqrt(1 - 0.09) * normal());
  },
};

const between = (unit, low, high) => low + Math.floor(unit() * (high - low + 1));

/** Where the steps are: one anywhere but in the first and last tenth, or two in the second and fourth fifth. */
function placesOf(unit, { length, steps, last }) {
  if (last !== undefined) return [length - last];
  const tenth = Math.max(4, Math.floor(length / 10));
  if (steps.length < 2) return steps.map(() => between(unit, tenth, length - tenth));
  const fifth = Math.floor(length / 5);
  return [between(unit, fifth, 2 * fifth), between(unit, 3 * fifth, 4 * fifth)];
}

/** A series of `length` runs: noise of `percent` a run, `steps` as factors, one run `wild` times what it should be. */
export function seriesOf(shape, seed) {
  const unit = unitsOf(seed);
  const noise = NOISE[shape.noise](normalsOf(unit));
  const places = placesOf(unit, shape);
  let level = 100;
  const values = Array.from({ length: shape.length }, (_, run) => {
    const step = places.indexOf(run);
    if (step >= 0) level *= shape.steps[step];
    return level * (1 + (shape.percent / 100) * noise());
  });
  if (shape.wild === undefined) return { values, places, wildAt: null };
  // Beside a step the wild run decides where the step is seen: not what is asked here.
  let wildAt = between(unit, 0, shape.length - 1);
  while (places.some((place) => Math.abs(place - wildAt) <= 2))
    wildAt = between(unit, 0, shape.length - 1);
  values[wildAt] *= shape.wild;
  return { values, places, wildAt };
}

const isNear = (a, b) => Math.abs(a - b) <= 1;

/** Shares: of steps found within one run, of series with any other change, of series whose wild run is called a change. */
export function judge(shape, find, count) {
  let steps = 0;
  let found = 0;
  let others = 0;
  let wild = 0;
  for (let seed = 1; seed <= count; seed += 1) {
    const { values, places, wildAt } = seriesOf(shape, seed);
    const changes = Array.from(find(values));
    const extra = changes.filter((change) => !places.some((place) => isNear(change, place)));
    steps += places.length;
    found += places.filter((place) => changes.some((change) => isNear(change, place))).length;
    others += extra.length > 0 ? 1 : 0;
    wild += extra.some((change) => change === wildAt || change === wildAt + 1) ? 1 : 0;
  }
  return { found: steps === 0 ? null : found / steps, others: others / count, wild: wild / count };
}

const shape = (name, parts) => ({
  name,
  length: 60,
  noise: 'normal',
  percent: 2,
  steps: [],
  ...parts,
});

/** What `history` is for comes first; the others were not looked at when the rule was made. */
export const SHAPES = [
  shape('flat', {}),
  shape('flat, one wild run (+50 %)', { wild: 1.5 }),
  shape('+8 %, one wild run (+50 %)', { steps: [1.08], wild: 1.5 }),
  shape('+8 %, one wild run (-30 %)', { steps: [1.08], wild: 0.7 }),
  shape('-8 %, one wild run (+50 %)', { steps: [0.92], wild: 1.5 }),
  shape('+8 % in the last 5 runs', { steps: [1.08], last: 5 }),
  shape('+8 % in the last 3 runs', { steps: [1.08], last: 3 }),
  shape('+4 %', { steps: [1.04] }),
  shape('noise 5 %, +20 %, one wild run', { percent: 5, steps: [1.2], wild: 1.5 }),
  shape('two steps, +8 % and +8 %, one wild run', { steps: [1.08, 1.08], wild: 1.5 }),
  shape('two steps, +8 % and back, one wild run', { steps: [1.08, 1 / 1.08], wild: 1.5 }),
  shape('lognormal noise, flat', { noise: 'skewed' }),
  shape('lognormal noise, +8 %, one wild run', { noise: 'skewed', steps: [1.08], wild: 1.5 }),
  shape('t noise (3 degrees), flat', { noise: 'heavy tails' }),
  shape('t noise (3 degrees), +8 %', { noise: 'heavy tails', steps: [1.08] }),
  shape('autocorrelation 0.3, flat', { noise: 'autocorrelated' }),
  shape('autocorrelation 0.3, +8 %, one wild run', {
    noise: 'autocorrelated',
    steps: [1.08],
    wild: 1.5,
  }),
  ...[20, 40, 100, 200].flatMap((length) => [
    shape(`${length} runs, flat`, { length }),
    shape(`${length} runs, autocorrelation 0.3, flat`, { length, noise: 'autocorrelated' }),
    shape(`${length} runs, +8 %, one wild run`, { length, steps: [1.08], wild: 1.5 }),
  ]),
];
