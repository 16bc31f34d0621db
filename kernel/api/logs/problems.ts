// What can be wrong with a serializer log, each with a stable code, a file and a line. Nothing is dropped without one of these.

/** Codes of lines and columns that are counted and passed over or kept; the text of each is in `problemText`. */
export type WarningCode =
  | 'unknown-column'
  | 'repeated-column'
  | 'missing-column'
  | 'truncated-row'
  | 'unended-row'
  | 'field-count'
  | 'bad-time'
  | 'bad-number'
  | 'unknown-mode'
  | 'no-name'
  | 'failed-call'
  | 'not-utf8'
  | 'bad-curve'
  | 'wrong-total'
  | 'duplicate-row'
  | 'several-languages'
  | 'no-rows';

/** Codes of a file that cannot be read at all. */
export type LogErrorCode =
  'empty-file' | 'no-header' | 'required-column' | 'line-too-long' | 'too-many-rows';

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

export class LogError extends Error {
  readonly code: LogErrorCode;
  readonly file: string;
  readonly line: number;
  constructor(code: LogErrorCode, file: string, line: number, what: string) {
    super(`${file}:${line}: ${what}`);
    this.name = 'LogError';
    this.code = code;
    this.file = file;
    this.line = line;
  }
}

const DROPPED: ReadonlySet<WarningCode> = new Set<WarningCode>([
  'truncated-row',
  'field-count',
  'bad-time',
  'unknown-mode',
  'no-name',
  'failed-call',
  'not-utf8',
  'bad-curve',
]);

const TEXT: Readonly<Record<WarningCode, string>> = {
  'unknown-column': 'column is not one we know; its values are not used',
  'repeated-column': 'column is there more than once; its last place is used',
  'missing-column': 'column is missing; what needs it is left out',
  'truncated-row': 'the file ends in the middle of a row, which is not used',
  'unended-row': 'the last row has no line end, so its last value may be cut; it is used',
  'field-count': 'row has another number of fields than the header; it is not used',
  'bad-time': 'time is negative, not an integer or not a number; the row is not used',
  'bad-number': 'value is not a number of zero or more; it counts as missing',
  'unknown-mode': 'is not a mode (bytes, string, buffer or stream); the row is not used',
  'no-name': 'row names no serializer or no data type; it is not used',
  'failed-call': 'a call failed: it has no row in the log',
  'not-utf8': 'row holds bytes that are no UTF-8; it is not used',
  'bad-curve': 'line is no curve of a warm cell; it is not used',
  'wrong-total': 'TimeSerAndDeser is not TimeSer + TimeDeser; the column is used as written',
  'duplicate-row': 'the same repetition of the same group is there more than once; all are used',
  'several-languages': 'one file holds several languages; they are never pooled',
  'no-rows': 'the file has a header and no row',
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
