// The kernel's numbers: version, sizes, codes and record offsets. The only magic numbers; no logic.

export const ABI_VERSION: i32 = 1;
export const PROTOCOL_VERSION: u32 = 1;

// Status: what a call returns (docs/abi.md).
export const OK: i32 = 0;
export const NOT_CONFIGURED: i32 = -1;
export const SEALED: i32 = -2;
export const BAD_PLAN: i32 = -3;
export const NO_MEMORY: i32 = -4;
export const BAD_ARGUMENT: i32 = -5;
export const BAD_ADDRESS: i32 = -6;
export const EMPTY: i32 = -7;
export const NOT_FINITE: i32 = -8;
export const TOO_FEW: i32 = -9;
export const CAPACITY: i32 = -10;
export const CORRUPT: i32 = -11;
export const WRONG_STATE: i32 = -12;
export const DOMAIN: i32 = -13;
export const OVERFLOW: i32 = -14;

// Action: what poll() asks of the lane.
export const WAIT: i32 = 0;
export const WRITE: i32 = 1;
export const BARRIER: i32 = 2;
export const DONE: i32 = 3;
export const FAULTED: i32 = 4;
export const LOAD: i32 = 5;
export const STORE: i32 = 6;

// Frame header (docs/protocol.md, section 1)
//   0 length u32 | 4 kind u8 | 5 flags u8 | 6 slot u16 | 8 session u32 | 12 sequence u32 | 16 body
export const HEADER_BYTES: usize = 16;
export const AT_KIND: usize = 4;
export const AT_FLAGS: usize = 5;
export const AT_SLOT: usize = 6;
export const AT_SESSION: usize = 8;
export const AT_SEQUENCE: usize = 12;
export const MAX_LENGTH: u32 = 16_777_216;
export const FLAG_SLOT: u32 = 1;

export const HELLO: u32 = 1;
export const OPEN: u32 = 2;
export const DATA: u32 = 3;
export const CREDIT: u32 = 4;
export const ACK: u32 = 5;
export const END: u32 = 6;
export const ERROR: u32 = 7;
export const CANCEL: u32 = 8;

export const HELLO_BYTES: u32 = 32;
export const OPEN_BYTES: u32 = 32;
export const CREDIT_BYTES: u32 = 16;
export const MAX_ERROR_BYTES: u32 = 256;
export const TOKEN_BYTES: usize = 16;
export const MAGIC: u32 = 0x4f484345;

// Fault codes (docs/protocol.md, section 6): below 32 of the channel, from 32 of a session.
export const FAULT_LENGTH: i32 = 1;
export const FAULT_KIND: i32 = 2;
export const FAULT_FLAGS: i32 = 3;
export const FAULT_MAGIC: i32 = 4;
export const FAULT_VERSION: i32 = 5;
export const FAULT_TOKEN: i32 = 6;
export const FAULT_TRUNCATED: i32 = 7;
export const FAULT_ORDER: i32 = 8;
export const FAULT_SESSION: i32 = 9;
export const FAULT_BODY: i32 = 10;
export const FAULT_CREDIT_OVERRUN: i32 = 32;
export const FAULT_SEQUENCE: i32 = 33;
export const FAULT_MISMATCH: i32 = 34;
export const FAULT_SIZE: i32 = 35;
export const FAULT_SLOT: i32 = 36;
export const FAULT_CREDIT_TOTALS: i32 = 37;
export const FAULT_END_COUNT: i32 = 38;
export const FAULT_AFTER_END: i32 = 39;
export const FAULT_PEER: i32 = 40;
export const FAULT_UNSOLICITED: i32 = 41;
export const FAULT_ACK_TOTAL: i32 = 42;

export const CLASS_NONE: u32 = 0;
export const CLASS_CHANNEL: u32 = 1;
export const CLASS_SESSION: u32 = 2;

// Frame event (frameDecode)
//   0 length | 4 kind | 8 flags | 12 slot | 16 session | 20 sequence | 24 totalBytes      all u32
export const EVENT_BYTES: usize = 28;

// Plan
//   0 seed u64 | 8 sessions | 12 payloadBytes | 16 warmupFrames | 20 measuredFrames | 24 creditBytes u64
//  32 creditFrames | 36 ackEvery | 40 ackPolicy | 44 storage | 48 slotCount | 52 slotBytes
//  56 firstSession | 60 inputBytes | 64 intervalNs u64 | 72 scratchBytes u64 | 80 token | 96 mappedSlots | 100 0
export const PLAN_BYTES: usize = 128;
export const PLAN_SEED: usize = 0;
export const PLAN_SESSIONS: usize = 8;
export const PLAN_PAYLOAD_BYTES: usize = 12;
export const PLAN_WARMUP_FRAMES: usize = 16;
export const PLAN_MEASURED_FRAMES: usize = 20;
export const PLAN_CREDIT_BYTES: usize = 24;
export const PLAN_CREDIT_FRAMES: usize = 32;
export const PLAN_ACK_EVERY: usize = 36;
export const PLAN_ACK_POLICY: usize = 40;
export const PLAN_STORAGE: usize = 44;
export const PLAN_SLOT_COUNT: usize = 48;
export const PLAN_SLOT_BYTES: usize = 52;
export const PLAN_FIRST_SESSION: usize = 56;
export const PLAN_INPUT_BYTES: usize = 60;
export const PLAN_INTERVAL_NS: usize = 64;
export const PLAN_SCRATCH_BYTES: usize = 72;
export const PLAN_TOKEN: usize = 80;
export const PLAN_MAPPED_SLOTS: usize = 96;
export const PLAN_RESERVED: usize = 100;

