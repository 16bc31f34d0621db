// Every format of another tool that can be read: recognition, reading, docs/formats.md and the tests are made from this table.
import { asv } from './asv.ts';
import { benchmarkDotNet } from './benchmark-dotnet.ts';
import { benchmarkTools } from './benchmark-tools.ts';
import { criterion } from './criterion.ts';
import type { Format } from './format.ts';
import { go } from './go.ts';
import { googleBenchmark } from './google-benchmark.ts';
import { hyperfine } from './hyperfine.ts';
import { jmh } from './jmh.ts';
import { mitata } from './mitata.ts';
import { pyperf } from './pyperf.ts';
import { pytestBenchmark } from './pytest-benchmark.ts';
import { tinybench } from './tinybench.ts';
import { vitest } from './vitest.ts';

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
  go,
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
