// The kernel as typed functions of a WebAssembly.Instance. Loads nothing: where the bytes come from is the host's.
import { ABI_VERSION } from './abi.ts';
import { channelCalls, type ChannelCalls } from './channel.ts';
import { KernelError, statusName } from './errors.ts';
import { type ChannelPlan, writePlan, writeScratchPlan } from './plan.ts';
import { rawKernel, type RawKernel } from './raw.ts';
import type { ModuleInstance } from './wasm-objects.ts';

/** Which kernel it is: of all its sources, of what can change a measured number, and which build. */
export interface KernelIdentity {
  readonly abiVersion: number;
  /** 16 hex digits each. */
  readonly kernelId: string;
  readonly measureId: string;
  readonly simd: boolean;
}

/** One instance. Statistics need none of it: `openWorkspace` has one. */
export interface Kernel {
  readonly identity: KernelIdentity;
  readonly raw: RawKernel;
  /** One word of every exported algorithm, 16 hex digits; takes about a millisecond. */
  readonly signature: () => string;
  /** Once per instance: a channel of this plan. */
  readonly openChannel: (plan: ChannelPlan) => ChannelCalls;
  /** Once per instance: scratch memory for statistics, and no channel. */
  readonly openScratch: (scratchBytes: number) => void;
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

/** Typed access to one instance. An instance of another ABI or of another module is refused (FOREIGN). */
export function createKernel(instance: ModuleInstance): Kernel {
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
  };
}
