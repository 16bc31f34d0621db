// Every format of another tool that can be read: recognition, reading, docs/formats.md and the tests are made from this table.
import { asv } from './asv.ts';
import { benchmarkDotNet } from './benchmark-dotnet.ts';
import { benchmarkTools } from './benchmark-tools.ts';
import { catch2 } from './catch2.ts';
import { criterion } from './criterion.ts';
import type { Format } from './format.ts';
import { githubActionBenchmark } from './github-action-benchmark.ts';
import { go } from './go.ts';
import { googleBenchmark } from './google-benchmark.ts';
import { hgrm } from './hgrm.ts';
import { hlog } from './hlog.ts';
import { hyperfine } from './hyperfine.ts';
import { iperf3 } from './iperf3.ts';
import { jmh } from './jmh.ts';
import { k6 } from './k6.ts';
import { krun } from './krun.ts';
import { mitata } from './mitata.ts';
import { csvNumbers, jsonNumbers } from './plain-numbers.ts';
import { pyperf } from './pyperf.ts';
import { pytestBenchmark } from './pytest-benchmark.ts';
import { benchmarkJs, libtest } from './result-lines.ts';
import { sightglass } from './sightglass.ts';
import { tinybench } from './tinybench.ts';
import { vitest } from './vitest.ts';
import { wrk } from './wrk.ts';

/** In the order in which they are asked; no file is one of two. */
export const FORMATS: readonly Format[] = [
  hyperfine,
  googleBenchmark,
  pyperf,
  jmh,
  pytestBenchmark,
  asv,
  benchmarkDotNet,
  benchmarkTools,
  criterion,
  mitata,
  vitest,
  tinybench,
  githubActionBenchmark,
  iperf3,
  k6,
  krun,
  sightglass,
  hlog,
  hgrm,
  wrk,
  go,
  libtest,
  benchmarkJs,
  catch2,
  // What no tool marks comes last.
  jsonNumbers,
  csvNumbers,
];

/** A folder as the sources it holds: by the one format that knows such folders, or each file by itself. */
export function sourcesIn(names: readonly string[]): readonly (readonly string[])[] {
  const ordered = [...names].sort((a, b) => (a < b ? -1 : 1));
  for (const { select } of FORMATS) {
    const groups = select?.(ordered) ?? [];
    if (groups.length > 0) return groups;
  }
  return ordered.map((name) => [name]);
}
