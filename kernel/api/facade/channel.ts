// The channel of a configured kernel, as a pump drives it: hot calls are the raw exports, records are read on demand.
import { Channel, Fault, FAULT_NAMES, Session, SESSION_STATES } from './abi.ts';
import { KernelError, statusName } from './errors.ts';
import type { RawKernel } from './raw.ts';

export type SessionState = (typeof SESSION_STATES)[number];

export interface ChannelFault {
  readonly class: 'channel' | 'session';
  readonly code: number;
  readonly name: string;
  readonly session: number;
  readonly sequence: number;
  readonly offset: number;
  readonly expected: number;
  readonly got: number;
  readonly peerCode: number;
  readonly text: string;
}

export interface ChannelRecord {
  readonly framesIn: bigint;
  readonly framesOut: bigint;
  readonly bytesIn: bigint;
  readonly bytesOut: bigint;
  readonly startedNs: bigint;
  readonly endedNs: bigint;
  readonly droppedFrames: bigint;
}

export interface SessionRecord {
  readonly session: number;
  readonly state: SessionState;
  readonly faultCode: number;
  readonly verifiedFrames: bigint;
  readonly verifiedBytes: bigint;
  readonly mismatches: bigint;
  readonly queueHighWaterBytes: bigint;
  readonly creditStalls: bigint;
  readonly sentFrames: bigint;
  readonly ackedFrames: bigint;
  readonly warmupVerifiedFrames: bigint;
  readonly warmupVerifiedBytes: bigint;
  readonly warmupMismatches: bigint;
  readonly startedNs: bigint;
  readonly endedNs: bigint;
  readonly fault: Omit<ChannelFault, 'class' | 'text' | 'session'> | null;
}

export interface SlotTransfer {
  readonly index: number;
  readonly view: Uint8Array;
}

export interface SampleColumn {
  /** A view of kernel memory, warm-up first. */
  readonly samples: BigUint64Array;
  readonly warmup: number;
}

/** The lane's side of a channel. Times are monotonic nanoseconds. */
export interface ChannelCalls {
  readonly begin: (nowNs: bigint) => void;
  /** Where the next bytes go, as an address and a size in `memory`; never empty while the channel lives. */
  readonly inputAt: () => number;
  readonly inputRoom: () => number;
  /** The same as a view. */
  readonly inputView: () => Uint8Array;
  readonly inputReceived: (bytes: number, nowNs: bigint) => void;
  readonly inputEnded: (nowNs: bigint) => void;
  /** One of `Action`. */
  readonly poll: (nowNs: bigint) => number;
  readonly wakeNs: () => bigint;
  readonly segmentCount: () => number;
  readonly segments: () => Uint8Array[];
  readonly outputWritten: (bytes: number, nowNs: bigint) => void;
  readonly start: (nowNs: bigint) => void;
  /** After LOAD or STORE: which slot, where its bytes are or go, and how many. */
  readonly slot: () => SlotTransfer;
  readonly slotDone: () => void;
  /** With mapped slots: where file 0 (sent) or 1 (echoes) is to be mapped; else 0. */
  readonly slotFileAt: (which: 0 | 1) => number;
  readonly slotFileBytes: () => number;
  readonly pause: (session: number) => void;
  readonly resume: (session: number) => void;
  readonly finish: () => void;
  readonly cancel: () => void;
  readonly fault: () => ChannelFault | null;
  readonly record: () => ChannelRecord;
  readonly session: (session: number) => SessionRecord;
  readonly column: (which: 'receipt' | 'fullCycle') => SampleColumn;
}

function readFault(view: DataView, at: number): ChannelFault | null {
  const word = (offset: number): number => view.getUint32(at + offset, true);
  if (word(Fault.class) === 0) return null;
  const text = new Uint8Array(view.buffer, word(Fault.text), word(Fault.textBytes));
  return {
    class: word(Fault.class) === 1 ? 'channel' : 'session',
    code: word(Fault.code),
    name: FAULT_NAMES[word(Fault.code)] ?? 'UNKNOWN',
    session: word(Fault.session),
    sequence: word(Fault.sequence),
    offset: word(Fault.offset),
    expected: word(Fault.expected),
    got: word(Fault.got),
    peerCode: word(Fault.peerCode),
    // ASCII of the peer's UTF-8; anything else becomes '?': the text is shown, never interpreted.
    text: Array.from(text, (byte) =>
      byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '?',
    ).join(''),
  };
}

function readRecord(view: DataView, at: number): ChannelRecord {
  const wide = (offset: number): bigint => view.getBigUint64(at + offset, true);
  return {
    framesIn: wide(Channel.framesIn),
    framesOut: wide(Channel.framesOut),
    bytesIn: wide(Channel.bytesIn),
    bytesOut: wide(Channel.bytesOut),
    startedNs: wide(Channel.startedNs),
    endedNs: wide(Channel.endedNs),
    droppedFrames: wide(Channel.droppedFrames),
  };
}

function readSessionFault(view: DataView, at: number): SessionRecord['fault'] {
  const word = (offset: number): number => view.getUint32(at + offset, true);
  const code = word(Session.faultCode);
  if (code === 0) return null;
  return {
    code,
    name: FAULT_NAMES[code] ?? 'UNKNOWN',
    sequence: word(Session.faultSequence),
    offset: word(Session.faultOffset),
    expected: word(Session.faultExpected),
    got: word(Session.faultGot),
    peerCode: word(Session.peerCode),
  };
}

