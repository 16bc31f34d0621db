// What can be wrong with a serializer log, each with a stable code, a file and a line. Nothing is dropped without one of these.

import { EchometerError } from '../facade/echometer-error.ts';

/** Codes of lines and columns that are counted and passed over or kept; the text of each is in `problemText`. */
export type WarningCode =
  | 'UNKNOWN_COLUMN'
  | 'REPEATED_COLUMN'
  | 'MISSING_COLUMN'
  | 'TRUNCATED_ROW'
  | 'UNENDED_ROW'
  | 'FIELD_COUNT'
  | 'BAD_TIME'
  | 'BAD_NUMBER'
  | 'UNKNOWN_MODE'
  | 'NO_NAME'
  | 'FAILED_CALL'
  | 'NOT_UTF8'
  | 'BAD_CURVE'
  | 'WRONG_TOTAL'
  | 'DUPLICATE_ROW'
  | 'SEVERAL_LANGUAGES'
  | 'NO_ROWS';

/** Codes of a file that cannot be read at all. */
export type LogErrorCode =
  'EMPTY_FILE' | 'NO_HEADER' | 'REQUIRED_COLUMN' | 'LINE_TOO_LONG' | 'TOO_MANY_ROWS';

/** One kind of problem with one subject: how often, and where first. */
export interface LogProblem {
  readonly code: WarningCode;
  /** A column, a mode, a language list; empty when the code says it all. */
  readonly subject: string;
  readonly file: string;
  readonly firstLine: number;
  readonly count: number;
  /** True when the lines counted are not among the rows. */
  readonly dropped: boolean;
}

export class LogError extends EchometerError {
  declare readonly code: LogErrorCode;
  constructor(code: LogErrorCode, file: string, line: number, why: string) {
    const subject = `${file}:${line}`;
    const next = 'give a log with the columns of docs/data-format.md';
    super({ code, subject, what: `${subject}: ${why}`, next, outcome: 'usage' });
  }
}

const DROPPED: ReadonlySet<WarningCode> = new Set<WarningCode>([
  'TRUNCATED_ROW',
  'FIELD_COUNT',
  'BAD_TIME',
  'UNKNOWN_MODE',
  'NO_NAME',
  'FAILED_CALL',
  'NOT_UTF8',
  'BAD_CURVE',
]);

const TEXT: Readonly<Record<WarningCode, string>> = {
  UNKNOWN_COLUMN: 'column is not one we know; its values are not used',
  REPEATED_COLUMN: 'column is there more than once; its last place is used',
  MISSING_COLUMN: 'column is missing; what needs it is left out',
  TRUNCATED_ROW: 'the file ends in the middle of a row, which is not used',
  UNENDED_ROW: 'the last row has no line end, so its last value may be cut; it is used',
  FIELD_COUNT: 'row has another number of fields than the header; it is not used',
  BAD_TIME: 'time is negative, not an integer or not a number; the row is not used',
  BAD_NUMBER: 'value is not a number of zero or more; it counts as missing',
  UNKNOWN_MODE: 'is not a mode (bytes, string, buffer or stream); the row is not used',
  NO_NAME: 'row names no serializer or no data type; it is not used',
  FAILED_CALL: 'a call failed: it has no row in the log',
  NOT_UTF8: 'row holds bytes that are no UTF-8; it is not used',
  BAD_CURVE: 'line is no curve of a warm cell; it is not used',
  WRONG_TOTAL: 'TimeSerAndDeser is not TimeSer + TimeDeser; the column is used as written',
  DUPLICATE_ROW: 'the same repetition of the same group is there more than once; all are used',
  SEVERAL_LANGUAGES: 'one file holds several languages; they are never pooled',
  NO_ROWS: 'the file has a header and no row',
};

export function problemText({ code, subject, file, firstLine, count }: LogProblem): string {
  const about = subject === '' ? '' : `"${subject}": `;
  const times = count === 1 ? '' : ` (${count} times)`;
  return `${file}:${firstLine}: ${about}${TEXT[code]}${times} [${code}]`;
}

/** Counts problems by code and subject, so that a million bad rows are one line. */
export class ProblemCounter {
  readonly #file: string;
  readonly #found = new Map<
    string,
    { code: WarningCode; subject: string; line: number; count: number }
  >();

  constructor(file: string) {
    this.#file = file;
  }

  add(code: WarningCode, line: number, subject = ''): void {
    const key = `${code}\n${subject}`;
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { code, subject, line, count: 1 });
    else known.count += 1;
  }

  list(): readonly LogProblem[] {
    return Array.from(this.#found.values(), ({ code, subject, line, count }) => ({
      code,
      subject,
      file: this.#file,
      firstLine: line,
      count,
      dropped: DROPPED.has(code),
    }));
  }
}
