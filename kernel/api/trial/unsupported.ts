// Which trials a lane cannot carry, and why, by the code that tests assert: every other trial must be measured. Pure.
import type { TrialParams } from '../run/cases.ts';

export type LaneName = 'socket' | 'blocking' | 'pyodide' | 'pyodide-messages';

const PYODIDE = {
  NO_SLOTS: 'Pyodide cannot map a file that both sides share into the memory of its interpreter',
  NO_OWN_PROCESS:
    'the worker is a thread of its host: its threads and its memory cannot be told from the host’s',
} as const;

export const UNSUPPORTED = {
  socket: {},
  blocking: {
    MANY_IN_FLIGHT:
      'the blocking lane waits in one read for one echo: more than one frame in flight could leave both ends waiting in a write',
    MANY_WORKERS: 'the blocking lane waits for one worker at a time',
    TIMED: 'the blocking lane has no timer: a pause or a due time needs the event loop',
  },
  pyodide: PYODIDE,
  'pyodide-messages': PYODIDE,
} as const;

export type UnsupportedCode = keyof typeof UNSUPPORTED.blocking | keyof typeof PYODIDE;

export function unsupportedOn(
  lane: LaneName,
  suite: string,
  params: TrialParams,
): UnsupportedCode | null {
  if (lane === 'socket') return null;
  if (lane !== 'blocking') {
    if (params.storage !== 'inline') return 'NO_SLOTS';
    return suite === 'idle' ? 'NO_OWN_PROCESS' : null;
  }
  if (params.workers > 1) return 'MANY_WORKERS';
  if (params.pauseNs !== undefined || params.intervalNs !== undefined) return 'TIMED';
  if (params.sessions > 1 || params.creditFrames > 1) return 'MANY_IN_FLIGHT';
  return null;
}

/** `CODE: sentence`, as a trial's `reason` holds it. */
export function unsupportedReason(lane: LaneName, code: UnsupportedCode): string {
  const sentences: Readonly<Record<string, string>> = UNSUPPORTED[lane];
  return `${code}: ${sentences[code] ?? ''}`;
}
