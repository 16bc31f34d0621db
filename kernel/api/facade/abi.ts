// Written by kernel/abi.mjs from kernel/assembly/abi.ts: the codes and offsets of the kernel (docs/abi.md).

export const ABI_VERSION = 1;

export const STATUS_NAMES = [
  'OK',
  'NOT_CONFIGURED',
  'SEALED',
  'BAD_PLAN',
  'NO_MEMORY',
  'BAD_ARGUMENT',
  'BAD_ADDRESS',
  'EMPTY',
  'NOT_FINITE',
  'TOO_FEW',
  'CAPACITY',
  'CORRUPT',
  'WRONG_STATE',
  'DOMAIN',
  'OVERFLOW',
] as const;

export type StatusName = (typeof STATUS_NAMES)[number];

export const Action = {
  wait: 0,
  write: 1,
  barrier: 2,
  done: 3,
  faulted: 4,
  load: 5,
  store: 6,
} as const;

export const FAULT_NAMES: Readonly<Record<number, string>> = {
  1: 'LENGTH',
  2: 'KIND',
  3: 'FLAGS',
  4: 'MAGIC',
  5: 'VERSION',
  6: 'TOKEN',
  7: 'TRUNCATED',
  8: 'ORDER',
  9: 'SESSION',
  10: 'BODY',
  32: 'CREDIT_OVERRUN',
  33: 'SEQUENCE',
  34: 'MISMATCH',
  35: 'SIZE',
  36: 'SLOT',
  37: 'CREDIT_TOTALS',
  38: 'END_COUNT',
  39: 'AFTER_END',
  40: 'PEER',
  41: 'UNSOLICITED',
  42: 'ACK_TOTAL',
};

export const SESSION_STATES = [
  'planned',
  'opening',
  'warming',
  'ready',
  'measuring',
  'ending',
  'canceled',
  'ended',
  'faulted',
] as const;

export const Plan = {
  bytes: 128,
  seed: 0,
  sessions: 8,
  payloadBytes: 12,
  warmupFrames: 16,
  measuredFrames: 20,
  creditBytes: 24,
  creditFrames: 32,
  ackEvery: 36,
  ackPolicy: 40,
  storage: 44,
  slotCount: 48,
  slotBytes: 52,
  firstSession: 56,
  inputBytes: 60,
  intervalNs: 64,
  scratchBytes: 72,
  token: 80,
  mappedSlots: 96,
} as const;

export const Fault = {
  class: 0,
  code: 4,
  session: 8,
  sequence: 12,
  offset: 16,
  expected: 20,
  got: 24,
  peerCode: 28,
  text: 32,
  textBytes: 36,
} as const;

export const Channel = {
  framesIn: 0,
  framesOut: 8,
  bytesIn: 16,
  bytesOut: 24,
  startedNs: 32,
  endedNs: 40,
  droppedFrames: 48,
  state: 56,
} as const;

export const Session = {
  state: 0,
  faultCode: 4,
  verifiedFrames: 8,
  verifiedBytes: 16,
  mismatches: 24,
  queueHighWaterBytes: 32,
  creditStalls: 40,
  sentFrames: 48,
  ackedFrames: 56,
  warmupVerifiedFrames: 64,
  warmupVerifiedBytes: 72,
  warmupMismatches: 80,
  startedNs: 88,
  endedNs: 96,
  faultSequence: 104,
  faultOffset: 108,
  faultExpected: 112,
  faultGot: 116,
  peerCode: 120,
  number: 124,
} as const;
