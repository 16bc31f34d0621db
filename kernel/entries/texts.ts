// The words of the report, zero-terminated ASCII: keys and reasons. The kernel has no strings.

/** kernelId */
export const KERNEL_ID: usize = memory.data<u8>([107, 101, 114, 110, 101, 108, 73, 100, 0]);
/** selfSignature */
export const SELF_SIGNATURE: usize = memory.data<u8>([
  115, 101, 108, 102, 83, 105, 103, 110, 97, 116, 117, 114, 101, 0,
]);
/** n */
export const N: usize = memory.data<u8>([110, 0]);
/** mean */
export const MEAN: usize = memory.data<u8>([109, 101, 97, 110, 0]);
/** median */
export const MEDIAN: usize = memory.data<u8>([109, 101, 100, 105, 97, 110, 0]);
/** std */
export const STD: usize = memory.data<u8>([115, 116, 100, 0]);
/** mad */
export const MAD: usize = memory.data<u8>([109, 97, 100, 0]);
/** cv */
export const CV: usize = memory.data<u8>([99, 118, 0]);
/** min */
export const MIN: usize = memory.data<u8>([109, 105, 110, 0]);
/** max */
export const MAX: usize = memory.data<u8>([109, 97, 120, 0]);
/** quantiles */
export const QUANTILES: usize = memory.data<u8>([113, 117, 97, 110, 116, 105, 108, 101, 115, 0]);
/** definition */
export const DEFINITION: usize = memory.data<u8>([
  100, 101, 102, 105, 110, 105, 116, 105, 111, 110, 0,
]);
/** p5 */
export const P5: usize = memory.data<u8>([112, 53, 0]);
/** p25 */
export const P25: usize = memory.data<u8>([112, 50, 53, 0]);
/** p50 */
export const P50: usize = memory.data<u8>([112, 53, 48, 0]);
/** p75 */
export const P75: usize = memory.data<u8>([112, 55, 53, 0]);
/** p95 */
export const P95: usize = memory.data<u8>([112, 57, 53, 0]);
/** p99 */
export const P99: usize = memory.data<u8>([112, 57, 57, 0]);
/** warnings */
export const WARNINGS: usize = memory.data<u8>([119, 97, 114, 110, 105, 110, 103, 115, 0]);
/** intervals */
export const INTERVALS: usize = memory.data<u8>([105, 110, 116, 101, 114, 118, 97, 108, 115, 0]);
/** statistic */
export const STATISTIC: usize = memory.data<u8>([115, 116, 97, 116, 105, 115, 116, 105, 99, 0]);
/** level */
export const LEVEL: usize = memory.data<u8>([108, 101, 118, 101, 108, 0]);
/** resamples */
export const RESAMPLES: usize = memory.data<u8>([114, 101, 115, 97, 109, 112, 108, 101, 115, 0]);
/** seed */
export const SEED: usize = memory.data<u8>([115, 101, 101, 100, 0]);
/** low */
export const LOW: usize = memory.data<u8>([108, 111, 119, 0]);
/** high */
export const HIGH: usize = memory.data<u8>([104, 105, 103, 104, 0]);
/** histogram */
export const HISTOGRAM: usize = memory.data<u8>([104, 105, 115, 116, 111, 103, 114, 97, 109, 0]);
/** edges */
export const EDGES: usize = memory.data<u8>([101, 100, 103, 101, 115, 0]);
/** counts */
export const COUNTS: usize = memory.data<u8>([99, 111, 117, 110, 116, 115, 0]);
/** center */
export const CENTER: usize = memory.data<u8>([99, 101, 110, 116, 101, 114, 0]);
/** spread */
export const SPREAD: usize = memory.data<u8>([115, 112, 114, 101, 97, 100, 0]);
/** reason */
export const REASON: usize = memory.data<u8>([114, 101, 97, 115, 111, 110, 0]);
/** */
export const R7: usize = memory.data<u8>([82, 45, 55, 0]);
/** mean */
export const MEAN_TEXT: usize = memory.data<u8>([109, 101, 97, 110, 0]);
/** median */
export const MEDIAN_TEXT: usize = memory.data<u8>([109, 101, 100, 105, 97, 110, 0]);
/** one value */
export const ONE: usize = memory.data<u8>([111, 110, 101, 32, 118, 97, 108, 117, 101, 0]);
/** the mean is 0 */
export const ZERO_MEAN: usize = memory.data<u8>([
  116, 104, 101, 32, 109, 101, 97, 110, 32, 105, 115, 32, 48, 0,
]);
/** fewer than 10 values beyond p5 and p95 */
export const THIN_5: usize = memory.data<u8>([
  102, 101, 119, 101, 114, 32, 116, 104, 97, 110, 32, 49, 48, 32, 118, 97, 108, 117, 101, 115, 32,
  98, 101, 121, 111, 110, 100, 32, 112, 53, 32, 97, 110, 100, 32, 112, 57, 53, 0,
]);
/** fewer than 10 values beyond p99 */
export const THIN_99: usize = memory.data<u8>([
  102, 101, 119, 101, 114, 32, 116, 104, 97, 110, 32, 49, 48, 32, 118, 97, 108, 117, 101, 115, 32,
  98, 101, 121, 111, 110, 100, 32, 112, 57, 57, 0,
]);
/** more than 65536 values */
export const TOO_MANY: usize = memory.data<u8>([
  109, 111, 114, 101, 32, 116, 104, 97, 110, 32, 54, 53, 53, 51, 54, 32, 118, 97, 108, 117, 101,
  115, 0,
]);
