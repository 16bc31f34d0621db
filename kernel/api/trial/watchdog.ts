// Notices something in which nothing moves any more. It only compares a counter between ticks.

const TICK_MS = 250;

/** Typed here: neither Node's types nor the DOM's belong to this folder. */
interface Timers {
  readonly setInterval: (act: () => void, everyMs: number) => unknown;
  readonly clearInterval: (timer: unknown) => void;
}

/**
 * Calls `stalled` once `progress` has grown by less than `least` for `timeoutMs`; returns the function that ends the watch. It counts ticks
 * and reads no clock: after Ctrl-Z and `fg`, or a night with the lid closed, the time that passed is nobody's fault.
 */
export function watchProgress(
  progress: () => number,
  timeoutMs: number,
  tick: () => void,
  stalled: () => void,
  least = 1,
): () => void {
  const timers = globalThis as unknown as Timers;
  let last = progress();
  let idleMs = 0;
  const timer = timers.setInterval(() => {
    tick();
    const now = progress();
    if (now - last >= least) [last, idleMs] = [now, 0];
    else idleMs += TICK_MS;
    if (idleMs <= timeoutMs) return;
    timers.clearInterval(timer);
    stalled();
  }, TICK_MS);
  return () => {
    timers.clearInterval(timer);
  };
}
