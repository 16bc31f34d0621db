// Which trials a lane cannot carry, and why, by the code that tests assert: every other trial must be measured. Pure.
import type { TrialParams } from '../run/cases.ts';

export type LaneName =
  'socket' | 'blocking' | 'tcp' | 'stdio' | 'connected' | 'pyodide' | 'pyodide-messages';

export const UNSUPPORTED = {
  NO_SLOTS: 'Pyodide cannot map a file that both sides share into the memory of its interpreter',
  NO_OWN_PROCESS:
    'the worker is a thread of its host: its threads and its memory cannot be told from the host’s',
  NO_SHARED_FILES: 'a worker that somebody else has started is given no files to share',
  NOT_OUR_PROCESS:
    'the process of a worker that somebody else has started is not read: it may be on another machine',
} as const;

export type UnsupportedCode = keyof typeof UNSUPPORTED;

/** Lanes of processes carry every trial. */
export function unsupportedOn(
  lane: LaneName,
  suite: string,
  params: TrialParams,
): UnsupportedCode | null {
  if (lane === 'connected') {
    if (params.storage !== 'inline') return 'NO_SHARED_FILES';
    return suite === 'idle' ? 'NOT_OUR_PROCESS' : null;
  }
  if (lane !== 'pyodide' && lane !== 'pyodide-messages') return null;
  if (params.storage !== 'inline') return 'NO_SLOTS';
  return suite === 'idle' ? 'NO_OWN_PROCESS' : null;
}

/** `CODE: sentence`, as a trial's `reason` holds it. */
export function unsupportedReason(code: UnsupportedCode): string {
  return `${code}: ${UNSUPPORTED[code]}`;
}
