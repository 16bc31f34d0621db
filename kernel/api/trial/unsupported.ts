// Which trials a lane cannot carry, and why, by the code that tests assert: every other trial must be measured. Pure.
import type { TrialParams } from '../run/cases.ts';

export type LaneName = 'socket' | 'blocking' | 'tcp' | 'stdio' | 'pyodide' | 'pyodide-messages';

export const UNSUPPORTED = {
  NO_SLOTS: 'Pyodide cannot map a file that both sides share into the memory of its interpreter',
  NO_OWN_PROCESS:
    'the worker is a thread of its host: its threads and its memory cannot be told from the host’s',
} as const;

export type UnsupportedCode = keyof typeof UNSUPPORTED;

/** Lanes of processes carry every trial. */
export function unsupportedOn(
  lane: LaneName,
  suite: string,
  params: TrialParams,
): UnsupportedCode | null {
  if (lane !== 'pyodide' && lane !== 'pyodide-messages') return null;
  if (params.storage !== 'inline') return 'NO_SLOTS';
  return suite === 'idle' ? 'NO_OWN_PROCESS' : null;
}

/** `CODE: sentence`, as a trial's `reason` holds it. */
export function unsupportedReason(code: UnsupportedCode): string {
  return `${code}: ${UNSUPPORTED[code]}`;
}
