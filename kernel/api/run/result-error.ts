// Why a file of a run cannot be read.

import { EchometerError } from '../facade/echometer-error.ts';

const DAMAGED = 'the file is damaged; take the run from where it was measured';

const NEXT = {
  NEWER_SCHEMA: 'use the echometer that wrote it, or a newer one',
  NOT_JSON: DAMAGED,
  BAD_FIELD: DAMAGED,
  BAD_ZIP: DAMAGED,
  TOO_LARGE: 'unpack it and name the folder, or name a smaller one',
  NO_FILE: 'take the whole run from where it was measured',
  NOT_A_FILE: 'put the file itself there',
  UNREADABLE: "name a run's folder, an .echometer file, a CSV log or a folder of logs",
  UNREADABLE_LOG: 'name the unpacked log',
} as const;

export type ResultErrorCode = keyof typeof NEXT;

/** The subject is the file, or the file and the path of the field. */
export class ResultError extends EchometerError {
  declare readonly code: ResultErrorCode;
  declare readonly subject: string;
  constructor(code: ResultErrorCode, subject: string, what: string) {
    super({ code, subject, what, next: NEXT[code], outcome: 'usage' });
  }
}
