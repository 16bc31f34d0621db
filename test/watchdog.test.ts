// When a trial counts as one in which nothing moves. The timers are fake; no time passes.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { watchProgress } from '../kernel/api/trial/watchdog.ts';

const TICK_MS = 250;
const noTick = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the watch', () => {
  it('calls a stall once the time-out has passed without progress, and only once', () => {
    const stalled = vi.fn();
    watchProgress(() => 7, 1000, noTick, stalled);
    vi.advanceTimersByTime(4 * TICK_MS);
    expect(stalled).not.toHaveBeenCalled();
    vi.advanceTimersByTime(20 * TICK_MS);
    expect(stalled).toHaveBeenCalledOnce();
  });

  it('begins anew with every change', () => {
    const stalled = vi.fn();
    let moved = 0;
    watchProgress(() => moved, 1000, noTick, stalled);
    for (; moved < 10; moved += 1) vi.advanceTimersByTime(3 * TICK_MS);
    expect(stalled).not.toHaveBeenCalled();
  });

  it('wants more than a trickle', () => {
    const stalled = vi.fn();
    let moved = 0;
    watchProgress(() => (moved += 1), 1000, noTick, stalled, 8);
    vi.advanceTimersByTime(6 * TICK_MS);
    expect(stalled).toHaveBeenCalledOnce();
    const fast = vi.fn();
    watchProgress(() => (moved += 2), 1000, noTick, fast, 8);
    vi.advanceTimersByTime(100 * TICK_MS);
    expect(fast).not.toHaveBeenCalled();
  });

  it('does not count the time in which the process itself was stopped', () => {
    const stalled = vi.fn();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    watchProgress(() => 7, 1000, noTick, stalled);
    vi.advanceTimersByTime(TICK_MS);
    clock.mockReturnValue(60_000);
    vi.advanceTimersByTime(TICK_MS);
    expect(stalled).not.toHaveBeenCalled();
  });

  it('ends when it is told to', () => {
    const stalled = vi.fn();
    const end = watchProgress(() => 7, 1000, noTick, stalled);
    end();
    vi.advanceTimersByTime(100 * TICK_MS);
    expect(stalled).not.toHaveBeenCalled();
  });
});
