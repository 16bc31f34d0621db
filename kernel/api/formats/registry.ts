// Every format of another tool that can be read: recognition, reading, docs/formats.md and the tests are made from this table.
import type { Format } from './format.ts';
import { googleBenchmark } from './google-benchmark.ts';
import { hyperfine } from './hyperfine.ts';
import { jmh } from './jmh.ts';
import { pyperf } from './pyperf.ts';

/** In the order in which they are asked; no file is one of two. */
export const FORMATS: readonly Format[] = [hyperfine, googleBenchmark, pyperf, jmh];
