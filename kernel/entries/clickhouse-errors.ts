// The last field of a result: NULL, or the code of the refusal.
import {
  BAD_ARGUMENT,
  CORRUPT,
  DOMAIN,
  EMPTY,
  NO_MEMORY,
  NOT_FINITE,
  OVERFLOW,
  TOO_FEW,
} from '../assembly/abi';
import { writeText, writeU8 } from './clickhouse-buffers';

function codeOf(status: i32): string {
  if (status == EMPTY) return 'EMPTY';
  if (status == NOT_FINITE) return 'NOT_FINITE';
  if (status == TOO_FEW) return 'TOO_FEW';
  if (status == DOMAIN) return 'DOMAIN';
  if (status == OVERFLOW) return 'OVERFLOW';
  if (status == CORRUPT) return 'CORRUPT';
  if (status == NO_MEMORY) return 'NO_MEMORY';
  return status == BAD_ARGUMENT ? 'BAD_ARGUMENT' : 'REFUSED';
}

/** Nullable(String): NULL when the call was not refused. Positive answers are none. */
export function writeError(status: i32): void {
  writeU8(status < 0 ? 0 : 1);
  if (status < 0) writeText(codeOf(status));
}
