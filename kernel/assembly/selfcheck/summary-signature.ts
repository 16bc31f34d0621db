// The part of the signature that summaries, quantiles, histograms, densities, bootstraps and text make. Expects no number.
import { fold, foldBytes } from './fold';
import { nextPcg64, seedPcg64 } from '../random/pcg64';
import { PRACTICE, PRACTICE_BYTES } from './practice';
import { bootstrap, numpyIntegers, numpyRaw } from '../stats/bootstrap';
import { density, densityBandwidth, violin } from '../stats/density';
import { ecdf, ecdfTail, logGrid } from '../stats/ecdf';
import { histogramInit, histogramMerge, histogramQuantiles } from '../stats/histogram';
import { histogramRecord, histogramRecordBatch } from '../stats/histogram';
import { histogramBytes } from '../stats/histogram-layout';
import { histogramDecode, histogramDecodedBytes, histogramEncode } from '../stats/histogram-log';
import { lend } from '../stats/inputs';
import { tukeyFences, tukeyKeep, winsorize } from '../stats/outliers';
import { HARRELL_DAVIS, quantiles, quantilesSorted } from '../stats/quantile';
import { selectQuantiles, sortSamples, tailWarning } from '../stats/quantile';
import { summarize } from '../stats/summary';
import { textFixed, textShortest, textSignificant } from '../stats/text';

// Above 256, so that sums are halved twice and sorting takes the radix path.
const N: u32 = 300;
const X: usize = memory.data(2400, 8);
const P: usize = memory.data<f64>([0, 0.05, 0.5, 0.95, 0.99, 1]);
const PS: u32 = 6;
const OUT_BYTES: u32 = 2400;
const OUT: usize = memory.data(2400, 8);
const GRID: usize = memory.data(256, 8);
const POINTS: u32 = 32;
// 1 to 1,000 with one digit: 112 counters.
const HISTOGRAM_BYTES: u32 = 960;
const HISTOGRAM: usize = memory.data(960, 8);
const VALUES: usize = memory.data(2400, 8);

/** Folds a status and what the call wrote, and gives the next call a fresh workspace and output. */
function take(word: u64, status: i32, bytes: u32): u64 {
  const sum = foldBytes(fold(word, u64(status)), OUT, bytes);
  memory.fill(OUT, 0, usize(OUT_BYTES));
  lend(PRACTICE, PRACTICE_BYTES);
  return sum;
}

/** Positive samples with a tail, of whole steps and with fractions. */
function drawSamples(): void {
  seedPcg64(20260929);
  for (let i: usize = 0; i < usize(N); i++) {
    const unit = f64(nextPcg64() >> 11) * 1.1102230246251565e-16;
    store<f64>(X + (i << 3), 1 / (unit + 0.0078125));
    store<u64>(VALUES + (i << 3), u64(load<f64>(X + (i << 3)) * 8) % 1000);
  }
}

function signQuantiles(word: u64): u64 {
  let sum = word;
  for (let definition = 0; definition <= HARRELL_DAVIS; definition++) {
    sum = take(sum, quantiles(X, N, P, PS, definition, OUT), 48);
  }
  sum = take(sum, selectQuantiles(X, N, P, PS, 2, OUT), 48);
  sum = take(sum, sortSamples(X, N, OUT), 2400);
  return sum;
}

function signSummaries(word: u64): u64 {
  let sum = take(word, summarize(X, N, OUT), 120);
  sum = take(sum, tukeyFences(X, N, 1.5, OUT), 32);
  sum = take(sum, tukeyKeep(X, 100, 3, 1.5, OUT), 100);
  sum = take(sum, winsorize(X, 100, 3, OUT), 2400);
  sum = take(sum, ecdfTail(X, N, 20, OUT), 320);
  sum = take(sum, logGrid(1, 128, POINTS, GRID), 0);
  sum = foldBytes(sum, GRID, 256);
  return take(sum, ecdf(X, N, GRID, POINTS, OUT), 256);
}

function signDensities(word: u64): u64 {
  let sum = word;
  for (let rule = 0; rule < 3; rule++) {
    sum = take(sum, densityBandwidth(X, N, rule, rule & 1, OUT), 8);
  }
  sum = take(sum, density(X, N, 1.5, 0, GRID, POINTS, OUT), 256);
  sum = take(sum, density(X, N, 0.25, 1, GRID, POINTS, OUT), 256);
  sum = take(sum, violin(X, N, POINTS, GRID, OUT), 256);
  return foldBytes(sum, GRID, 256);
}

function signBootstrap(word: u64): u64 {
  let sum = word;
  for (let statistic = 0; statistic < 3; statistic++) {
    sum = take(sum, bootstrap(X, N, statistic, 0.9, 20, 95, 42, OUT), 24);
  }
  sum = take(sum, numpyIntegers(1, 1000, 50, OUT), 200);
  return take(sum, numpyRaw(u64(1) << 40, 50, OUT), 400);
}

function signHistograms(word: u64): u64 {
  let sum = fold(word, u64(histogramBytes(1, 1000, 1)));
  sum = fold(sum, u64(histogramInit(HISTOGRAM, HISTOGRAM_BYTES, 1, 1000, 1)));
  sum = fold(sum, u64(histogramRecordBatch(HISTOGRAM, VALUES, N)));
  sum = fold(sum, u64(histogramRecord(HISTOGRAM, 77, 1_000_000)));
  sum = fold(sum, u64(histogramMerge(HISTOGRAM, HISTOGRAM)));
  sum = foldBytes(sum, HISTOGRAM, HISTOGRAM_BYTES);
  sum = take(sum, histogramQuantiles(HISTOGRAM, P, PS, OUT), 48);
  const bytes = histogramEncode(HISTOGRAM, OUT, OUT_BYTES);
  sum = fold(sum, u64(histogramDecodedBytes(OUT, u32(bytes))));
  sum = fold(sum, u64(histogramDecode(OUT, u32(bytes), HISTOGRAM, HISTOGRAM_BYTES)));
  sum = foldBytes(sum, HISTOGRAM, HISTOGRAM_BYTES);
  return take(sum, bytes, u32(bytes));
}

function signText(word: u64): u64 {
  let sum = word;
  for (let i: usize = 0; i < 32; i++) {
    const value = load<f64>(X + (i << 3)) * load<f64>(X + (i << 3), 8);
    // Bits of a drawn number as another number: all exponents.
    const other = reinterpret<f64>(load<u64>(VALUES + (i << 3)) * 0x1234567890abcde);
    sum = take(sum, textShortest(value, OUT, 40), 40);
    sum = take(sum, textShortest(other, OUT, 40), 40);
    sum = take(sum, textFixed(value, u32(i), OUT, 80), 80);
    sum = take(sum, textSignificant(other, 5, OUT, 400), 400);
  }
  return sum;
}

/** Folds the statistics of this part into the word; works before configure(), on memory of its own. */
export function summarySignature(word: u64): u64 {
  drawSamples();
  lend(PRACTICE, PRACTICE_BYTES);
  let sum = signSummaries(signQuantiles(word));
  sum = signText(signHistograms(signBootstrap(signDensities(sum))));
  sortSamples(X, N, X);
  sum = take(sum, quantilesSorted(X, N, P, PS, 2, OUT), 48);
  sum = fold(sum, u64(tailWarning(N, 0.99)));
  lend(0, 0);
  return sum;
}
