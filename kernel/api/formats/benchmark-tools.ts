// BenchmarkTools.jl's save(): a header of versions, then tagged values, groups within groups. A sample is the mean of its
// evaluations, in nanoseconds, all in one process. A trial that was reduced to an estimate is one number.
import type { LossCode } from '../collection/collection.ts';
import type { Draft, SeriesHead } from './draft.ts';
import type { Format } from './format.ts';
import type { JsonNode } from './json-node.ts';
import { jsonReader } from './json-reader.ts';
import { level } from './levels.ts';

export const benchmarkTools: Format = {
  id: 'benchmark-tools',
  tool: 'BenchmarkTools.jl',
  made: 'BenchmarkTools.save("FILE.json", run(suite))',
  about: {
    levels: 'process > iteration (sample: the mean of its evaluations)',
    unit: 'ns; memory B',
    better: 'lower',
    losses: ['MACHINE_UNKNOWN'],
  },
  recognizes: ({ has }) => has('[].BenchmarkTools') || has('[].Julia'),
  open: (context) =>
    jsonReader(context, {
      onDocument: (root) => {
        const [versions, values] = root.items();
        if (versions === undefined || values === undefined)
          return root.refuse('is no pair of versions and values');
        const { draft } = context;
        draft.version = versions.get('BenchmarkTools')?.label() ?? null;
        const all = values.items();
        all.forEach((value, i) => {
          walk(value, all.length === 1 ? [] : [String(i + 1)], draft);
        });
      },
    }),
};

const LEVELS = [level('process', 'process', 1), level('iteration', 'sample')];

function walk(tagged: JsonNode, path: readonly string[], draft: Draft): void {
  const [tag, fields] = tagged.items();
  if (tag === undefined || fields === undefined) return tagged.refuse('is no tagged value');
  const type = tag.text().replace(/^BenchmarkTools\./, '');
  if (type === 'BenchmarkGroup')
    for (const [key, value] of fields.need('data').members()) walk(value, [...path, key], draft);
  else if (type === 'Trial') readTrial(fields, path, draft);
  else if (type === 'TrialEstimate') readEstimate(fields, path, draft);
  else draft.problems.add('ROW_IGNORED', type, tag.place);
}

function headOf(fields: JsonNode, path: readonly string[]): SeriesHead {
  const params = fields.get('params');
  // Parameters are a tagged value themselves.
  const own = params?.isArray === true ? params.items()[1] : params;
  const losses: LossCode[] = [];
  if ((own?.get('evals')?.number() ?? 1) > 1) losses.push('MEANS_OF_CALLS');
  if ((own?.get('overhead')?.number() ?? 0) > 0) losses.push('OVERHEAD_SUBTRACTED');
  const name = path.length === 0 ? 'benchmark' : path.join('/');
  return { name, metric: 'time', unit: 'ns', better: 'lower', losses, place: fields.place };
}

function readTrial(fields: JsonNode, path: readonly string[], draft: Draft): void {
  const head = headOf(fields, path);
  draft.samples(head, fields.need('times').numbers(), { levels: LEVELS, order: 'time' });
  addMemory(fields, head, draft);
}

function readEstimate(fields: JsonNode, path: readonly string[], draft: Draft): void {
  const head = headOf(fields, path);
  const time = {
    statistic: 'value',
    value: fields.need('time').numberOrMissing(),
    definition: null,
  };
  const losses: readonly LossCode[] = [...(head.losses ?? []), 'DEFINITION_UNKNOWN'];
  draft.aggregates({ ...head, losses }, [time], { levels: LEVELS, n: null });
  addMemory(fields, head, draft);
}

function addMemory(fields: JsonNode, head: SeriesHead, draft: Draft): void {
  for (const [key, metric, unit] of [
    ['memory', 'memory', 'B'],
    ['allocs', 'allocations', 'count'],
  ] as const) {
    const value = fields.get(key)?.numberOrMissing() ?? null;
    if (value === null) continue;
    const least = { statistic: 'min', value, definition: null };
    draft.aggregates({ ...head, metric, unit, losses: [] }, [least], { levels: LEVELS, n: null });
  }
}
