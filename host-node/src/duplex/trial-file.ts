// The facts of a trial that has no measurement: failed before, or outside of, its channel. Plain data.

import type { TrialFailure, TrialFile } from '../../../kernel/api/results.ts';
import type { TrialRequest } from './messages.ts';

const NOTHING_VERIFIED = { frames: 0, bytes: 0, mismatches: 0 } as const;

export function failedTrial(request: TrialRequest, failure: TrialFailure): TrialFile {
  return {
    schemaVersion: 1,
    order: request.order,
    suite: request.suite,
    case: request.case,
    trial: request.trial,
    state: 'failed',
    params: request.params,
    verified: NOTHING_VERIFIED,
    warmupVerified: NOTHING_VERIFIED,
    stamps: { startedNs: '0', endedNs: '0' },
    sessions: [],
    resources: {},
    failure,
  };
}
