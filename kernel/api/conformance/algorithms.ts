// Every algorithm that the kernel promises (docs/abi.md, docs/statistics.md) and the vector suites that bind it. The one list:
// `echometer verify` fails when an algorithm has no suite. Runs nothing.

export const ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  'frame codec': ['frames'],
  'credit and session machine': ['flow'],
  'payload pattern': ['payload'],
  'payload verification': ['verification'],
  'nearest-rank summary of durations': ['quantiles'],
  'median and observed range of trials': ['aggregation'],
  'plan shuffle (SplitMix64)': ['shuffle'],
  'quantiles: nearest rank, R-6, R-7': ['quantile-definitions'],
  'Harrell-Davis quantiles': ['harrell-davis'],
  'mean, median, std, MAD, CV, min, max': ['summary'],
  'HDR histogram, merge, V2 log': ['histogram'],
  'ECDF on a grid, tail points': ['ecdf'],
  'kernel density and violins': ['density'],
  'bootstrap intervals': ['bootstrap'],
  'SeedSequence and PCG64': ['numpy-stream'],
  'Tukey fences, winsorizing': ['outliers'],
  'Mann-Whitney': ['mann-whitney'],
  Holm: ['holm'],
  "Cliff's delta": ['cliffs-delta'],
  Spearman: ['spearman'],
  "Hedges' g": ['hedges-g'],
  Welch: ['welch'],
  'change points': ['change-points'],
  'steady state': ['steady-state'],
  'Pragmastat: center, spread': [
    'pragmastat-center',
    'pragmastat-center-bounds',
    'pragmastat-spread',
    'pragmastat-spread-bounds',
  ],
  'Pragmastat: shift, ratio': [
    'pragmastat-shift',
    'pragmastat-shift-bounds',
    'pragmastat-ratio',
    'pragmastat-ratio-bounds',
  ],
  'Pragmastat: average spread, disparity': [
    'pragmastat-avg-spread',
    'pragmastat-avg-spread-bounds',
    'pragmastat-disparity',
    'pragmastat-disparity-bounds',
  ],
  'Pragmastat: margins': ['pragmastat-pairwise-margin', 'pragmastat-signed-rank-margin'],
  'Pragmastat: comparisons': ['pragmastat-compare1', 'pragmastat-compare2'],
  'Pragmastat: random draws': [
    'pragmastat-rng',
    'pragmastat-sample',
    'pragmastat-resample',
    'pragmastat-shuffle',
    'pragmastat-distributions',
  ],
  'portable exponential': ['pragmastat-exp-function'],
  XXH64: ['xxh64'],
  'SHA-256': ['sha256'],
  'text seeds': ['text-seed'],
  'serializer data generator': ['serializer-data'],
  'f64 text': ['text'],
};

/** `algorithm: suite` for each suite that the list names and `suites` lacks. */
export function algorithmsWithout(suites: ReadonlySet<string>): string[] {
  return Object.entries(ALGORITHMS).flatMap(([algorithm, needed]) =>
    needed.filter((suite) => !suites.has(suite)).map((suite) => `${algorithm}: ${suite}`),
  );
}
