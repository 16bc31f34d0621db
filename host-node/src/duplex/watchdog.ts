// Notices a trial in which nothing moves any more. It only compares a counter between ticks.

const TICK_MS = 250;

/** Calls `stalled` once `progress` has not changed for `timeoutMs`; returns the function that ends the watch. */
export function watchProgress(
  progress: () => number,
  timeoutMs: number,
  tick: () => void,
  stalled: () => void,
): () => void {
  let last = progress();
  let since = performance.now();
  const timer = setInterval(() => {
    tick();
    const now = progress();
    if (now !== last) {
      last = now;
      since = performance.now();
    } else if (performance.now() - since > timeoutMs) {
      clearInterval(timer);
      stalled();
    }
  }, TICK_MS);
  return () => {
    clearInterval(timer);
  };
}
