// What this browser offers to measure with, and what it lacks, each lack with a code and a sentence. It measures nothing.
import { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import type { Outcome } from '../../../kernel/api/facade/echometer-error.ts';
import { canWaitAsync } from '../pyodide/ring.ts';
import type { Travel } from './messages.ts';

/** A measurement that cannot begin or go on. */
export class MeasureError extends EchometerError {
  constructor(code: string, what: string, next: string) {
    super({ code, subject: 'this browser', what, next, outcome: OUTCOMES[code] ?? 'missing' });
  }
}

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  CANCELLED: 'interrupted',
  NOTHING_CHOSEN: 'usage',
  ROWS_FAILED: 'failed',
  UNKNOWN_KERNEL: 'failed',
  WRONG_SIGNATURE: 'failed',
};

export interface Abilities {
  /** Which build of the kernel runs here. */
  readonly build: 'simd' | 'scalar';
  readonly travel: Travel;
  /** The lane of the run, and why it is that one. */
  readonly lane: 'pyodide' | 'pyodide-messages';
  readonly laneReason: string;
}

/** A function that splats a lane and counts its bits: the smallest module that only a SIMD engine accepts. */
const SIMD_MODULE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0],
  ...[65, 0, 253, 15, 253, 98, 11],
);

/** Throws a MeasureError where nothing can be measured. */
export function findAbilities(): Abilities {
  if (!location.protocol.startsWith('http'))
    throw new MeasureError(
      'NO_SERVER',
      'A page from disk can look at runs but start no Python.',
      'Run “echometer view” and open its address.',
    );
  if (typeof WebAssembly !== 'object')
    throw new MeasureError(
      'NO_WASM',
      'This browser has no WebAssembly, so neither the kernel nor Python runs here.',
      'Some lockdown modes switch it off.',
    );
  return {
    build: WebAssembly.validate(SIMD_MODULE) ? 'simd' : 'scalar',
    ...findLane(),
  };
}

function findLane(): Pick<Abilities, 'travel' | 'lane' | 'laneReason'> {
  const lack = whyNoRings();
  if (lack === null)
    return {
      travel: 'rings',
      lane: 'pyodide',
      laneReason: 'rings in shared memory: the page is isolated',
    };
  if (!('Suspending' in WebAssembly))
    throw new MeasureError(
      'NO_SHARED_MEMORY',
      `Python cannot wait for bytes here: ${lack}, and the browser has no stack switching (JSPI) to do without.`,
      'Serve the page with Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp over https or from localhost.',
    );
  return {
    travel: 'messages',
    lane: 'pyodide-messages',
    laneReason: `messages and stack switching (JSPI): ${lack}; slower than shared memory by a multiple`,
  };
}

function whyNoRings(): string | null {
  if (typeof SharedArrayBuffer !== 'function' || !crossOriginIsolated)
    return 'the page is not isolated, so it has no shared memory';
  return canWaitAsync ? null : 'the browser has no Atomics.waitAsync';
}
