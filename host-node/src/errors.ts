// The errors a person can meet, each with a stable code, a subject and an exit code. Nothing here prints or exits.

import { EchometerError } from '../../kernel/api/facade/echometer-error.ts';
import type { Outcome } from '../../kernel/api/facade/echometer-error.ts';

/** Exit codes of the command line. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  missing: 3,
  notComparable: 4,
  bug: 70,
  interrupted: 130,
} as const satisfies Readonly<Record<Outcome | 'done', number>>;

/** The one conversion: what an error of ours means, as an exit code. */
export const exitOf = (error: unknown): number =>
  error instanceof EchometerError ? EXIT[error.outcome] : EXIT.bug;

export function usageError(
  code: string,
  subject: string,
  what: string,
  next: string,
): EchometerError {
  return new EchometerError({ code, subject, what, next, outcome: 'usage' });
}

export function missingError(
  code: string,
  subject: string,
  what: string,
  next: string,
): EchometerError {
  return new EchometerError({ code, subject, what, next, outcome: 'missing' });
}

/** The command that goes on with a run, to be pasted into a shell: spaces, `$` and quotes in the path stay what they are. */
export function resumeCommand(folder: string): string {
  const isPlain = /^[\w@%+=:,./-]+$/.test(folder);
  const word = isPlain ? folder : `'${folder.replaceAll("'", `'\\''`)}'`;
  return `echometer run --resume ${word}`;
}

/** Ctrl-C or SIGTERM in a run of either suite. */
export function interruptedRun(folder: string): EchometerError {
  return new EchometerError({
    code: 'INTERRUPTED',
    subject: folder,
    what: 'interrupted; what is finished is kept',
    next: `go on with ${resumeCommand(folder)}`,
    outcome: 'interrupted',
  });
}

/** What the machine refuses to this process, by name; null for any other error. */
export function refusedByMachine(error: unknown): EchometerError | null {
  const code = systemCode(error);
  if (code === 'EMFILE' || code === 'ENFILE')
    return missingError(
      'TOO_FEW_FILES',
      code,
      `the system lets this process open no more files (${code})`,
      'raise the limit: ulimit -n 256',
    );
  if (code === 'ENOENT' && error instanceof Error && error.message.includes('uv_cwd'))
    return missingError(
      'NO_CWD',
      'the working folder',
      'the working folder is gone',
      'go to another one, or name absolute paths (--out)',
    );
  // V8 has no code for it, only this text.
  if (error instanceof RangeError && /out of memory/i.test(error.message))
    return missingError(
      'NO_MEMORY',
      'memory',
      'the system gives this process no more memory',
      'end other programs or raise the limit: ulimit -v unlimited (each kernel of a run reserves 10 GB of addresses, most of it never used)',
    );
  return null;
}

/** The text of an unknown thrown value, without its stack. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of a Node system error (`ENOENT`), or null. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
