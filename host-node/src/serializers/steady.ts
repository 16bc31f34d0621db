// When a warm series is warmed up, and whether it stayed so. Numbers in, a verdict out; it times nothing.

/**
 * A window is 5 ms of batches, and its number their median: single batches of 1 ms differ by more than 3 %
 * whenever the collector runs in one (JSON of a message never "settled" by them). A slow row has one batch a window.
 */
const WINDOW_NS = 5e6;
const WINDOWS = 5;
const WINDOW_DRIFT = 0.03;
/** What the first half of the samples may differ from the second by; beyond it something changed while measuring. */
const HALVES_DRIFT = 0.05;

export class SteadyState {
  readonly #windows: number[] = [];
  #batches: number[] = [];
  #windowNs = 0;

  /** A batch of calls with its mean per call. */
  add(meanNs: number, calls: number): void {
    this.#batches.push(meanNs);
    this.#windowNs += meanNs * calls;
    if (this.#windowNs < WINDOW_NS) return;
    this.#windows.push(median(this.#batches));
    this.#batches = [];
    this.#windowNs = 0;
  }

  get isSteady(): boolean {
    return isSteady(this.#windows);
  }
}

/** The last five windows agree within 3 %. */
export function isSteady(windows: readonly number[]): boolean {
  const recent = windows.slice(-WINDOWS);
  return recent.length === WINDOWS && spread(recent) <= WINDOW_DRIFT;
}

/** The median of the first half of the samples and that of the second agree within 5 %. */
export function halvesAgree(samples: readonly number[]): boolean {
  const middle = samples.length >> 1;
  return spread([median(samples.slice(0, middle)), median(samples.slice(middle))]) <= HALVES_DRIFT;
}

/** Largest less smallest, in parts of the smallest. */
function spread(values: readonly number[]): number {
  const least = Math.min(...values);
  return (Math.max(...values) - least) / least;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((low ?? NaN) + (high ?? NaN)) / 2;
}