function readSession(view: DataView, at: number, session: number): SessionRecord {
  const wide = (offset: number): bigint => view.getBigUint64(at + offset, true);
  return {
    session,
    state: SESSION_STATES[view.getUint32(at + Session.state, true)] ?? 'planned',
    faultCode: view.getUint32(at + Session.faultCode, true),
    verifiedFrames: wide(Session.verifiedFrames),
    verifiedBytes: wide(Session.verifiedBytes),
    mismatches: wide(Session.mismatches),
    queueHighWaterBytes: wide(Session.queueHighWaterBytes),
    creditStalls: wide(Session.creditStalls),
    sentFrames: wide(Session.sentFrames),
    ackedFrames: wide(Session.ackedFrames),
    warmupVerifiedFrames: wide(Session.warmupVerifiedFrames),
    warmupVerifiedBytes: wide(Session.warmupVerifiedBytes),
    warmupMismatches: wide(Session.warmupMismatches),
    startedNs: wide(Session.startedNs),
    endedNs: wide(Session.endedNs),
    fault: readSessionFault(view, at),
  };
}

/** A call whose status is checked: a negative one is thrown. */
function checked(raw: RawKernel, name: string): (...args: (number | bigint)[]) => void {
  const call = raw.call(name);
  const subject = raw.call('lastSubject');
  return (...args) => {
    const status = call(...args);
    if (status < 0) throw new KernelError(statusName(status), name, subject(), '');
  };
}

function inputCalls(
  raw: RawKernel,
): Pick<ChannelCalls, 'inputAt' | 'inputRoom' | 'inputView' | 'inputReceived' | 'inputEnded'> {
  const at = raw.call('inputAt');
  const room = raw.call('inputRoom');
  return {
    inputAt: () => at() >>> 0,
    inputRoom: () => room() >>> 0,
    inputView: () => new Uint8Array(raw.memory.buffer, at() >>> 0, room() >>> 0),
    inputReceived: checked(raw, 'inputReceived'),
    inputEnded: checked(raw, 'inputEnded'),
  };
}

function outputCalls(
  raw: RawKernel,
): Pick<ChannelCalls, 'segmentCount' | 'segments' | 'outputWritten'> {
  const count = raw.call('segmentCount');
  const table = raw.address('SEGMENTS');
  const view = new DataView(raw.memory.buffer);
  return {
    segmentCount: () => count() >>> 0,
    segments: () => {
      const segments: Uint8Array[] = [];
      for (let i = 0, n = count(); i < n; i += 1) {
        const address = view.getUint32(table + i * 8, true);
        const bytes = view.getUint32(table + i * 8 + 4, true);
        segments.push(new Uint8Array(raw.memory.buffer, address, bytes));
      }
      return segments;
    },
    outputWritten: checked(raw, 'outputWritten'),
  };
}

function slotCalls(
  raw: RawKernel,
): Pick<ChannelCalls, 'slot' | 'slotDone' | 'slotFileAt' | 'slotFileBytes'> {
  const index = raw.call('slotIndex');
  const at = raw.call('slotAt');
  const bytes = raw.call('slotBytesUsed');
  const fileAt = raw.call('slotFileAt');
  const fileBytes = raw.callWide('slotFileBytes');
  return {
    slot: () => ({
      index: index() >>> 0,
      view: new Uint8Array(raw.memory.buffer, at() >>> 0, bytes() >>> 0),
    }),
    slotDone: checked(raw, 'slotDone'),
    slotFileAt: (which) => fileAt(which) >>> 0,
    slotFileBytes: () => Number(fileBytes()),
  };
}

function recordCalls(
  raw: RawKernel,
): Pick<ChannelCalls, 'fault' | 'record' | 'session' | 'column'> {
  const view = new DataView(raw.memory.buffer);
  const faultAt = raw.address('FAULT');
  const channelAt = raw.address('CHANNEL');
  const sessionAt = raw.call('sessionRecord');
  const columnAt = raw.call('columnAt');
  const columnCount = raw.call('columnCount');
  const columnWarmup = raw.call('columnWarmup');
  return {
    fault: () => readFault(view, faultAt),
    record: () => readRecord(view, channelAt),
    session: (session) => {
      const at = sessionAt(session) >>> 0;
      if (at === 0) throw new KernelError('BAD_ARGUMENT', 'sessionRecord', 0, `session ${session}`);
      return readSession(view, at, session);
    },
    column: (name) => {
      const which = name === 'receipt' ? 0 : 1;
      const n = columnCount(which) >>> 0;
      return {
        samples: new BigUint64Array(raw.memory.buffer, columnAt(which) >>> 0, n),
        warmup: columnWarmup(which) >>> 0,
      };
    },
  };
}

/** The channel of a kernel whose configure() has succeeded: memory is sealed, so views made here stay valid. */
export function channelCalls(raw: RawKernel): ChannelCalls {
  const wake = raw.callWide('wakeNs');
  return {
    begin: checked(raw, 'channelStart'),
    ...inputCalls(raw),
    poll: raw.call('poll'),
    wakeNs: () => BigInt.asUintN(64, wake()),
    ...outputCalls(raw),
    start: checked(raw, 'start'),
    ...slotCalls(raw),
    pause: checked(raw, 'pause'),
    resume: checked(raw, 'resume'),
    finish: checked(raw, 'finish'),
    cancel: checked(raw, 'cancel'),
    ...recordCalls(raw),
  };
}
