// pytest-benchmark's JSON (--benchmark-json, --benchmark-save). A sample is a round: the mean of its iterations, all in one
// process. Rounds are in the file with --benchmark-json and --benchmark-save-data only.
import type { LossCode } from '../collection/collection.ts';
import type { Draft, SeriesHead } from './draft.ts';
import type { Format } from './format.ts';
import type { JsonNode } from './json-node.ts';
import { jsonReader } from './json-reader.ts';
import { level } from './levels.ts';

export const pytestBenchmark: Format = {
  id: 'pytest-benchmark',
  tool: 'pytest-benchmark',
  made: 'pytest --benchmark-json=FILE',
  about: {
    levels: 'process > iteration (round: the mean of its iterations)',
    unit: 's',
    better: 'lower',
    losses: [],
  },
  recognizes: ({ has }) => has('benchmarks[].stats', 'benchmarks[].fullname'),
  open: (context) =>
    jsonReader(context, {
      rows: ['benchmarks'],
      onRow: (row) => {
        readBenchmark(row, context.draft);
      },
      onDocument: (root) => {
        readSession(root, context.draft);
      },
    }),
};

function readSession(root: JsonNode, draft: Draft): void {
  draft.version ??= root.get('version')?.label() ?? null;
  draft.startedAt ??= root.get('datetime')?.text() ?? null;
  for (const [key, value] of root.get('machine_info')?.members() ?? [])
    if (!value.isObject && !value.isArray) draft.fact(key, value.label());
}

const LEVELS = [level('process', 'process', 1), level('iteration', 'round')];
const STATISTICS = [
  ['min', 'min', null],
  ['median', 'median', 'R-7'],
  ['mean', 'mean', null],
  ['stddev', 'std', 'ddof 1'],
  ['max', 'max', null],
  ['q1', 'q1', "Tukey's hinges"],
  ['q3', 'q3', "Tukey's hinges"],
] as const;

function readBenchmark(row: JsonNode, draft: Draft): void {
  const stats = row.need('stats');
  const group = row.get('group')?.label() ?? null;
  const iterations = stats.get('iterations')?.count() ?? 1;
  const losses: LossCode[] = iterations > 1 ? ['MEANS_OF_CALLS'] : [];
  const params = (row.get('params')?.members() ?? []).flatMap(([name, value]) => {
    const text = value.label();
    return text === null ? [] : [[name, text] as const];
  });
  const head: SeriesHead = {
    name: row.need('fullname').text(),
    params: { ...Object.fromEntries(params), ...(group !== null && { group }) },
    metric: 'time',
    unit: 's',
    better: 'lower',
    losses,
    place: row.place,
  };
  const data = stats.get('data');
  if (data !== null) {
    draft.samples(head, data.numbers(), { levels: LEVELS, order: 'time' });
    return;
  }
  const values = STATISTICS.map(([key, statistic, definition]) => ({
    statistic,
    value: stats.get(key)?.numberOrMissing() ?? null,
    definition,
  }));
  draft.aggregates(head, values, { levels: LEVELS, n: stats.get('rounds')?.count() ?? null });
}
