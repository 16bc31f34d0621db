// Counts over all pairs of two samples in O((n + m) log): larger, smaller, equal, and the tie term of rank tests. No statistic yet.
import { scratchMark, scratchReset } from '../arena';
import { OK } from '../abi';
import { noRoom } from './inputs';
import { sortedCopy } from './order';

/** Results of countPairs: x > y, x < y, x == y over the n m pairs. u64: 65,537 values each already have more than 2^32 pairs. */
export let larger: u64 = 0;
export let smaller: u64 = 0;
export let equal: u64 = 0;
/** Sum of t^3 - t over the groups of t equal values of both samples together, and whether a group has more than one. */
export let tieTerm: f64 = 0;
export let tied: bool = false;

/** End of the run of values equal to the one at `from`. */
function runEnd(sorted: usize, n: u32, from: u32, value: f64): u32 {
  let end = from;
  while (end < n && load<f64>(sorted + (usize(end) << 3)) == value) end++;
  return end;
}

/** Walks both sorted samples once, one group of equal values a step. */
function walk(xSorted: usize, n: u32, ySorted: usize, m: u32): void {
  let i: u32 = 0;
  let j: u32 = 0;
  larger = 0;
  smaller = 0;
  equal = 0;
  tieTerm = 0;
  tied = false;
  while (i < n || j < m) {
    const x = i < n ? load<f64>(xSorted + (usize(i) << 3)) : Infinity;
    const y = j < m ? load<f64>(ySorted + (usize(j) << 3)) : Infinity;
    const value = min(x, y);
    const iEnd = runEnd(xSorted, n, i, value);
    const jEnd = runEnd(ySorted, m, j, value);
    const xs = u64(iEnd - i);
    const ys = u64(jEnd - j);
    larger += xs * j;
    equal += xs * ys;
    const group = f64(xs + ys);
    tieTerm += group * group * group - group;
    if (xs + ys > 1) tied = true;
    i = iEnd;
    j = jEnd;
  }
  smaller = u64(n) * m - larger - equal;
}

/** Counts the pairs of two checked samples. */
export function countPairs(xAt: usize, n: u32, yAt: usize, m: u32): i32 {
  const mark = scratchMark();
  const xSorted = sortedCopy(xAt, n);
  const ySorted = sortedCopy(yAt, m);
  const fits = xSorted != 0 && ySorted != 0;
  if (fits) walk(xSorted, n, ySorted, m);
  scratchReset(mark);
  return fits ? OK : noRoom();
}
