// The facts of a trial that has no measurement: failed before, or outside of, its channel, or unsupported. Plain data.

import type { DuplexCase, TrialParams } from '../run/cases.ts';
import { placeInBlock } from '../run/blocks.ts';
import type { TrialFailure, TrialFile } from '../run/results.ts';

const NOTHING_VERIFIED = { frames: 0, bytes: 0, mismatches: 0 } as const;

/** What names a trial and says what it was to measure. */
export interface TrialIdentity {
  readonly order: number;
  readonly suite: DuplexCase['suite'];
  readonly case: string;
  readonly trial: number;
  readonly variant?: string;
  readonly block?: number;
  readonly params: TrialParams;
}

export function failedTrial(request: TrialIdentity, failure: TrialFailure): TrialFile {
  return { ...emptyTrial(request), state: 'failed', failure };
}

/** A trial that this lane or platform cannot measure, with the reason; it does not fail the run. */
export function unsupportedTrial(request: TrialIdentity, reason: string): TrialFile {
  return { ...emptyTrial(request), state: 'unsupported', reason };
}

function emptyTrial(request: TrialIdentity): Omit<TrialFile, 'state'> {
  return {
    schemaVersion: 1,
    order: request.order,
    suite: request.suite,
    case: request.case,
    trial: request.trial,
    ...placeInBlock(request),
    params: request.params,
    verified: NOTHING_VERIFIED,
    warmupVerified: NOTHING_VERIFIED,
    stamps: { startedNs: '0', endedNs: '0' },
    sessions: [],
    resources: {},
  };
}