export const ACK_SEPARATE: u32 = 0;
export const ACK_PIGGYBACK: u32 = 1;
export const STORAGE_INLINE: u32 = 0;
export const STORAGE_MANAGED: u32 = 1;
export const STORAGE_MANAGED_DUPLEX: u32 = 2;

// Limits of a plan. They keep every size below 2^32 and every total below 2^53.
export const MAX_SESSIONS: u32 = 4_096;
export const MAX_CREDIT_FRAMES: u32 = 65_536;
export const MAX_CREDIT_BYTES: u64 = 1 << 32;
export const MAX_FRAMES: u32 = 1 << 30;
export const MAX_INPUT_BYTES: u32 = 1 << 24;
export const DEFAULT_INPUT_BYTES: u32 = 262_144;

// A segment of output: { address u32, bytes u32 }
export const SEGMENT_BYTES: usize = 8;
export const MAX_SEGMENTS: u32 = 64;

// FAULT: class | code | session | sequence | offset | expected | got | peerCode | textAt | textBytes      all u32
export const FAULT_BYTES: usize = 40;
export const FAULT_AT_CLASS: usize = 0;
export const FAULT_AT_CODE: usize = 4;
export const FAULT_AT_SESSION: usize = 8;
export const FAULT_AT_SEQUENCE: usize = 12;
export const FAULT_AT_OFFSET: usize = 16;
export const FAULT_AT_EXPECTED: usize = 20;
export const FAULT_AT_GOT: usize = 24;
export const FAULT_AT_PEER_CODE: usize = 28;
export const FAULT_AT_TEXT: usize = 32;
export const FAULT_AT_TEXT_BYTES: usize = 36;

// CHANNEL: framesIn | framesOut | bytesIn | bytesOut | startedNs | endedNs | droppedFrames      all u64, then state u32
export const CHANNEL_BYTES: usize = 64;
export const CHANNEL_FRAMES_IN: usize = 0;
export const CHANNEL_FRAMES_OUT: usize = 8;
export const CHANNEL_BYTES_IN: usize = 16;
export const CHANNEL_BYTES_OUT: usize = 24;
export const CHANNEL_STARTED_NS: usize = 32;
export const CHANNEL_ENDED_NS: usize = 40;
export const CHANNEL_DROPPED_FRAMES: usize = 48;
export const CHANNEL_STATE: usize = 56;

// Session record. What a caller may read:
//   0 state u32 | 4 faultCode u32 | 8 verifiedFrames | 16 verifiedBytes | 24 mismatches
//  32 queueHighWaterBytes | 40 creditStalls | 48 sentFrames | 56 ackedFrames
//  64 warmupVerifiedFrames | 72 warmupVerifiedBytes | 80 warmupMismatches | 88 startedNs | 96 endedNs      u64
// 104 faultSequence | 108 faultOffset | 112 faultExpected | 116 faultGot | 120 peerCode | 124 session      u32
export const SESSION_STATE: usize = 0;
export const SESSION_FAULT_CODE: usize = 4;
export const SESSION_VERIFIED_FRAMES: usize = 8;
export const SESSION_VERIFIED_BYTES: usize = 16;
export const SESSION_MISMATCHES: usize = 24;
export const SESSION_QUEUE_HIGH_WATER_BYTES: usize = 32;
export const SESSION_CREDIT_STALLS: usize = 40;
export const SESSION_SENT_FRAMES: usize = 48;
export const SESSION_ACKED_FRAMES: usize = 56;
export const SESSION_WARMUP_VERIFIED_FRAMES: usize = 64;
export const SESSION_WARMUP_VERIFIED_BYTES: usize = 72;
export const SESSION_WARMUP_MISMATCHES: usize = 80;
export const SESSION_STARTED_NS: usize = 88;
export const SESSION_ENDED_NS: usize = 96;
export const SESSION_FAULT_SEQUENCE: usize = 104;
export const SESSION_FAULT_OFFSET: usize = 108;
export const SESSION_FAULT_EXPECTED: usize = 112;
export const SESSION_FAULT_GOT: usize = 116;
export const SESSION_PEER_CODE: usize = 120;
export const SESSION_NUMBER: usize = 124;
export const SESSION_PUBLIC_BYTES: usize = 128;

// Session states, as flow/states.ts moves between them.
export const STATE_PLANNED: u32 = 0;
export const STATE_OPENING: u32 = 1;
export const STATE_WARMING: u32 = 2;
export const STATE_READY: u32 = 3;
export const STATE_MEASURING: u32 = 4;
export const STATE_ENDING: u32 = 5;
export const STATE_CANCELED: u32 = 6;
export const STATE_ENDED: u32 = 7;
export const STATE_FAULTED: u32 = 8;

// Sample columns
export const COLUMN_RECEIPT: u32 = 0;
export const COLUMN_FULL_CYCLE: u32 = 1;

// Payload (section 7): 251 is prime, so 251 sequences in a row have 251 different phases.
export const PERIOD: u32 = 251;
