// The kernel as typed functions of a WebAssembly.Instance. Loads nothing: where the bytes come from is the host's.
import { ABI_VERSION } from './abi.ts';
import { channelCalls, type ChannelCalls } from './channel.ts';
import { KernelError, statusName } from './errors.ts';
import { type ChannelPlan, writePlan, writeScratchPlan } from './plan.ts';
import { rawKernel, type RawKernel } from './raw.ts';
import { takeScratch, withScratch } from './scratch.ts';
import { type DurationSummary, spread, type Spread, summarizeNs } from './statistics.ts';

export interface KernelIdentity {
  readonly abiVersion: number;
  /** 16 hex digits each. */
  readonly kernelId: string;
  readonly measureId: string;
  readonly simd: boolean;
}

export interface Kernel {
  readonly identity: KernelIdentity;
  readonly raw: RawKernel;
  /** One word of every exported algorithm, 16 hex digits; takes about a millisecond. */
  readonly signature: () => string;
  /** Once per instance: a channel of this plan. */
  readonly openChannel: (plan: ChannelPlan) => ChannelCalls;
  /** Once per instance: scratch memory for statistics, and no channel. */
  readonly openScratch: (scratchBytes: number) => void;
  /** The plan's order: a permutation of 0 .. n - 1. Needs scratch memory. */
  readonly shuffleOrder: (n: number, seed: bigint) => Uint32Array;
  /** Nearest-rank summary of little-endian u64 nanoseconds. Needs scratch memory of three times their size. */
  readonly summarizeNs: (samples: Uint8Array) => DurationSummary;
  /** Median and observed range. Needs scratch memory. */
  readonly spread: (values: readonly number[]) => Spread;
}

/** A u64 as 16 hex digits. */
function hex64(word: bigint): string {
  return BigInt.asUintN(64, word).toString(16).padStart(16, '0');
}

function configure(raw: RawKernel): void {
  const status = raw.call('configure')();
  if (status === 0) return;
  const subject = raw.call('lastSubject')();
  const needed = BigInt.asUintN(64, raw.callWide('bytesNeeded')());
  const available = BigInt.asUintN(64, raw.callWide('bytesAvailable')());
  const name = statusName(status);
  let detail = '';
  if (name === 'BAD_PLAN') detail = `field at offset ${subject} of the plan`;
  if (name === 'NO_MEMORY')
    detail = `${needed.toString()} bytes needed, ${available.toString()} available`;
  throw new KernelError(name, 'configure', subject, detail);
}

function shuffleOrder(raw: RawKernel, n: number, seed: bigint): Uint32Array {
  return withScratch(raw, () => {
    const at = takeScratch(raw, n * 4);
    const status = raw.call('shuffleOrder')(at, n, seed);
    if (status < 0) throw new KernelError(statusName(status), 'shuffleOrder', -1, '');
    return new Uint32Array(raw.memory.buffer, at, n).slice();
  });
}

/** Typed access to one instance. An instance of another ABI or of another module is refused (FOREIGN). */
export function createKernel(instance: WebAssembly.Instance): Kernel {
  const raw = rawKernel(instance);
  const abiVersion = raw.address('ABI_VERSION');
  if (abiVersion !== ABI_VERSION) {
    throw new KernelError('FOREIGN', 'ABI_VERSION', -1, `${abiVersion}, not ${ABI_VERSION}`);
  }
  const planAt = raw.address('PLAN');
  return {
    identity: {
      abiVersion,
      kernelId: hex64(raw.callWide('kernelId')()),
      measureId: hex64(raw.callWide('measureId')()),
      simd: raw.call('isSimd')() === 1,
    },
    raw,
    signature: () => hex64(raw.callWide('selfSignature')()),
    openChannel: (plan) => {
      writePlan(new DataView(raw.memory.buffer), planAt, plan);
      configure(raw);
      return channelCalls(raw);
    },
    openScratch: (scratchBytes) => {
      writeScratchPlan(new DataView(raw.memory.buffer), planAt, scratchBytes);
      configure(raw);
    },
    shuffleOrder: (n, seed) => shuffleOrder(raw, n, seed),
    summarizeNs: (samples) => summarizeNs(raw, samples),
    spread: (values) => spread(raw, values),
  };
}
