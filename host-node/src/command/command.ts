// What a command gets from the command line and gives back to it. Types only.

export interface Surroundings {
  /** The words behind `echometer`. */
  readonly argv: readonly string[];
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
  /** One line for people who wait; it goes to stderr. */
  progress(line: string): void;
  /** One line of result on stdout before the command ends: the address of a server. */
  announce(line: string): void;
}

export interface CommandResult {
  readonly stdout: string;
  readonly exit: number;
}
