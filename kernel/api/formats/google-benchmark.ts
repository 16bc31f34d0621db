// Google Benchmark's JSON. A sample is a repetition: the mean over its iterations. Repetitions of one benchmark run in one
// process. Aggregate rows are the tool's own statistics of the same repetitions; they are used only where no repetition is
// in the file (--benchmark_report_aggregates_only).
import type { SeriesKey } from '../collection/collection.ts';
import type { Draft, SeriesHead } from './draft.ts';
import type { Place } from './format-error.ts';
import type { FileContext, Format } from './format.ts';
import type { JsonNode } from './json-node.ts';
import { jsonReader } from './json-reader.ts';
import { level } from './levels.ts';

export const googleBenchmark: Format = {
  id: 'google-benchmark',
  tool: 'Google Benchmark',
  made: 'BENCHMARK --benchmark_out=FILE --benchmark_out_format=json --benchmark_repetitions=10',
  about: {
    levels: 'process > repetition (mean of its iterations)',
    unit: 'per row: ns, us, ms, s; counters have none',
    better: 'lower; counters per second higher',
    losses: ['MEANS_OF_CALLS'],
  },
  recognizes: ({ has }) => has('context', 'benchmarks[].name') && has('benchmarks[].cpu_time'),
  open: (context) => {
    const cases = new Map<string, Case>();
    return {
      ...jsonReader(context, {
        rows: ['benchmarks'],
        onRow: (row) => {
          readRow(row, cases, context.draft);
        },
        onDocument: (root) => {
          readContext(root, context);
          for (const each of cases.values()) addCase(each, context.draft);
          cases.clear();
        },
      }),
    };
  },
};

interface Case {
  readonly name: string;
  readonly params: SeriesKey['params'];
  readonly unit: string;
  readonly place: Place;
  /** Of repetitions, by metric. */
  readonly samples: Map<string, number[]>;
  /** Of the tool's own, by metric. */
  readonly aggregates: Map<string, { statistic: string; value: number | null }[]>;
  repetitions: number;
}

const COUNTERS_PER_SECOND = new Set(['items_per_second', 'bytes_per_second']);
/** Of a row, all but these are counters, whose names are free. */
const OWN_KEYS = new Set(
  (
    'name family_index per_family_instance_index run_name run_type repetitions repetition_index threads aggregate_name ' +
    'aggregate_unit error_occurred error_message skipped skip_message iterations real_time cpu_time time_unit ' +
    'cpu_coefficient real_coefficient big_o rms label allocs_per_iter max_bytes_used total_allocated_bytes net_heap_growth'
  ).split(' '),
);
const UNITS = new Set(['ns', 'us', 'ms', 's']);

function readRow(row: JsonNode, cases: Map<string, Case>, draft: Draft): void {
  const name = row.need('name').text();
  if (row.get('error_occurred')?.value === true) {
    draft.problems.add('CASE_FAILED', name, row.place);
    return;
  }
  if (row.get('skipped')?.value === true) {
    draft.problems.add('CASE_SKIPPED', name, row.place);
    return;
  }
  if (row.get('big_o') !== null || row.get('rms') !== null) {
    draft.problems.add('ROW_IGNORED', 'complexity', row.place);
    return;
  }
  // Before 1.5 a row had no run_type, and an aggregate only a suffix of the name.
  const aggregate = row.get('aggregate_name')?.text() ?? null;
  if (row.get('run_type')?.text() === 'aggregate' || aggregate !== null)
    readAggregate(row, caseOf(row, cases), aggregate ?? 'unnamed');
  else readRepetition(row, caseOf(row, cases));
}

function caseOf(row: JsonNode, cases: Map<string, Case>): Case {
  const name = (row.get('run_name') ?? row.need('name')).text();
  const unit = row.get('time_unit')?.text() ?? 'ns';
  if (!UNITS.has(unit)) row.refuse(`has the time unit ${unit}`);
  const label = row.get('label')?.text();
  const params: Record<string, string> = {};
  if (label !== undefined) params['label'] = label;
  // Two families of one name (templates, two translation units) have different indexes.
  const index = row.get('family_index')?.label() ?? '';
  const instance = row.get('per_family_instance_index')?.label() ?? '';
  const key = JSON.stringify([name, index, instance, label, unit]);
  const known = cases.get(key);
  if (known !== undefined) return known;
  const samples = new Map<string, number[]>();
  const { place } = row;
  const made = { name, params, unit, place, samples, aggregates: new Map(), repetitions: 0 };
  cases.set(key, made);
  return made;
}

/** Metrics of a row: the two times and every counter. */
function metricsOf(row: JsonNode): [string, number | null][] {
  const counters = row.members().filter(([key]) => !OWN_KEYS.has(key));
  return [
    ['time', row.need('real_time').numberOrMissing()],
    ['cpu-time', row.need('cpu_time').numberOrMissing()],
    ...counters.map(([key, node]): [string, number | null] => [key, node.numberOrMissing()]),
  ];
}

function readRepetition(row: JsonNode, each: Case): void {
  each.repetitions++;
  for (const [metric, value] of metricsOf(row)) {
    const values = each.samples.get(metric) ?? [];
    values.push(value ?? NaN);
    each.samples.set(metric, values);
  }
}

function readAggregate(row: JsonNode, each: Case, name: string): void {
  // A percentage is no value in the case's unit.
  if (row.get('aggregate_unit')?.text() === 'percentage') return;
  for (const [metric, value] of metricsOf(row)) {
    const values = each.aggregates.get(metric) ?? [];
    values.push({ statistic: name === 'stddev' ? 'std' : name, value });
    each.aggregates.set(metric, values);
  }
}

function addCase(each: Case, draft: Draft): void {
  const levels = [level('process', 'process', 1), level('iteration', 'repetition')];
  for (const [metric, values] of each.samples)
    draft.samples(headOf(each, metric), Float64Array.from(values), { levels, order: 'time' });
  if (each.samples.size > 0) return;
  for (const [metric, values] of each.aggregates) {
    const statistics = values.map((value) => ({
      ...value,
      definition: DEFINITIONS[value.statistic] ?? null,
    }));
    draft.aggregates(headOf(each, metric), statistics, { levels, n: null });
  }
}

const DEFINITIONS: Readonly<Record<string, string>> = { median: 'R-7', std: 'ddof 1' };

function headOf({ name, params, unit, place }: Case, metric: string): SeriesHead {
  const head = { name, params, metric, losses: ['MEANS_OF_CALLS'] as const, place };
  if (metric === 'time' || metric === 'cpu-time') return { ...head, unit, better: 'lower' };
  if (!COUNTERS_PER_SECOND.has(metric)) return { ...head, unit: null, better: null };
  const perSecond = metric === 'bytes_per_second' ? 'B/s' : 'op/s';
  return { ...head, unit: perSecond, better: 'higher' };
}

const FACTS = ['host_name', 'executable', 'num_cpus', 'mhz_per_cpu', 'cpu_scaling_enabled'];

function readContext(root: JsonNode, { draft }: FileContext): void {
  const context = root.need('context');
  draft.startedAt ??= context.get('date')?.text() ?? null;
  draft.version ??= context.get('library_version')?.text() ?? null;
  for (const fact of [...FACTS, 'aslr_enabled', 'library_build_type']) {
    const value = context.get(fact)?.value;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      draft.fact(fact, value);
  }
}
