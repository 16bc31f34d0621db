// Scratch memory of a kernel: taken for one computation and freed with it. Knows no statistic.
import { KernelError } from './errors.ts';
import type { RawKernel } from './raw.ts';

/** `bytes` of scratch memory; NO_MEMORY when the plan's scratch is used up. */
export function takeScratch(raw: RawKernel, bytes: number): number {
  const at = raw.call('scratchAlloc')(bytes) >>> 0;
  if (at === 0) throw new KernelError('NO_MEMORY', 'scratchAlloc', 0, `${bytes} bytes of scratch`);
  return at;
}

/** Runs `work` and frees all scratch memory that it took. */
export function withScratch<T>(raw: RawKernel, work: () => T): T {
  const mark = raw.call('scratchMark')();
  try {
    return work();
  } finally {
    raw.call('scratchReset')(mark);
  }
}
