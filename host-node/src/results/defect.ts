// A defect that reading a source found, by name and with what to do. A file of its own: where few files may be open, the command
// line loads it only when it is needed.

import { FormatError } from '../../../kernel/api/formats/format-error.ts';
import { LogError } from '../../../kernel/api/logs/problems.ts';
import { ResultError } from '../../../kernel/api/run/results-read.ts';
import { usageError } from '../errors.ts';
import type { EchometerError } from '../errors.ts';

/** Null for any other error. */
export function defectOfSource(error: unknown): EchometerError | null {
  if (error instanceof LogError) {
    const code = error.code.toUpperCase().replaceAll('-', '_');
    const next = 'give a log with the columns of docs/data-format.md';
    return usageError(code, `${error.file}:${error.line}`, error.message, next);
  }
  if (error instanceof FormatError) {
    const subject = error.line > 0 ? `${error.file}:${error.line}` : error.file;
    return usageError(error.code, subject, error.message, NEXT_OF_FORMAT[error.code]);
  }
  if (!(error instanceof ResultError)) return null;
  return usageError(error.code, error.subject, error.message, NEXT[error.code]);
}

const NEXT_OF_FORMAT: Readonly<Record<FormatError['code'], string>> = {
  BAD_SYNTAX: 'take the file from where the tool wrote it',
  BAD_VALUE: 'take the file from where the tool wrote it',
  TRUNCATED: 'take the whole file from where the tool wrote it',
  UNSUPPORTED: 'see docs/formats.md for what can be read',
  UNKNOWN_FORMAT: 'name the format with --format, or see docs/formats.md for what can be read',
  EMPTY: 'give a file with results',
};

const DAMAGED = 'the file is damaged; take the run from where it was measured';
const NEXT: Readonly<Record<ResultError['code'], string>> = {
  NEWER_SCHEMA: 'use the echometer that wrote it, or a newer one',
  NOT_JSON: DAMAGED,
  BAD_FIELD: DAMAGED,
  BAD_ZIP: DAMAGED,
  TOO_LARGE: 'unpack it and name the folder, or name a smaller one',
  NO_FILE: 'take the whole run from where it was measured',
  NOT_A_FILE: 'put the file itself there',
  UNREADABLE: "name a run's folder, an .echometer file, a CSV log or a folder of logs",
  UNREADABLE_LOG: 'name the unpacked log',
};
