// When a warm series is warmed up, and whether its samples kept their level: the rule of the serializers' warm suite.
import { DOMAIN, OK } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { checkRange, checkSample, noRoom } from './inputs';
import { sortedCopy } from './order';
import { medianOf } from './quantile';

// Theory of operation. Batches of calls come in time order, each with its mean per call. A window is 5 ms of batches, and its number
// their median: single batches of 1 ms differ by more than 3 % whenever a collector runs in one (JSON of a message never settled by
// them). A slow row has one batch a window. The series is warm when the last five windows agree within 3 %, and its samples kept their
// level when the medians of their two halves agree within 5 %. Drift is largest less smallest, in parts of the smallest.
const WINDOW_NS: f64 = 5e6;
const WINDOWS: u32 = 5;
const WINDOW_DRIFT: f64 = 0.03;
const HALVES_DRIFT: f64 = 0.05;

// Steady
//   0 windows u32 | 4 0 u32 | 8 drift f64
export const STEADY_BYTES: usize = 16;
const STEADY_DRIFT: usize = 8;

/** Ends of the last windows, one more than are compared: the first is where the oldest begins. */
const ENDS: u32 = WINDOWS + 1;
const ENDS_AT: usize = memory.data(24);

let least: f64 = 0;
let most: f64 = 0;

function endAt(window: u32): usize {
  return ENDS_AT + (usize(window % ENDS) << 2);
}

/** The number of whole windows; the ends of the last ones are then at ENDS_AT. */
function cutWindows(meansAt: usize, n: u32, callsAt: usize): u32 {
  let windows: u32 = 0;
  let elapsed = 0.0;
  store<u32>(endAt(0), 0);
  for (let i: u32 = 0; i < n; i++) {
    const calls = f64(load<u32>(callsAt + (usize(i) << 2)));
    elapsed += load<f64>(meansAt + (usize(i) << 3)) * calls;
    if (elapsed < WINDOW_NS) continue;
    windows++;
    store<u32>(endAt(windows), i + 1);
    elapsed = 0;
  }
  return windows;
}

/** Takes the median of n values into least and most; false without memory. */
function takeMedian(at: usize, n: u32): bool {
  const mark = scratchMark();
  const sorted = sortedCopy(at, n);
  if (sorted != 0) {
    const level = medianOf(sorted, n);
    least = min(least, level);
    most = max(most, level);
  }
  scratchReset(mark);
  return sorted != 0;
}

function startLevels(): void {
  least = Infinity;
  most = 0;
}

/** Infinity when the smallest level is 0: the clock did not see it. */
function drift(): f64 {
  return least > 0 ? (most - least) / least : Infinity;
}

function checkDurations(at: usize, n: u32, minimum: u32): i32 {
  const status = checkSample(at, n, minimum, 0);
  if (status != OK) return status;
  for (let i: u32 = 0; i < n; i++) {
    if (load<f64>(at + (usize(i) << 3)) < 0) return refuse(DOMAIN, 0);
  }
  return OK;
}

/**
 * Whether a warm-up is over, from its n >= 1 batches in time order: f64 nanoseconds a call at `meansAt`, u32 calls at `callsAt`.
 * Returns 1 when the last five windows of 5 ms agree within 3 %, else 0 (always with fewer than five), or a negative Status. Writes 16
 * bytes at `outAt`: {windows u32, 0 u32, drift f64 of the last five or fewer}. The drift of no window is 0, that of a level of 0
 * Infinity. EMPTY, NOT_FINITE, DOMAIN for a negative mean.
 */
export function steadyState(meansAt: usize, n: u32, callsAt: usize, outAt: usize): i32 {
  let status = checkDurations(meansAt, n, 1);
  if (status == OK) status = checkRange(callsAt, u64(n) << 2, 2);
  if (status == OK) status = checkRange(outAt, STEADY_BYTES, 3);
  if (status != OK) return status;
  const windows = cutWindows(meansAt, n, callsAt);
  startLevels();
  for (let window = windows > WINDOWS ? windows - WINDOWS : 0; window < windows; window++) {
    const from = load<u32>(endAt(window));
    const values = load<u32>(endAt(window + 1)) - from;
    if (!takeMedian(meansAt + (usize(from) << 3), values)) return noRoom();
  }
  const found = windows == 0 ? 0.0 : drift();
  store<u32>(outAt, windows);
  store<u32>(outAt, 0, 4);
  store<f64>(outAt, found, STEADY_DRIFT);
  return windows >= WINDOWS && found <= WINDOW_DRIFT ? 1 : 0;
}

/**
 * Whether n >= 2 samples in time order kept their level: 1 when the medians of the first floor(n / 2) and of the others agree within
 * 5 %, else 0, or a negative Status. Writes the drift, one f64, at `outAt`. EMPTY, NOT_FINITE, TOO_FEW, DOMAIN for a negative sample.
 */
export function halvesAgree(at: usize, n: u32, outAt: usize): i32 {
  let status = checkDurations(at, n, 2);
  if (status == OK) status = checkRange(outAt, 8, 2);
  if (status != OK) return status;
  const half = n >> 1;
  startLevels();
  if (!takeMedian(at, half) || !takeMedian(at + (usize(half) << 3), n - half)) return noRoom();
  const found = drift();
  store<f64>(outAt, found);
  return found <= HALVES_DRIFT ? 1 : 0;
}
