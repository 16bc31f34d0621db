// What trials of a case look like: shapes of their logarithms, made or resampled. Time runs through a side's trials; new follows base.
import { randomOf } from './random.mjs';

/** Cases of a comparison, like a full run has; the first five are those that are moved, or hit by a shape. */
export const CASES = 15;
export const HIT = 5;
/** Of the medians of trials' deviations in docs/sample-run, which are 2.8 to 22 %. */
const MIDDLE_DEVIATION = 0.045;
const LOG_SPREAD = 0.55;
/** 34 and 90 us: a round trip on one processor, and one that wakes the other. */
export const STATE_LOG = 0.97;
const MICROSECONDS = 100;

const AUTOCORRELATION = 0.7;
const WILD_LOG = Math.log(3);

/** How noisy the cases of a comparison are; `deviations` fixes the first ones. */
export function deviationsOf(random, fixed = [], cases = CASES, middle = MIDDLE_DEVIATION) {
  return Array.from(
    { length: cases },
    (_, i) => fixed[i] ?? middle * Math.exp(LOG_SPREAD * random.normal()),
  );
}

const noise = {
  normal: (random, n) => Array.from({ length: n }, () => random.normal()),
  skewed: (random, n) => Array.from({ length: n }, () => -Math.log(random.uniform()) - 1),
  autocorrelated: (random, n) => {
    const values = [random.normal()];
    const fresh = Math.sqrt(1 - AUTOCORRELATION ** 2);
    while (values.length < n)
      values.push(AUTOCORRELATION * values.at(-1) + fresh * random.normal());
    return values;
  },
};

/** A chain of two states that stays with this probability; 0.5 is at random. */
export function statesOf(random, n, stay) {
  let state = random.uniform() < 0.5;
  return Array.from({ length: n }, () => {
    const now = state;
    if (random.uniform() > stay) state = !state;
    return now;
  });
}

/**
 * One side of a case. `shape`: noise, runEffect, drift (of a whole run), stay (of two states), isWild, residuals (to resample).
 * Answers logarithms, and the state of each trial where there are two.
 */
function sideOf(random, { deviation, n, shape, isHit, isNew, own }) {
  const residuals = shape.residuals?.[own % shape.residuals.length];
  const shared = (shape.runEffect ?? 0) * random.normal();
  const base = residuals
    ? Array.from({ length: n }, () => random.pick(residuals))
    : noise[shape.noise ?? 'normal'](random, n).map((z) => z * deviation);
  const states =
    isHit && shape.stay !== undefined ? statesOf(random, n, shape.stay) : base.map(() => false);
  const wild = isHit && shape.isWild && !isNew ? Math.floor(random.uniform() * n) : -1;
  const logs = base.map((value, i) => {
    const time = (i + 0.5) / n + (isNew ? 1 : 0);
    const drift = (shape.drift ?? 0) * time;
    return value + shared + drift + (states[i] ? STATE_LOG : 0) + (i === wild ? WILD_LOG : 0);
  });
  return { logs, states };
}

/** The state that both sides have more of, when two trials a side are in it: what `compare` does with facts. */
function alike(base, next) {
  const count = (side, state) => side.states.filter((one) => one === state).length;
  const common = (state) => Math.min(count(base, state), count(next, state));
  const kept = common(true) > common(false);
  if (common(kept) < 2) return { base, next, isMixed: true };
  const only = (side) => ({
    logs: side.logs.filter((_, i) => side.states[i] === kept),
    states: [],
  });
  return { base: only(base), next: only(next), isMixed: false };
}

/** A case as the kernel takes it. `factor` is what truly changed. */
export function caseOf(random, options, terms) {
  const { shape, factor, level = MICROSECONDS } = options;
  let sides = {
    base: sideOf(random, { ...options, isNew: false }),
    next: sideOf(random, { ...options, isNew: true }),
    isMixed: false,
  };
  if (shape.isKnown && options.isHit) sides = alike(sides.base, sides.next);
  const step = shape.step ?? 0;
  const value = (log, by) => {
    const exact = level * by * Math.exp(log);
    return step === 0 ? exact : Math.max(step, step * Math.round(exact / step));
  };
  return {
    better: 'lower',
    ...terms,
    base: [sides.base.logs.map((log) => value(log, 1))],
    new: [sides.next.logs.map((log) => value(log, factor))],
    step,
    ...(sides.isMixed ? { state: { low: Math.exp(-STATE_LOG), high: Math.exp(STATE_LOG) } } : {}),
  };
}

export { randomOf };
