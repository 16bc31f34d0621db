// JMH's JSON (-rf json). A sample is an iteration, measured in a fork (a fresh JVM). In sample mode the file holds a histogram
// of single calls for each iteration; it is added up.
import type { Level } from '../collection/collection.ts';
import type { Draft, SeriesHead } from './draft.ts';
import type { Format } from './format.ts';
import type { JsonNode } from './json-node.ts';
import { jsonReader } from './json-reader.ts';
import { concatenated, grouped, level } from './levels.ts';
import { timeUnitOf } from './units.ts';

export const jmh: Format = {
  id: 'jmh',
  tool: 'JMH',
  made: 'java -jar benchmarks.jar -rf json -rff FILE',
  about: {
    levels: 'process (fork) > iteration',
    unit: 'scoreUnit: ns/op, ops/ms, …',
    better: 'lower for times, higher for ops per time',
    losses: ['MEANS_OF_CALLS'],
  },
  recognizes: ({ has }) => has('[].benchmark', '[].primaryMetric') || has('[].jmhVersion'),
  open: ({ draft, ...context }) =>
    jsonReader(
      { draft, ...context },
      {
        rows: [],
        onRow: (row) => {
          readRun(row, draft);
        },
        onDocument: () => undefined,
      },
    ),
};

function readRun(run: JsonNode, draft: Draft): void {
  draft.version ??= run.get('jmhVersion')?.text() ?? null;
  draft.fact('vmName', run.get('vmName')?.text());
  draft.fact('jdkVersion', run.get('jdkVersion')?.text());
  draft.fact('vmVersion', run.get('vmVersion')?.text());
  const params = run.get('params')?.members() ?? [];
  const head = {
    name: run.need('benchmark').text(),
    params: {
      mode: run.need('mode').text(),
      threads: run.get('threads')?.label() ?? '1',
      ...Object.fromEntries(params.map(([key, value]) => [key, value.label() ?? ''])),
    },
    place: run.place,
  };
  readMetric(run.need('primaryMetric'), head, '', draft);
  const secondary = run.get('secondaryMetrics')?.members() ?? [];
  for (const [name, metric] of secondary) readMetric(metric, head, name, draft);
}

type Name = Pick<SeriesHead, 'name' | 'params' | 'place'>;

function readMetric(metric: JsonNode, name: Name, secondary: string, draft: Draft): void {
  const unit = metric.need('scoreUnit').text();
  const { better, metric: kind } = directionOf(unit);
  const isPrimary = secondary === '';
  const isSampled = metric.get('rawDataHistogram') !== null;
  const head: SeriesHead = {
    ...name,
    metric: isPrimary ? kind : secondary,
    unit: timeUnitOf(unit) ?? (unit === 'B/op' ? 'B' : unit),
    // What a profiler counts may be good or bad; allocation and times are known.
    better: isPrimary || better === 'lower' ? better : null,
    losses: isSampled || name.params?.['mode'] === 'ss' ? [] : ['MEANS_OF_CALLS'],
    place: metric.place,
  };
  const histogram = metric.get('rawDataHistogram');
  const raw = metric.get('rawData');
  if (histogram !== null) readHistogram(histogram, head, draft);
  else if (raw !== null && raw.items().length > 0) readForks(raw, head, draft);
  else readScores(metric, head, draft);
}

/** `ops/ms` counts work in a time; `ms/op`, `ns/op`, `B/op` cost per work. */
function directionOf(unit: string): {
  readonly better: SeriesHead['better'];
  readonly metric: string;
} {
  if (unit.startsWith('ops/')) return { better: 'higher', metric: 'throughput' };
  if (/^(?:ns|us|ms|s|min|hr|day)\/op$/.test(unit)) return { better: 'lower', metric: 'time' };
  if (unit === 'B/op') return { better: 'lower', metric: 'memory' };
  return { better: null, metric: 'score' };
}

const LEVELS: readonly Level[] = [level('process', 'fork'), level('iteration', 'iteration')];

function readForks(raw: JsonNode, head: SeriesHead, draft: Draft): void {
  const forks = raw.items().map((fork) => fork.numbers());
  const lengths = forks.map(({ length }) => length);
  draft.samples(head, concatenated(forks), {
    levels: [grouped('process', 'fork', lengths), level('iteration', 'iteration')],
    order: 'time',
  });
}

function readHistogram(forks: JsonNode, head: SeriesHead, draft: Draft): void {
  const counts = new Map<number, number>();
  const pairs = forks.items().flatMap((fork) => fork.items().flatMap((each) => each.items()));
  for (const pair of pairs) {
    const [value, count] = pair.items();
    if (value === undefined || count === undefined)
      return pair.refuse('is no pair of value and count');
    counts.set(value.number(), (counts.get(value.number()) ?? 0) + count.count());
  }
  const values = [...counts.keys()]
    .filter((value) => counts.get(value) !== 0)
    .sort((a, b) => a - b);
  const low = Float64Array.from(values);
  const all = Float64Array.from(values, (value) => counts.get(value) ?? 0);
  draft.histogram(head, { low, high: low, counts: all }, LEVELS);
}

/** Files written with jmh.json.rawData=false. */
function readScores(metric: JsonNode, head: SeriesHead, draft: Draft): void {
  const percentiles = metric.get('scorePercentiles')?.members() ?? [];
  draft.aggregates(
    head,
    [
      { statistic: 'mean', value: metric.need('score').numberOrMissing(), definition: null },
      ...percentiles.map(([p, value]) => ({
        statistic: `p${Number(p)}`,
        value: value.numberOrMissing(),
        definition: 'R-6',
      })),
    ],
    { levels: LEVELS, n: null },
  );
}
