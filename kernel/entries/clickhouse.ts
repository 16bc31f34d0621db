// The kernel as ClickHouse calls it: every export, in the order of clickhouse.json, which has their SQL types. Export lines only.
export { kernelId, selfSignature } from '../assembly/selfcheck/selfcheck';
export { clickhouse_create_buffer, clickhouse_destroy_buffer } from './clickhouse-buffers';

export { summary, summaryNs, quantiles, mannWhitney } from './clickhouse-statistics';
export { center, spread, shift, ratio } from './clickhouse-statistics';
export { centerBounds, shiftBounds, ratioBounds } from './clickhouse-statistics';
export { histogram, histogramMerge, histogramQuantiles } from './clickhouse-histograms';
export { verdicts } from './clickhouse-verdicts';
