// Times the kernel's reference work around a trial: slower slices mean a throttled processor or a shared one. It judges
// nothing; the marks are derived later from these times.

import { rawKernel } from '../facade/raw.ts';

/** About 0.1 ms a slice: shorter than a scheduler's time slice, so that an undisturbed one is among them. */
const ROUNDS = 40_000;
const SLICES = 24;
/** Calls until the engine has compiled the loop with its optimizing compiler. */
const WARM_UP_CALLS = 64;
const WARM_UP_ROUNDS = 4_000;

export interface ReferenceTimer {
  readonly rounds: number;
  /** Nanoseconds of each slice, in order. */
  measure(): number[];
}

export function referenceTimer(module: WebAssembly.Module, nowNs: () => bigint): ReferenceTimer {
  const work = rawKernel(new WebAssembly.Instance(module, {})).callWide('referenceWork');
  for (let call = 0; call < WARM_UP_CALLS; call += 1) work(WARM_UP_ROUNDS);
  return {
    rounds: ROUNDS,
    measure: () =>
      Array.from({ length: SLICES }, () => {
        const beganNs = nowNs();
        work(ROUNDS);
        return Number(nowNs() - beganNs);
      }),
  };
}
