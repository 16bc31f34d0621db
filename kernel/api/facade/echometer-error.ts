// What every part throws for what a person can meet: one family, so that a caller has one question to ask.

/** What it means for a caller. Each has one exit code of the command line. */
export type Outcome = 'failed' | 'usage' | 'missing' | 'notComparable' | 'bug' | 'interrupted';

export interface ErrorParts {
  /** Stable, for tests and scripts: `OUT_NOT_EMPTY`. docs/data-format.md lists all of them. */
  readonly code: string;
  /** What it happened to: a path, a place in a file, an option, a program; of a kernel call the place in its arguments. */
  readonly subject: string | number;
  /** One sentence that says what happened. */
  readonly what: string;
  /** What to do next. */
  readonly next: string;
  readonly outcome: Outcome;
}

export class EchometerError extends Error {
  readonly code: string;
  readonly subject: string | number;
  readonly next: string;
  readonly outcome: Outcome;
  constructor({ code, subject, what, next, outcome }: ErrorParts, options?: ErrorOptions) {
    super(what, options);
    this.name = new.target.name;
    this.code = code;
    this.subject = subject;
    this.next = next;
    this.outcome = outcome;
  }
}
