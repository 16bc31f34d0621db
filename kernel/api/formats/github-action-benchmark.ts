// github-action-benchmark's data.js, which is JavaScript that assigns JSON, or its JSON alone: a history. A sample is what one
// commit measured, which the action took from another tool's output; the action's own list says which tools count upward.
import type { Moment, SeriesKey } from '../collection/collection.ts';
import type { Draft } from './draft.ts';
import type { Place } from './format-error.ts';
import type { Format } from './format.ts';
import type { JsonNode } from './json-node.ts';
import { jsonReader } from './json-reader.ts';
import { level } from './levels.ts';
import { measureOf } from './units.ts';

export const githubActionBenchmark: Format = {
  id: 'github-action-benchmark',
  tool: 'github-action-benchmark',
  made: 'the file dev/bench/data.js of a gh-pages branch',
  about: {
    levels: 'session (commit)',
    unit: "the entry's word",
    better: 'by the tool of the entry',
    losses: ['MEANS_OF_CALLS', 'DEFINITION_UNKNOWN', 'MACHINE_UNKNOWN'],
  },
  recognizes: ({ has, text }) =>
    has('lastUpdate', 'entries') || /^\s*window\.BENCHMARK_DATA\s*=/.test(text),
  open: (context) =>
    jsonReader(context, {
      onDocument: (root) => {
        for (const [suite, entries] of root.need('entries').members())
          readSuite(suite, entries, context.draft);
      },
    }),
};

const BIGGER = new Set(['benchmarkjs', 'pytest', 'customBiggerIsBetter']);
const SMALLER = new Set(
  'cargo go benchmarkluau googlecpp catch2 julia jmh benchmarkdotnet customSmallerIsBetter'.split(
    ' ',
  ),
);

interface Case {
  readonly key: Pick<SeriesKey, 'name' | 'params'>;
  readonly tool: string;
  readonly unit: string;
  readonly place: Place;
  readonly values: number[];
  readonly moments: Moment[];
}

function readSuite(suite: string, entries: JsonNode, draft: Draft): void {
  const cases = new Map<string, Case>();
  for (const entry of entries.items()) {
    const tool = entry.get('tool')?.text() ?? '';
    const nth = new Map<string, number>();
    for (const bench of entry.need('benches').items()) {
      const name = bench.need('name').text();
      const unit = bench.get('unit')?.label() ?? '';
      const id = JSON.stringify([name, unit]);
      // One name twice in a commit is two cases, told apart by their place in it.
      const place = (nth.get(id) ?? 0) + 1;
      nth.set(id, place);
      if (place === 2) draft.problems.add('DUPLICATE_NAME', name, bench.place);
      const params = { suite, ...(place > 1 && { place: String(place) }) };
      const key = JSON.stringify([id, place]);
      const known: Case = cases.get(key) ?? {
        key: { name, params },
        tool,
        unit,
        place: bench.place,
        values: [],
        moments: [],
      };
      cases.set(key, known);
      const value = bench.get('value')?.numberOrMissing() ?? NaN;
      known.moments.push(momentOf(entry));
      // What the action writes when it found no number in the tool's output.
      known.values.push(unit === 'undefined' && value === 0 ? NaN : value);
    }
  }
  for (const each of cases.values()) addCase(each, draft);
}

const ONE_COMMIT = [level('session', 'commit')];

/** The date is in milliseconds since 1970. */
function momentOf(entry: JsonNode): Moment {
  const date = entry.get('date')?.numberOrMissing() ?? NaN;
  const isDate = Math.abs(date) <= LAST_DATE;
  const id = entry.get('commit')?.get('id')?.label() ?? '';
  return { id, at: isDate ? new Date(date).toISOString() : null };
}

/** The last that JavaScript's Date holds. */
const LAST_DATE = 8.64e15;

function addCase({ key, tool, unit, place, values, moments }: Case, draft: Draft): void {
  const measure = measureOf(unit === 'undefined' ? '' : unit);
  const better = BIGGER.has(tool) ? 'higher' : SMALLER.has(tool) ? 'lower' : measure.better;
  const losses = ['MEANS_OF_CALLS', 'DEFINITION_UNKNOWN'] as const;
  draft.samples({ ...key, ...measure, better, losses, place }, Float64Array.from(values), {
    levels: ONE_COMMIT,
    order: 'time',
    moments,
  });
}
