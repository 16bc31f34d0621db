// What ClickHouse calls of the kernel: names, SQL types, what each gives. Data only; the exports are kernel/entries/clickhouse.ts.

export interface SqlFunction {
  readonly name: string;
  /** Of kernel.clickhouse.wasm. */
  readonly export: string;
  /** Name and type of each argument. */
  readonly arguments: readonly (readonly [name: string, type: string])[];
  readonly returns: string;
  /** One sentence for whoever reads the script. */
  readonly says: string;
  /** Numbers only, one call a row; the others get blocks of rows. */
  readonly isDirect?: true;
}

const SAMPLE = ['values', 'Array(Float64)'] as const;
const PAIR = [
  ['x', 'Array(Float64)'],
  ['y', 'Array(Float64)'],
] as const;
const MISRATE = ['misrate', 'Float64'] as const;
const NUMBER = 'Nullable(Float64)';
const ERROR = 'error Nullable(String)';
const BOUNDS = `Tuple(lower ${NUMBER}, upper ${NUMBER}, ${ERROR})`;

const tupleOf = (type: string, names: readonly string[]): string =>
  names.map((name) => `${name} ${type}`).join(', ');

const SUMMARY = 'mean median std mad cv min max p5 p25 p50 p75 p95 p99'.split(' ');

/** Tuples in arguments have no names, so that a literal fits as well as a column. */
const CASE = 'Tuple(Array(Array(Float64)), Array(Array(Float64)), Int8, Float64, Float64, Float64)';
const VERDICT = `Tuple(verdict String, reason Nullable(String), ratio Float64, low Float64, high Float64, p Float64, adjusted_p Float64)`;

export const CLICKHOUSE_FUNCTIONS: readonly SqlFunction[] = [
  {
    name: 'em_signature',
    export: 'selfSignature',
    arguments: [],
    returns: 'UInt64',
    says: 'the word that every engine computes alike; hex() shows it as echometer verify does',
    isDirect: true,
  },
  {
    name: 'em_summary',
    export: 'summary',
    arguments: [SAMPLE],
    returns: `Tuple(n UInt64, ${tupleOf(NUMBER, SUMMARY)}, warnings Nullable(UInt8), ${ERROR})`,
    says: 'n, mean, median, sample deviation and the R-7 percentiles of a sample',
  },
  {
    name: 'em_summary_ns',
    export: 'summaryNs',
    arguments: [['values', 'Array(UInt64)']],
    returns: `Tuple(n UInt64, ${tupleOf('Nullable(UInt64)', ['min', 'p50', 'p95', 'p99', 'max'])}, mean ${NUMBER}, warnings Nullable(UInt8), ${ERROR})`,
    says: 'n, extremes and nearest-rank percentiles of nanoseconds, in integers',
  },
  {
    name: 'em_quantiles',
    export: 'quantiles',
    arguments: [SAMPLE, ['ps', 'Array(Float64)'], ['definition', 'UInt8']],
    returns: `Array(${NUMBER})`,
    says: 'quantiles by definition: 0 nearest rank, 1 R-6, 2 R-7, 3 Harrell-Davis',
  },
  {
    name: 'em_center',
    export: 'center',
    arguments: [SAMPLE],
    returns: NUMBER,
    says: 'the Hodges-Lehmann center: the median of all pairwise means',
  },
  {
    name: 'em_center_bounds',
    export: 'centerBounds',
    arguments: [SAMPLE, MISRATE],
    returns: BOUNDS,
    says: 'bounds of the center that miss with the given rate',
  },
  {
    name: 'em_spread',
    export: 'spread',
    arguments: [SAMPLE],
    returns: NUMBER,
    says: 'the Shamos spread: the median of all pairwise distances',
  },
  {
    name: 'em_shift',
    export: 'shift',
    arguments: PAIR,
    returns: NUMBER,
    says: 'the median of all differences x - y',
  },
  {
    name: 'em_shift_bounds',
    export: 'shiftBounds',
    arguments: [...PAIR, MISRATE],
    returns: BOUNDS,
    says: 'bounds of the shift that miss with the given rate',
  },
  {
    name: 'em_ratio',
    export: 'ratio',
    arguments: PAIR,
    returns: NUMBER,
    says: 'the median of all ratios x / y of positive values',
  },
  {
    name: 'em_ratio_bounds',
    export: 'ratioBounds',
    arguments: [...PAIR, MISRATE],
    returns: BOUNDS,
    says: 'bounds of the ratio that miss with the given rate',
  },
  {
    name: 'em_mann_whitney',
    export: 'mannWhitney',
    arguments: PAIR,
    returns: `Tuple(${tupleOf(NUMBER, ['u', 'z', 'p'])}, ${ERROR})`,
    says: 'the two-sided Mann-Whitney test: u of x, z (0 when exact), p',
  },
  {
    name: 'em_verdicts',
    export: 'verdicts',
    arguments: [
      ['cases', `Array(${CASE})`],
      ['error_rate', 'Float64'],
    ],
    returns: `Tuple(cases Array(${VERDICT}), ${ERROR})`,
    says: 'one comparison: its cases are (base runs, new runs, better -1 lower 1 higher 0 unknown, threshold, clock step, run effect)',
  },
  {
    name: 'em_histogram',
    export: 'histogram',
    arguments: [
      ['values', 'Array(UInt64)'],
      ['lowest', 'UInt64'],
      ['highest', 'UInt64'],
      ['digits', 'UInt8'],
    ],
    returns: 'Nullable(String)',
    says: "an HDR histogram as a state in HdrHistogram's V2 encoding",
  },
  {
    name: 'em_histogram_merge',
    export: 'histogramMerge',
    arguments: [['states', 'Array(String)']],
    returns: 'Nullable(String)',
    says: 'states joined exactly: the bytes do not depend on their order',
  },
  {
    name: 'em_histogram_quantiles',
    export: 'histogramQuantiles',
    arguments: [
      ['state', 'String'],
      ['ps', 'Array(Float64)'],
    ],
    returns: 'Array(Nullable(UInt64))',
    says: 'nearest-rank quantiles of a state: the largest value of the counter',
  },
];
