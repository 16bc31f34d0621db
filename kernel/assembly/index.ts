// Every export of the kernel, in data-flow order. Export lines only.
export { ABI_VERSION } from './abi';
export { kernelId, measureId, isSimd, selfSignature } from './selfcheck/selfcheck';

export { configure } from './configure';
export { PLAN } from './flow/settings';
export { lastSubject } from './status';
export { bytesNeeded, bytesAvailable, scratchAlloc, scratchMark, scratchReset } from './arena';

export { frameEncode, frameDecode } from './frame/codec';
export { payloadFill, payloadVerify } from './flow/payload';
export { creditStart, creditSend, creditRelease, creditReport, creditTold } from './flow/credit';

export { channelStart, inputAt, inputRoom, inputReceived, inputEnded } from './flow/machine';
export { poll, wakeNs, segmentCount, outputWritten } from './flow/machine';
export { start, pause, resume, finish, cancel, sessionRecord } from './flow/machine';
export {
  slotIndex,
  slotAt,
  slotBytesUsed,
  slotDone,
  slotFileAt,
  slotFileBytes,
} from './flow/slots';
export { SEGMENTS } from './flow/output';
export { FAULT } from './flow/faults';
export { CHANNEL } from './flow/channel';

export { columnAt, columnCount, columnWarmup } from './samples/column';

export { shuffleOrder } from './random/shuffle';
export { referenceWork } from './random/reference';
export { sha256 } from './random/sha256';
export { textSeed } from './random/text-seed';
export { generateRecord } from './random/generator';

export { xxh64 } from './verify/xxh64';

// Summaries: quantiles, spread, outliers, distributions, histograms, intervals, text.
export { quantiles, quantilesSorted, sortSamples, tailWarning } from './stats/quantile';
export { summarize } from './stats/summary';
export { tukeyFences, tukeyKeep, winsorize } from './stats/outliers';
export { logGrid, ecdf, ecdfTail } from './stats/ecdf';
export { densityBandwidth, density, violin } from './stats/density';
export { bootstrap, numpyIntegers, numpyRaw } from './stats/bootstrap';
export { histogramBytes } from './stats/histogram-layout';
export { histogramInit, histogramRecord, histogramRecordBatch } from './stats/histogram';
export { histogramMerge, histogramQuantiles } from './stats/histogram';
export { histogramEncode, histogramDecodedBytes, histogramDecode } from './stats/histogram-log';
export { textShortest, textFixed, textSignificant } from './stats/text';

// Rank statistics: Pragmastat, tests, effect sizes, change points.
export { center } from './stats/pragmastat-center';
export { centerBounds } from './stats/pragmastat-center-bounds';
export { shamosSpread, spreadBounds } from './stats/pragmastat-spread';
export { shift, shiftBounds, ratio, ratioBounds } from './stats/pragmastat-shift';
export { avgSpread, avgSpreadBounds } from './stats/pragmastat-disparity';
export { disparity, disparityBounds } from './stats/pragmastat-disparity';
export { compare1, compare2 } from './stats/pragmastat-compare';
export { pairwiseMargin } from './stats/pragmastat-pairwise';
export { signedRankMargin } from './stats/pragmastat-signed-rank';
export { exponentials } from './stats/pragmastat-special';
export { fnv1a } from './stats/pragmastat-random';
export { drawUnits, drawUnits32, drawRange } from './stats/pragmastat-draws';
export { drawIntegers, drawBooleans } from './stats/pragmastat-draws';
export { drawSample, drawResample, drawShuffle } from './stats/pragmastat-draws';
export { drawDistribution } from './stats/pragmastat-distributions';
export { mannWhitney } from './stats/rank-tests';
export { cliffsDelta, hedgesG } from './stats/effect-size';
export { spearman } from './stats/spearman';
export { welchTest } from './stats/welch';
export { holm } from './stats/holm';
export { comparisonVerdicts } from './stats/verdict-runs';
export { blockVerdicts } from './stats/verdict-blocks';
export { runEffect } from './stats/run-effect';
export { changePoints } from './stats/change-point';
export { steadyState, halvesAgree } from './stats/steady-state';

export { summarizeNs } from './stats/duration';
export { spread } from './stats/aggregate';
