// The 16 bytes of a frame header: reading, writing, and which headers are faults. No state, no payload.
import {
  ACK,
  AT_FLAGS,
  AT_KIND,
  AT_SEQUENCE,
  AT_SESSION,
  AT_SLOT,
  CANCEL,
  CREDIT,
  CREDIT_BYTES,
  DATA,
  ERROR,
  FAULT_FLAGS,
  FAULT_KIND,
  FAULT_LENGTH,
  FLAG_SLOT,
  HEADER_BYTES,
  HELLO,
  HELLO_BYTES,
  MAX_ERROR_BYTES,
  MAX_LENGTH,
  OPEN,
  OPEN_BYTES,
} from '../abi';

/** Writes a header of 16 bytes. */
export function writeHeader(
  at: usize,
  length: u32,
  kind: u32,
  flags: u32,
  slot: u32,
  session: u32,
  sequence: u32,
): void {
  store<u32>(at, length);
  store<u8>(at, u8(kind), AT_KIND);
  store<u8>(at, u8(flags), AT_FLAGS);
  store<u16>(at, u16(slot), AT_SLOT);
  store<u32>(at, session, AT_SESSION);
  store<u32>(at, sequence, AT_SEQUENCE);
}

/** The bytes of the whole frame whose header is at `at`: a payload in a slot does not follow its header. */
export function frameBytes(at: usize): u32 {
  const body: u32 = (load<u8>(at, AT_FLAGS) & u8(FLAG_SLOT)) != 0 ? 0 : load<u32>(at);
  return u32(HEADER_BYTES) + body;
}

function lengthFits(kind: u32, length: u32): bool {
  if (kind == DATA) return true;
  if (kind == HELLO) return length == HELLO_BYTES;
  if (kind == OPEN) return length == OPEN_BYTES || length == 0;
  if (kind == CREDIT) return length == CREDIT_BYTES;
  if (kind == ERROR) return length <= MAX_ERROR_BYTES;
  return length == 0; // ACK, END, CANCEL
}

/** 0, or the fault code of the header at `at`. Of several faults the one with the smallest code is named. */
export function headerFault(at: usize): i32 {
  const length = load<u32>(at);
  const kind: u32 = load<u8>(at, AT_KIND);
  const flags: u32 = load<u8>(at, AT_FLAGS);
  if (length > MAX_LENGTH) return FAULT_LENGTH;
  if (kind < HELLO || kind > CANCEL) return FAULT_KIND;
  if (!lengthFits(kind, length)) return FAULT_LENGTH;
  if ((flags & ~FLAG_SLOT) != 0) return FAULT_FLAGS;
  if (flags == FLAG_SLOT && kind != DATA) return FAULT_FLAGS;
  if (flags == 0 && load<u16>(at, AT_SLOT) != 0) return FAULT_FLAGS;
  return 0;
}

/** True for the kinds that only a host sends. */
export function isHostKind(kind: u32): bool {
  return kind == ACK || kind == CANCEL;
}
