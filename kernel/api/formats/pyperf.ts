// pyperf's JSON, format versions 5, 6 and 1.0. A run is a process; a value is the mean of loops x inner_loops calls. A run
// without values calibrated the loops: its warm-ups are no measurement and are passed over.
import type { Draft, SeriesHead } from './draft.ts';
import type { FileContext, Format } from './format.ts';
import type { JsonNode } from './json-node.ts';
import { jsonReader } from './json-reader.ts';
import { concatenated, grouped, level } from './levels.ts';

export const pyperf: Format = {
  id: 'pyperf',
  tool: 'pyperf',
  made: 'python3 -m pyperf timeit … -o FILE (or FILE.gz)',
  about: {
    levels: 'process (run) > value (mean of its loops)',
    unit: "metadata's unit: s, B, or none",
    better: 'lower; none for a plain count',
    losses: ['MEANS_OF_CALLS'],
  },
  recognizes: ({ has }) => has('benchmarks[].runs') && !has('benchmarks[].alias'),
  open: (context) =>
    jsonReader(context, {
      onDocument: (root) => {
        readSuite(root, context);
      },
    }),
};

const UNITS: Readonly<Record<string, string>> = { second: 's', byte: 'B', integer: 'count' };
const FACTS = [
  'hostname',
  'platform',
  'cpu_model_name',
  'cpu_count',
  'cpu_affinity',
  'cpu_config',
  'cpu_freq',
  'aslr',
  'python_implementation',
  'python_version',
  'python_executable',
];

/** The nearest of run, benchmark and suite that has the metadata. */
type Metadata = (key: string) => JsonNode | null;

function readSuite(root: JsonNode, { draft }: FileContext): void {
  const version = root.get('version')?.label() ?? '';
  if (version !== '1.0' && version !== '1' && version !== '6' && version !== '5')
    root.refuse(
      `has format version ${version === '' ? 'none' : version}: 5, 6 and 1.0 can be read`,
    );
  // Up to version 6 a warm-up is the time of all its loops.
  const areWarmUpsSums = version === '5' || version === '6';
  const suite = root.get('metadata');
  for (const benchmark of root.need('benchmarks').items()) {
    const own = benchmark.get('metadata') ?? benchmark.get('common_metadata');
    const common: Metadata = (key) => own?.get(key) ?? suite?.get(key) ?? null;
    readBenchmark(benchmark, common, { draft, areWarmUpsSums });
  }
}

interface Context {
  readonly draft: Draft;
  readonly areWarmUpsSums: boolean;
}

function readBenchmark(benchmark: JsonNode, common: Metadata, context: Context): void {
  const { draft } = context;
  const runs = benchmark.need('runs').items();
  const first = metadataOf(runs[0], common);
  const unit = first('unit')?.text() ?? 'second';
  for (const fact of FACTS) draft.fact(fact, first(fact)?.label());
  draft.version ??= first('pyperf_version')?.text() ?? first('perf_version')?.text() ?? null;
  draft.startedAt ??= first('date')?.text() ?? null;
  const head: SeriesHead = {
    name: first('name')?.text() ?? benchmark.refuse('has no name in its metadata'),
    metric: unit === 'second' ? 'time' : unit === 'byte' ? 'memory' : 'value',
    unit: UNITS[unit] ?? unit,
    better: unit === 'integer' ? null : 'lower',
    losses: ['MEANS_OF_CALLS'],
    place: benchmark.place,
  };
  const read = runs.map((run) => readRun(run, metadataOf(run, common), context));
  const measured = read.filter((run) => run !== null);
  const values = concatenated(measured.map((run) => run.values));
  const warmUp = Uint8Array.from(
    measured.flatMap((run) => Array.from(run.values, (_, i) => (i < run.warmUps ? 1 : 0))),
  );
  const run = grouped(
    'process',
    'run',
    measured.map((each) => each.values.length),
  );
  draft.samples(head, values, {
    levels: [run, level('iteration', 'value')],
    order: 'time',
    warmUp,
  });
}

function metadataOf(run: JsonNode | undefined, common: Metadata): Metadata {
  const own = run?.get('metadata') ?? null;
  return (key) => own?.get(key) ?? common(key);
}

/** Warm-ups and then values; null for a run that calibrated. */
function readRun(
  run: JsonNode,
  metadata: Metadata,
  { areWarmUpsSums }: Context,
): { readonly values: Float64Array; readonly warmUps: number } | null {
  const values = (run.get('values') ?? run.get('samples'))?.numbers() ?? new Float64Array(0);
  if (values.length === 0) return null;
  const innerLoops = metadata('inner_loops')?.count() ?? 1;
  const warmUps = (run.get('warmups')?.items() ?? []).map((pair) => {
    const [loops, value] = pair.items();
    if (loops === undefined || value === undefined)
      return pair.refuse('is no pair of loops and value');
    const each = value.numberOrMissing() ?? NaN;
    return areWarmUpsSums ? each / (loops.count() * innerLoops) : each;
  });
  return {
    values: concatenated([Float64Array.from(warmUps), values]),
    warmUps: warmUps.length,
  };
}
