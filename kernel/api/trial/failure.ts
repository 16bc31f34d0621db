// Turns what went wrong in a trial into its failure: a stable code, the numbers, and one sentence. Pure.

import { FAULT_NAMES } from '../facade/abi.ts';
import { EchometerError } from '../facade/echometer-error.ts';
import type { ChannelFault } from '../facade/channel.ts';
import type { ChannelEnd } from './pump.ts';
import type { TrialParams } from '../run/cases.ts';
import type { SessionFacts, TrialFailure } from '../run/results.ts';
import type { ChannelsOutcome } from './outcome.ts';

const MISMATCH = 34;
const TRUNCATED = 7;
const PEER = 40;

/** The first reason in the order of channels; null when every channel and every session ended well. */
export function failureOf(outcome: ChannelsOutcome, timeoutMs: number): TrialFailure | null {
  if (outcome.timedOut) {
    const seconds = timeoutMs / 1000;
    return { code: 'TIMEOUT', message: `no byte moved for ${seconds} s; the worker was killed` };
  }
  if (outcome.broken !== undefined)
    return { code: 'LANE', message: `the channel broke: ${outcome.broken}` };
  for (const kernel of outcome.kernels) {
    const fault = kernel.fault();
    if (fault !== null) return faultFailure(fault);
  }
  // Channels that were stopped because of another one come after the reason itself.
  const ends = outcome.ends.filter((end) => end.kind !== 'done');
  const reason = ends.find((end) => end.kind === 'status') ?? ends[0];
  return reason === undefined ? null : endFailure(reason);
}

/** The code of what ended a trial: its own, a trap of the kernel, or a fault in the host's code. */
export function failureCode(error: unknown): string {
  if (error instanceof EchometerError && error.outcome !== 'bug') return error.code;
  return error instanceof WebAssembly.RuntimeError ? 'KERNEL_TRAP' : 'BUG';
}

/** A paused consumer whose queue did not fill to its credit: the worker sent less than it might. */
export function highWaterFailure(
  params: TrialParams,
  sessions: readonly SessionFacts[],
): TrialFailure | null {
  if (params.pauseNs === undefined) return null;
  const low = sessions.find((session) => session.queueHighWaterBytes !== params.creditBytes);
  if (low === undefined) return null;
  return {
    code: 'HIGH_WATER',
    message:
      `session ${low.session}: ${low.queueHighWaterBytes} bytes were queued while paused, ` +
      `the credit is ${params.creditBytes}`,
    session: low.session,
    expected: params.creditBytes,
    got: low.queueHighWaterBytes,
  };
}

function endFailure(end: ChannelEnd): TrialFailure {
  if (end.kind === 'status')
    return {
      code: 'KERNEL_STATUS',
      message: `the kernel answered ${end.status} to ${end.call}; this is a bug of ours`,
    };
  if (end.kind === 'lane') return { code: 'LANE', message: `the channel broke: ${end.reason}` };
  return { code: 'FAULT', message: 'the kernel reported a fault without a record' };
}

function faultFailure(fault: ChannelFault): TrialFailure {
  return {
    code: fault.name,
    message: describeFault(fault),
    fault: fault.code,
    class: fault.class,
    session: fault.session,
    sequence: fault.sequence,
    offset: fault.offset,
    expected: fault.expected,
    got: fault.got,
    ...(fault.code === PEER ? { peerCode: fault.peerCode } : {}),
  };
}

function describeFault(fault: ChannelFault): string {
  const where = `session ${fault.session}, frame ${fault.sequence}`;
  if (fault.code === MISMATCH)
    return `${where}: byte ${fault.offset} came back as ${fault.got} instead of ${fault.expected}`;
  if (fault.code === TRUNCATED) return 'the worker closed its stream before its sessions had ended';
  if (fault.code === PEER)
    return `the worker reported ${FAULT_NAMES[fault.peerCode] ?? fault.peerCode}${said(fault)}`;
  const values = `expected ${fault.expected}, got ${fault.got}`;
  return fault.class === 'channel'
    ? `the worker's stream broke the protocol (${values})`
    : `${where}: the worker broke the protocol (${values})`;
}

function said(fault: ChannelFault): string {
  return fault.text === '' ? '' : ` (${fault.text})`;
}
