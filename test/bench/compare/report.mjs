// What bench:compare measured, as Markdown. It measures nothing.

const VERDICTS = ['same', 'better', 'worse', 'unsure'];
/** The stated rate of false calls, and what issue and documentation ask for. */
const MOST_FALSE = 0.05;
const LEAST_SAME = 0.5;
const LEAST_WORSE = 0.9;

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const count = (verdicts, wanted) =>
  verdicts.filter(({ verdict }) => wanted.includes(verdict)).length;
const range = (values, digits) =>
  `${median(values).toFixed(digits)} [${Math.min(...values).toFixed(digits)}, ${Math.max(...values).toFixed(digits)}]`;

/** One row a question and threshold; `met` judges the verdicts. */
function row(what, verdicts, wanted, met) {
  const ratios = range(
    verdicts.map(({ ratio }) => ratio),
    3,
  );
  const percents = range(
    verdicts.map(({ threshold }) => threshold),
    1,
  );
  const counts = VERDICTS.map((one) => count(verdicts, [one]));
  const cells = [what, percents, ratios, ...counts, wanted, met(verdicts) ? 'met' : 'MISSED'];
  return `| ${cells.join(' | ')} |`;
}

const isHonest = (verdicts) =>
  count(verdicts, ['better', 'worse']) <= verdicts.length * MOST_FALSE &&
  count(verdicts, ['same']) >= verdicts.length * LEAST_SAME;
const isSharp = (verdicts) => count(verdicts, ['worse']) >= verdicts.length * LEAST_WORSE;
const isAll = (wanted) => (verdicts) => count(verdicts, [wanted]) === verdicts.length;

function rowsOf({ pairs, sequential, self, hogsPerCpu }, threshold) {
  const of = (name) => pairs.map((pair) => pair[name][threshold]);
  return [
    row(
      `${pairs.length} of equal workers`,
      of('equal'),
      'better or worse at most 5 %, same at least half',
      isHonest,
    ),
    row(
      `${pairs.length} with a worker that waits 20 % of the p50`,
      of('slower'),
      'worse at least 90 %',
      isSharp,
    ),
    row('a run with itself', [self[threshold]], 'same', isAll('same')),
    row(
      `one run after the other, ${hogsPerCpu} busy programs a processor in the second`,
      [sequential[threshold]],
      'unsure',
      isAll('unsure'),
    ),
  ];
}

export function reportOf(facts) {
  const { machine, processor, pairs, thresholds, sequential } = facts;
  const load = range(
    pairs.map((pair) => pair.load),
    1,
  );
  const p50 = range(
    pairs.map(({ p50Ns }) => p50Ns[0] / 1000),
    1,
  );
  const place =
    processor === null
      ? 'the system places hosts and workers'
      : `hosts and workers on processor ${processor}`;
  const tables = thresholds.map((threshold) =>
    [
      threshold === 'default'
        ? 'Without `--threshold`: the coarser resolution of both runs and at most 10 %, as shipped.'
        : `With \`--threshold ${Number.parseFloat(threshold)}\`, the default for runs without A/A pairs.`,
      '',
      '| pairs | threshold, % | B / A | same | better | worse | unsure | wanted | |',
      '|---|---|---|---|---|---|---|---|---|',
      ...rowsOf(facts, threshold),
    ].join('\n'),
  );
  const [reason] = sequential[thresholds[0]].reasons;
  return `${[
    `${machine}, load ${load}; ${place}; latency 64B, ${pairs[0].all[0].length} trials a side, in turn; p50 ${p50} us. ` +
      'Median [min, max] of the pairs.',
    ...tables,
    `The last one's reason: ${reason ?? 'none'}.`,
  ].join('\n\n')}\n`;
}
