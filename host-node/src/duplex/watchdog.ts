// Notices something in which nothing moves any more. It only compares a counter between ticks.

const TICK_MS = 250;

/**
 * Calls `stalled` once `progress` has not changed for `timeoutMs`; returns the function that ends the watch. It counts ticks
 * and reads no clock: after Ctrl-Z and `fg`, or a night with the lid closed, the time that passed is nobody's fault.
 */
export function watchProgress(
  progress: () => number,
  timeoutMs: number,
  tick: () => void,
  stalled: () => void,
): () => void {
  let last = progress();
  let idleMs = 0;
  const timer = setInterval(() => {
    tick();
    const now = progress();
    idleMs = now === last ? idleMs + TICK_MS : 0;
    last = now;
    if (idleMs <= timeoutMs) return;
    clearInterval(timer);
    stalled();
  }, TICK_MS);
  return () => {
    clearInterval(timer);
  };
}
