// Plays a scripted conversation of the flow vectors through a kernel and reads what the vectors say about its end. It
// compares nothing and reads no file.

import { Action } from '../abi.ts';
import type { ChannelCalls } from '../channel.ts';
import type { ChannelPlan } from '../plan.ts';
import { fromHex, toHex } from './vector.ts';

export interface ConversationStep {
  readonly call: string;
  readonly nowNs?: string;
  readonly hex?: string;
  readonly bytes?: number | string;
  readonly session?: number;
  readonly action?: number;
  readonly output?: string;
}

export interface Conversation {
  readonly plan: Omit<ChannelPlan, 'token' | 'intervalNs'> &
    Readonly<Record<'token' | 'intervalNs', string>>;
  readonly steps: readonly ConversationStep[];
}

export interface Answer {
  readonly action: number;
  readonly output?: string;
}

export function planOf({ plan }: Conversation): ChannelPlan {
  return { ...plan, token: fromHex(plan.token), intervalNs: BigInt(plan.intervalNs) };
}

/** How input travels: as the script says, or one byte at a time, or with the room's rest poisoned. */
export type Feeding = 'as written' | 'byte by byte' | 'with poison behind';

function feed(channel: ChannelCalls, bytes: Uint8Array, nowNs: bigint, feeding: Feeding): void {
  const size = feeding === 'byte by byte' ? 1 : bytes.length;
  for (let at = 0; at < bytes.length; at += size) {
    const view = channel.inputView();
    if (view.length === 0) return; // a fault was found in an earlier byte: nothing more is read
    if (feeding === 'with poison behind') view.fill(0xa5);
    view.set(bytes.subarray(at, at + size));
    channel.inputReceived(size, nowNs);
  }
}

function pollOnce(channel: ChannelCalls, nowNs: bigint): Answer {
  const action = channel.poll(nowNs);
  if (action !== Action.write) return { action };
  return { action, output: channel.segments().map(toHex).join('') };
}

/** Every poll's answer, in order. */
export function play(
  channel: ChannelCalls,
  steps: readonly ConversationStep[],
  feeding: Feeding,
): Answer[] {
  const answers: Answer[] = [];
  for (const step of steps) {
    const nowNs = BigInt(step.nowNs ?? '0');
    if (step.call === 'channelStart') channel.begin(nowNs);
    else if (step.call === 'inputReceived') feed(channel, fromHex(step.hex ?? ''), nowNs, feeding);
    else if (step.call === 'inputEnded') channel.inputEnded(nowNs);
    else if (step.call === 'outputWritten') channel.outputWritten(Number(step.bytes ?? 0), nowNs);
    else if (step.call === 'start') channel.start(nowNs);
    else if (step.call === 'pause') channel.pause(step.session ?? 0);
    else if (step.call === 'resume') channel.resume(step.session ?? 0);
    else if (step.call === 'cancel') channel.cancel();
    else if (step.call === 'finish') channel.finish();
    else if (step.call === 'poll') answers.push(pollOnce(channel, nowNs));
    else throw new RangeError(`no such call in a conversation: ${step.call}`);
  }
  return answers;
}

/** What a conversation vector's output holds, read from the kernel. */
export function endOf(channel: ChannelCalls, plan: ChannelPlan): unknown {
  const receipt = channel.column('receipt');
  const fullCycle = channel.column('fullCycle');
  const first = plan.firstSession ?? 1;
  const record = channel.record();
  return {
    fault: channelFault(channel),
    sessions: Array.from({ length: plan.sessions }, (_, i) => sessionEnd(channel, first + i)),
    receiptNs: Array.from(receipt.samples, String),
    fullCycleNs: Array.from(fullCycle.samples, String),
    warmup: [receipt.warmup, fullCycle.warmup],
    framesIn: String(record.framesIn),
    framesOut: String(record.framesOut),
    droppedFrames: String(record.droppedFrames),
  };
}

function channelFault(channel: ChannelCalls): unknown {
  const fault = channel.fault();
  if (fault?.class !== 'channel') return null;
  return { code: fault.code, session: fault.session, sequence: fault.sequence };
}

const MISMATCH = 34;

function sessionEnd(channel: ChannelCalls, session: number): unknown {
  const record = channel.session(session);
  const fault = record.fault;
  const isMismatch = fault?.code === MISMATCH;
  return {
    session,
    state: record.state,
    verifiedFrames: String(record.verifiedFrames),
    warmupVerifiedFrames: String(record.warmupVerifiedFrames),
    mismatches: String(record.mismatches + record.warmupMismatches),
    queueHighWaterBytes: String(record.queueHighWaterBytes),
    creditStalls: String(record.creditStalls),
    sentFrames: String(record.sentFrames),
    ackedFrames: String(record.ackedFrames),
    startedNs: String(record.startedNs),
    endedNs: String(record.endedNs),
    peerCode: fault?.peerCode ?? 0,
    fault: {
      code: fault?.code ?? 0,
      sequence: fault?.sequence ?? 0,
      offset: isMismatch ? fault.offset : 0,
      expected: isMismatch ? fault.expected : 0,
      got: isMismatch ? fault.got : 0,
    },
  };
}
