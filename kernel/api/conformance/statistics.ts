// Runs the vectors of duplex statistics and of the plan's order. Doubles are compared bit by bit. It reads no file.

import { KernelError } from '../facade/errors.ts';
import { shuffleOrder } from '../statistics/draws.ts';
import { spread, summarizeNs } from '../statistics/durations.ts';
import { bitsOf, disagreement, fromBits } from './vector.ts';
import type { Vector, VectorRunner } from './vector.ts';

interface Bits {
  readonly bits: string;
}

/** Nearest-rank summaries of u64 nanoseconds; a thin tail is null. */
export const runQuantiles: VectorRunner = (vector, { workspace }) => {
  const values = vector.input['values'] as readonly string[];
  const samples = new Uint8Array(BigUint64Array.from(values, BigInt).buffer);
  return compare(
    vector,
    () => {
      const { mean, p95Reason, p99Reason, ...rest } = summarizeNs(workspace, samples);
      return {
        ...rest,
        mean: bitsOf(mean),
        thin95: p95Reason !== undefined,
        thin99: p99Reason !== undefined,
      };
    },
    summaryOf,
  );
};

function summaryOf(output: unknown): unknown {
  const { n, min, p50, p95, p99, max, mean, thin95, thin99 } = output as Record<string, unknown>;
  return {
    n,
    min: Number(min),
    p50: Number(p50),
    p95: thin95 === true ? null : Number(p95),
    p99: thin99 === true ? null : Number(p99),
    max: Number(max),
    mean: (mean as Bits).bits,
    thin95,
    thin99,
  };
}

/** Median and observed range over trials. */
export const runAggregation: VectorRunner = (vector, { workspace }) => {
  const values = (vector.input['values'] as readonly Bits[]).map(({ bits }) => fromBits(bits));
  return compare(
    vector,
    () => {
      const { median, min, max, n } = spread(workspace, values);
      return { median: bitsOf(median), min: bitsOf(min), max: bitsOf(max), n };
    },
    (output) => {
      const { median, min, max, n } = output as Record<'median' | 'min' | 'max', Bits> & {
        n: number;
      };
      return { median: median.bits, min: min.bits, max: max.bits, n };
    },
  );
};

export const runShuffle: VectorRunner = (vector, { workspace }) => {
  const order = shuffleOrder(
    workspace,
    Number(vector.input['n']),
    BigInt(String(vector.input['seed'])),
  );
  return disagreement(vector.output, { order: [...order] });
};

/** A refusal is compared by its code and subject. */
function compare(
  vector: Vector,
  compute: () => unknown,
  expect: (output: unknown) => unknown,
): string | null {
  try {
    const found = compute();
    if (vector.result === 'invalid')
      return `nothing was refused; ${vector.error?.code ?? ''} was due`;
    return disagreement(expect(vector.output), found);
  } catch (error) {
    if (!(error instanceof KernelError)) throw error;
    return disagreement(vector.error ?? null, { code: error.code, subject: error.subject });
  }
}
