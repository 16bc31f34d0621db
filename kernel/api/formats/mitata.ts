// mitata's JSON (format: 'json'). Samples are nanoseconds, sorted; of more than twelve the two lowest and the two highest are
// taken away before they are written. Short functions are timed in batches.
import type { Draft } from './draft.ts';
import type { Format } from './format.ts';
import type { JsonNode } from './json-node.ts';
import { jsonReader } from './json-reader.ts';
import { level } from './levels.ts';

export const mitata: Format = {
  id: 'mitata',
  tool: 'mitata',
  made: "await run({ format: 'json' }) > FILE",
  about: {
    levels: 'process > iteration (a call, or the mean of a batch)',
    unit: 'ns',
    better: 'lower',
    losses: ['ORDER_LOST', 'TAILS_TRIMMED'],
  },
  recognizes: ({ has }) => has('benchmarks[].alias', 'benchmarks[].runs'),
  open: (context) =>
    jsonReader(context, {
      rows: ['benchmarks'],
      onRow: (row) => {
        readTrial(row, context.draft);
      },
      onDocument: (root) => {
        readContext(root.get('context'), context.draft);
      },
    }),
};

function readContext(context: JsonNode | null, draft: Draft): void {
  for (const fact of ['arch', 'runtime']) draft.fact(fact, context?.get(fact)?.label());
  draft.fact('runtimeVersion', context?.get('version')?.label());
  draft.fact('cpu', context?.get('cpu')?.get('name')?.label());
}

const LEVELS = [level('process', 'process', 1), level('iteration', 'iteration')];

function readTrial(trial: JsonNode, draft: Draft): void {
  const alias = trial.need('alias').text();
  for (const run of trial.need('runs').items()) {
    const name = run.get('name')?.text() ?? alias;
    const stats = run.get('stats');
    if (stats === null) {
      draft.problems.add('CASE_FAILED', name, run.place);
      continue;
    }
    const args = (run.get('args')?.members() ?? []).flatMap(([key, value]) => {
      const text = value.label();
      return text === null ? [] : [[key, text] as const];
    });
    const samples = stats.need('samples').numbers();
    const isBatched = (stats.get('ticks')?.number() ?? 0) > samples.length;
    const head = {
      name,
      params: Object.fromEntries(args),
      metric: 'time',
      unit: 'ns',
      better: 'lower',
      losses: ['ORDER_LOST', 'TAILS_TRIMMED', ...(isBatched ? BATCHED : [])],
      place: run.place,
    } as const;
    draft.samples(head, samples, { levels: LEVELS, order: 'sorted' });
  }
}

const BATCHED = ['MEANS_OF_CALLS'] as const;
