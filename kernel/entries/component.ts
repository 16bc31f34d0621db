// The component's core: every export, in the order of kernel/wit. canonical-names.mjs gives them their names. Export lines only.
export { cabi_realloc, freeResult } from './component-area';

export { kernelId, selfSignature, summarize, quantiles, bootstrap } from './component-statistics';
export { center, centerBounds, spread, shift, shiftBounds } from './component-statistics';
export { mannWhitney, welchTest, hedgesG, holm, ecdf } from './component-statistics';
export { density, violin, xxh64, textShortest } from './component-statistics';

export { createHistogram, recordAll, mergeHistograms } from './component-histograms';
export { histogramQuantiles, encodeHistogram, decodeHistogram } from './component-histograms';

export { fnv1a, drawUnits, drawUnits32, drawRange, drawIntegers } from './component-draws';
export { drawBooleans, drawSample, drawResample, drawShuffle } from './component-draws';
export { drawDistribution } from './component-draws';
