// Tools that print one line a benchmark: Rust's libtest and Benchmark.js. Aggregates only; numbers have thousands separators.
import type { Draft } from './draft.ts';
import type { Format } from './format.ts';
import { FormatError, type Place } from './format-error.ts';
import { level } from './levels.ts';
import { textReader } from './text-reader.ts';

const LEVELS = [level('process', 'process', 1), level('iteration', 'sample')];
const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;

const LIBTEST = new RegExp(
  String.raw`^test (.+?) +\.\.\. bench: +(${NUMBER}) ns/iter \(\+/- (${NUMBER})\)(?: = (\d+) MB/s)?$`,
);
const BENCHMARK_JS = new RegExp(
  String.raw`^(.+) x (${NUMBER}) ops/sec ±(\d+(?:\.\d+)?)% \((\d+) runs? sampled\)$`,
);

const plain = (text: string | undefined): number => Number((text ?? '').replaceAll(',', ''));

export const libtest: Format = {
  id: 'libtest',
  tool: 'cargo bench (libtest)',
  made: 'cargo +nightly bench > FILE',
  about: {
    levels: 'process > iteration (sample)',
    unit: 'ns; throughput MB/s',
    better: 'time lower, throughput higher',
    losses: ['AGGREGATES_ONLY', 'MEANS_OF_CALLS', 'ROUNDED', 'MACHINE_UNKNOWN'],
  },
  recognizes: ({ lines }) => lines.some((line) => /^test .+ \.\.\. bench:/.test(line)),
  open: (context) =>
    textReader(context, {
      onLine: (text, place) => {
        readLibtest(text, place, context.draft);
      },
      onEnd: () => undefined,
    }),
};

function readLibtest(text: string, place: Place, draft: Draft): void {
  const found = LIBTEST.exec(text.trim());
  if (found === null) {
    if (text.includes(' ... bench:')) throw wrong(place);
    const failed = /^test (.+) \.\.\. FAILED$/.exec(text)?.[1];
    if (failed !== undefined) draft.problems.add('CASE_FAILED', failed, place);
    else if (text.trim() !== '' && !/^(?:test |running \d|failures:)/.test(text))
      draft.problems.add('LINES_IGNORED', '', place);
    return;
  }
  const [, name = '', median, spread, rate] = found;
  const head = { name, losses: ['MEANS_OF_CALLS', 'ROUNDED'], place } as const;
  draft.aggregates(
    { ...head, metric: 'time', unit: 'ns', better: 'lower' },
    [
      { statistic: 'median', value: plain(median), definition: 'R-7, of winsorized samples' },
      { statistic: 'range', value: plain(spread), definition: 'max - min, of winsorized samples' },
    ],
    { levels: LEVELS, n: null },
  );
  if (rate === undefined) return;
  const value = { statistic: 'value', value: plain(rate), definition: 'bytes over the median' };
  draft.aggregates({ ...head, metric: 'throughput', unit: 'MB/s', better: 'higher' }, [value], {
    levels: LEVELS,
    n: null,
  });
}

export const benchmarkJs: Format = {
  id: 'benchmark-js',
  tool: 'Benchmark.js',
  made: "suite.on('cycle', (event) => console.log(String(event.target)))",
  about: {
    levels: 'process > iteration (cycle)',
    unit: 'op/s',
    better: 'higher',
    losses: ['AGGREGATES_ONLY', 'MEANS_OF_CALLS', 'ROUNDED', 'MACHINE_UNKNOWN'],
  },
  recognizes: ({ lines }) => lines.some((line) => / x [\d,.]+ ops\/sec ±/.test(line)),
  open: (context) =>
    textReader(context, {
      onLine: (text, place) => {
        readCycle(text.trim(), place, context.draft);
      },
      onEnd: () => undefined,
    }),
};

function readCycle(text: string, place: Place, draft: Draft): void {
  const found = BENCHMARK_JS.exec(text);
  if (found === null) {
    if (text.includes(' ops/sec')) throw wrong(place);
    if (text !== '') draft.problems.add('LINES_IGNORED', '', place);
    return;
  }
  const [, name = '', rate, , runs] = found;
  const head = { name, metric: 'throughput', unit: 'op/s', better: 'higher', place } as const;
  const value = { statistic: 'value', value: plain(rate), definition: '1 / mean time' };
  draft.aggregates({ ...head, losses: ['MEANS_OF_CALLS', 'ROUNDED'] }, [value], {
    levels: LEVELS,
    n: Number(runs),
  });
}

const wrong = ({ file, line }: Place): FormatError =>
  new FormatError('BAD_VALUE', file ?? '', line ?? 0, 'the line is no whole result of a benchmark');
