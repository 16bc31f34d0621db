// The WASI command: a column of numbers on stdin, their summary as one line of JSON on stdout. `echometer stats` runs this file.
// Exit codes: 0 done, 2 the input is unreadable (one line on stderr), 3 too little memory.
import { NO_MEMORY as NO_MEMORY_STATUS, OK, OVERFLOW, PLAN_SCRATCH_BYTES } from '../assembly/abi';
import { arenaReserve, scratchAlloc } from '../assembly/arena';
import { configure } from '../assembly/configure';
import { PLAN } from '../assembly/flow/settings';
import {
  COLUMN_NOT_A_NUMBER,
  COLUMN_OK,
  COLUMN_SECOND_NUMBER,
  COLUMN_UTF16,
  columnTail,
  columnTake,
  line,
  READ_BYTES,
  valueCount,
} from './column';
import { jsonAt, jsonBytes, jsonOpen } from './json';
import { report } from './report';
import { fd_read, fd_write, proc_exit } from './wasi_snapshot_preview1';

const STDIN: i32 = 0;
const STDOUT: i32 = 1;
const STDERR: i32 = 2;
const EXIT_UNREADABLE: i32 = 2;
const EXIT_NO_MEMORY: i32 = 3;
// iovec { address u32, bytes u32 } and the count that a call returns
const IOVEC: usize = memory.data(8, 4);
const DONE: usize = memory.data(4, 4);
const MESSAGE: usize = memory.data(64);
const NOT_A_NUMBER: usize = memory.data<u8>([
  110, 111, 116, 32, 97, 32, 102, 105, 110, 105, 116, 101, 32, 110, 117, 109, 98, 101, 114, 44, 32,
  108, 105, 110, 101, 32,
]); // "not a finite number, line "
const NOT_A_NUMBER_BYTES: usize = 26;
// prettier-ignore
const SECOND_NUMBER: usize = memory.data<u8>([109, 111, 114, 101, 32, 116, 104, 97, 110, 32, 111, 110, 101, 32, 110, 117, 109, 98, 101, 114, 44, 32, 108, 105, 110, 101, 32]); // "more than one number, line "
const SECOND_NUMBER_BYTES: usize = 27;
// prettier-ignore
const UTF16: usize = memory.data<u8>([85, 84, 70, 45, 49, 54, 32, 111, 114, 32, 122, 101, 114, 111, 32, 98, 121, 116, 101, 115, 44, 32, 115, 97, 118, 101, 32, 105, 116, 32, 97, 115, 32, 85, 84, 70, 45, 56, 44, 32, 108, 105, 110, 101, 32]); // "UTF-16 or zero bytes, save it as UTF-8, line "
const UTF16_BYTES: usize = 45;
// prettier-ignore
const READ_ERROR: usize = memory.data<u8>([116, 104, 101, 32, 105, 110, 112, 117, 116, 32, 99, 97, 110, 110, 111, 116, 32, 98, 101, 32, 114, 101, 97, 100, 44, 32, 101, 114, 114, 110, 111, 32]); // "the input cannot be read, errno "
const READ_ERROR_BYTES: usize = 32;
const EMPTY_INPUT: usize = memory.data<u8>([110, 111, 32, 110, 117, 109, 98, 101, 114, 115, 10]); // "no numbers\n"
const EMPTY_INPUT_BYTES: usize = 11;
const NO_MEMORY: usize = memory.data<u8>([
  110, 111, 116, 32, 101, 110, 111, 117, 103, 104, 32, 109, 101, 109, 111, 114, 121, 10,
]); // "not enough memory\n"
const NO_MEMORY_BYTES: usize = 18;

const TOO_LARGE: usize = memory.data<u8>([
  116, 104, 101, 32, 118, 97, 108, 117, 101, 115, 32, 97, 114, 101, 32, 116, 111, 111, 32, 108, 97,
  114, 103, 101, 58, 32, 97, 32, 115, 117, 109, 32, 101, 120, 99, 101, 101, 100, 115, 32, 98, 105,
  110, 97, 114, 121, 54, 52, 10,
]);
const TOO_LARGE_BYTES: usize = 49; // "the values are too large: a sum exceeds binary64"

function write(descriptor: i32, at: usize, bytes: usize): void {
  let from = at;
  let left = bytes;
  while (left > 0) {
    store<u32>(IOVEC, u32(from));
    store<u32>(IOVEC, u32(left), 4);
    if (fd_write(descriptor, IOVEC, 1, DONE) != 0) return;
    const written = usize(load<u32>(DONE));
    if (written == 0) return;
    from += written;
    left -= written;
  }
}

/** `what`, then a number and a line end. */
function refuse(what: usize, bytes: usize, number: u32): void {
  memory.copy(MESSAGE, what, bytes);
  let end = MESSAGE + bytes;
  let scale: u32 = 1;
  while (number / scale >= 10) scale *= 10;
  for (; scale > 0; scale /= 10) store<u8>(end++, u8(48 + ((number / scale) % 10)));
  store<u8>(end++, 10);
  write(STDERR, MESSAGE, end - MESSAGE);
  proc_exit(EXIT_UNREADABLE);
}

function refuseMemory(): void {
  write(STDERR, NO_MEMORY, NO_MEMORY_BYTES);
  proc_exit(EXIT_NO_MEMORY);
}

/** Reads all of stdin into the column; false after a message. */
function readColumn(): bool {
  let isOver = false;
  while (!isOver) {
    store<u32>(IOVEC, u32(columnTail()));
    store<u32>(IOVEC, u32(READ_BYTES), 4);
    // An error is not the end: a part of the numbers would pass for all of them.
    const errno = fd_read(STDIN, IOVEC, 1, DONE);
    if (errno != 0) {
      refuse(READ_ERROR, READ_ERROR_BYTES, u32(errno));
      return false;
    }
    isOver = load<u32>(DONE) == 0;
    const status = columnTake(usize(load<u32>(DONE)), isOver);
    if (status == COLUMN_NOT_A_NUMBER) refuse(NOT_A_NUMBER, NOT_A_NUMBER_BYTES, line);
    else if (status == COLUMN_SECOND_NUMBER) refuse(SECOND_NUMBER, SECOND_NUMBER_BYTES, line);
    else if (status == COLUMN_UTF16) refuse(UTF16, UTF16_BYTES, line);
    else if (status != COLUMN_OK) refuseMemory();
    if (status != COLUMN_OK) return false;
  }
  return true;
}

/** Everything that the report borrows: 48 bytes a value, and what is not counted by values. */
function takeMemory(): bool {
  const bytes = u64(valueCount) * 64 + 1_048_576;
  store<u64>(PLAN, bytes, PLAN_SCRATCH_BYTES);
  return configure() == OK && jsonOpen() && scratchAlloc(64) != 0;
}

export function _start(): void {
  // From here on the arena knows where its own memory ends: the column grows behind it.
  arenaReserve(0);
  if (!readColumn()) return;
  if (valueCount == 0) {
    write(STDERR, EMPTY_INPUT, EMPTY_INPUT_BYTES);
    proc_exit(EXIT_UNREADABLE);
    return;
  }
  const status = takeMemory() ? report() : NO_MEMORY_STATUS;
  if (status == OVERFLOW) {
    write(STDERR, TOO_LARGE, TOO_LARGE_BYTES);
    proc_exit(EXIT_UNREADABLE);
  } else if (status != OK) refuseMemory();
  if (status != OK) return;
  write(STDOUT, jsonAt(), jsonBytes());
}
