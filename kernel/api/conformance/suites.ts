// Which runner runs which suite of vectors. A suite of the manifest without an entry here is reported as not run.

import { runFlow } from './flow.ts';
import { runFrame, runPayload, runVerification } from './frames.ts';
import { runAggregation, runQuantiles, runShuffle } from './statistics.ts';
import type { VectorRunner } from './vector.ts';

export const VECTOR_RUNNERS: Readonly<Record<string, VectorRunner>> = {
  frames: runFrame,
  payload: runPayload,
  verification: runVerification,
  flow: runFlow,
  quantiles: runQuantiles,
  aggregation: runAggregation,
  shuffle: runShuffle,
};
