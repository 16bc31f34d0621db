// Counts of verdicts over many simulated comparisons. It makes no data and prints nothing.

const ALPHA = 0.05;

const isWithin = (interval, limit) =>
  interval !== null && interval.low >= 1 / (1 + limit) && interval.high <= 1 + limit;

/** In percent. */
export const share = (count, of) => (of === 0 ? 0 : (100 * count) / of);

/**
 * `make(index)` answers the cases of a comparison of equal set-ups. False alarms: comparisons with any difference, whatever the
 * threshold, and with one beyond it; same: cases whose 90 % interval lies within 10 %.
 */
export function countFalse(judge, make, comparisons) {
  let any = 0;
  let beyond = 0;
  let same = 0;
  let cases = 0;
  for (let index = 0; index < comparisons; index += 1) {
    const found = judge(make(index));
    if (found.some(({ adjustedP }) => adjustedP <= ALPHA)) any += 1;
    if (found.some(({ verdict }) => verdict === 'better' || verdict === 'worse')) beyond += 1;
    same += found.filter(
      (one) => one.reason === 'IDENTICAL' || isWithin(one.interval90, 0.1),
    ).length;
    cases += found.length;
  }
  return {
    any: share(any, comparisons),
    beyond: share(beyond, comparisons),
    same: share(same, cases),
  };
}

/** `make(index)` answers cases whose first ones got slower: the share of comparisons that call case i worse. */
export function countFound(judge, make, moved, comparisons) {
  const found = Array.from({ length: moved }, () => 0);
  for (let index = 0; index < comparisons; index += 1) {
    const verdicts = judge(make(index));
    for (let i = 0; i < moved; i += 1) if (verdicts[i].verdict === 'worse') found[i] += 1;
  }
  return found.map((count) => share(count, comparisons));
}

/** The share of comparisons in which the first case has this verdict. */
export function countVerdict(judge, make, verdict, comparisons) {
  let count = 0;
  for (let index = 0; index < comparisons; index += 1)
    if (judge(make(index))[0].verdict === verdict) count += 1;
  return share(count, comparisons);
}
