// Runs the vectors of credit ledgers and of whole conversations: scripted calls, the kernel's answers, its output bytes
// and its counters at the end. It reads no file.

import { Action } from '../abi.ts';
import type { ChannelCalls } from '../channel.ts';
import type { ChannelPlan } from '../plan.ts';
import { takeScratch, withScratch } from '../scratch.ts';
import { disagreement, fromHex, toHex } from './vector.ts';
import type { Vector, VectorRunner, VectorTools } from './vector.ts';

interface Step {
  readonly call: string;
  readonly nowNs?: string;
  readonly hex?: string;
  readonly bytes?: number | string;
  readonly frames?: string;
  readonly largest?: number;
  readonly session?: number;
  readonly action?: number;
  readonly output?: string;
  readonly status?: number;
}

const LEDGER_BYTES = 64;

export const runFlow: VectorRunner = (vector, tools) =>
  'plan' in vector.input ? runConversation(vector, tools) : runLedger(vector, tools);

function runLedger(vector: Vector, { scratch }: VectorTools): string | null {
  const { raw } = scratch;
  const steps = vector.input['steps'] as readonly Step[];
  return withScratch(raw, () => {
    const at = takeScratch(raw, LEDGER_BYTES);
    const limitBytes = BigInt(String(vector.input['limitBytes']));
    raw.call('creditStart')(at, limitBytes, Number(vector.input['limitFrames']));
    const found = steps.map((step) => {
      if (step.call === 'creditSend') return raw.call('creditSend')(at, Number(step.bytes));
      if (step.call === 'creditRelease')
        return raw.call('creditRelease')(at, Number(step.bytes), step.largest ?? 0);
      return raw.call('creditTold')(at, BigInt(step.bytes ?? 0), BigInt(step.frames ?? 0));
    });
    const expected = steps.map((step) => step.status);
    return disagreement(expected, found);
  });
}

function runConversation(vector: Vector, tools: VectorTools): string | null {
  const scripted = vector.input['plan'] as Omit<ChannelPlan, 'token' | 'intervalNs'> &
    Readonly<Record<'token' | 'intervalNs', string>>;
  const plan: ChannelPlan = {
    ...scripted,
    token: fromHex(scripted.token),
    intervalNs: BigInt(scripted.intervalNs),
  };
  const steps = vector.input['steps'] as readonly Step[];
  const channel = tools.fresh().openChannel(plan);
  const answers = steps.map((step) => play(channel, step));
  const polls = (of: readonly unknown[]): unknown[] => of.filter((answer) => answer !== null);
  return (
    disagreement(polls(steps.map(scriptedAnswer)), polls(answers)) ??
    disagreement(vector.output, endOf(channel, plan))
  );
}

function scriptedAnswer({ call, action, output }: Step): unknown {
  if (call !== 'poll') return null;
  return output === undefined ? { action } : { action, output };
}

/** One scripted call; the answer of a poll, null of anything else. */
function play(channel: ChannelCalls, step: Step): unknown {
  const nowNs = BigInt(step.nowNs ?? 0);
  if (step.call === 'poll') return poll(channel, nowNs);
  if (step.call === 'channelStart') channel.begin(nowNs);
  else if (step.call === 'inputReceived') feed(channel, fromHex(step.hex ?? ''), nowNs);
  else if (step.call === 'inputEnded') channel.inputEnded(nowNs);
  else if (step.call === 'outputWritten') channel.outputWritten(Number(step.bytes ?? 0), nowNs);
  else if (step.call === 'start') channel.start(nowNs);
  else if (step.call === 'pause') channel.pause(step.session ?? 0);
  else if (step.call === 'resume') channel.resume(step.session ?? 0);
  else if (step.call === 'cancel') channel.cancel();
  else if (step.call === 'finish') channel.finish();
  else throw new RangeError(`no such call in a conversation: ${step.call}`);
  return null;
}

function poll(channel: ChannelCalls, nowNs: bigint): unknown {
  const action = channel.poll(nowNs);
  if (action !== Action.write) return { action };
  return { action, output: channel.segments().map(toHex).join('') };
}

/** After a fault nothing more is read: the room is 0. */
function feed(channel: ChannelCalls, bytes: Uint8Array, nowNs: bigint): void {
  const view = channel.inputView();
  if (view.length === 0) return;
  view.set(bytes);
  channel.inputReceived(bytes.length, nowNs);
}

function endOf(channel: ChannelCalls, plan: ChannelPlan): unknown {
  const receipt = channel.column('receipt');
  const fullCycle = channel.column('fullCycle');
  const first = plan.firstSession ?? 1;
  const record = channel.record();
  const fault = channel.fault();
  return {
    fault:
      fault?.class === 'channel'
        ? { code: fault.code, session: fault.session, sequence: fault.sequence }
        : null,
    sessions: Array.from({ length: plan.sessions }, (_, i) => sessionEnd(channel, first + i)),
    receiptNs: Array.from(receipt.samples, String),
    fullCycleNs: Array.from(fullCycle.samples, String),
    warmup: [receipt.warmup, fullCycle.warmup],
    framesIn: String(record.framesIn),
    framesOut: String(record.framesOut),
    droppedFrames: String(record.droppedFrames),
  };
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
