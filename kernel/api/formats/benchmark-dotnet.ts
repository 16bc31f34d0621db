// BenchmarkDotNet's JSON. The full exporter writes every measurement with its stage: an actual one is a sample (the mean of its
// operations) of a launch, which is a process. Pilot, jitting and overhead rows are no measurement of the workload; result rows
// are the actual ones again, without overhead and outliers. The brief exporter writes statistics only.
import type { Level } from '../collection/collection.ts';
import type { Draft, SeriesHead } from './draft.ts';
import type { Format } from './format.ts';
import type { JsonNode } from './json-node.ts';
import { jsonReader } from './json-reader.ts';
import { level } from './levels.ts';

export const benchmarkDotNet: Format = {
  id: 'benchmark-dotnet',
  tool: 'BenchmarkDotNet',
  made: 'dotnet run -c Release -- --exporters fulljson',
  about: {
    levels: 'process (launch) > iteration (mean of its operations)',
    unit: 'ns; memory B',
    better: 'lower',
    losses: ['MEANS_OF_CALLS'],
  },
  recognizes: ({ has }) => has('HostEnvironmentInfo', 'Benchmarks[].Statistics'),
  open: (context) =>
    jsonReader(context, {
      rows: ['Benchmarks'],
      onRow: (row) => {
        readBenchmark(row, context.draft);
      },
      onDocument: (root) => {
        readHost(root.get('HostEnvironmentInfo'), context.draft);
      },
    }),
};

const FACTS = ['OsVersion', 'ProcessorName', 'LogicalCoreCount', 'RuntimeVersion', 'Architecture'];

function readHost(host: JsonNode | null, draft: Draft): void {
  if (host === null) return;
  draft.version ??= host.get('BenchmarkDotNetVersion')?.label() ?? null;
  for (const fact of FACTS) {
    const node = host.get(fact);
    // Since 0.14 the processor may be an object.
    const value = node?.isObject === true ? node.get('ProcessorName')?.label() : node?.label();
    draft.fact(fact, value);
  }
}

function readBenchmark(row: JsonNode, draft: Draft): void {
  const job = row.get('DisplayInfo')?.text() ?? '';
  const parameters = row.get('Parameters')?.text() ?? '';
  const head: SeriesHead = {
    name: (row.get('FullName') ?? row.need('Method')).text(),
    // Two jobs (runtimes) of one method have equal names; the job stands behind the colon.
    params: { job: job.slice(job.indexOf(':') + 1).trim(), ...(parameters && { parameters }) },
    metric: 'time',
    unit: 'ns',
    better: 'lower',
    losses: ['MEANS_OF_CALLS'],
    place: row.place,
  };
  const measurements = row.get('Measurements')?.items() ?? [];
  const statistics = row.get('Statistics');
  if (measurements.length > 0) readMeasurements(measurements, head, draft);
  else if (statistics !== null) readStatistics(statistics, head, draft);
  else draft.problems.add('CASE_FAILED', head.name, row.place);
  readMemory(row.get('Memory'), head, draft);
}

interface Sample {
  readonly value: number;
  readonly launch: number;
  readonly isWarmUp: boolean;
}

function readMeasurements(rows: readonly JsonNode[], head: SeriesHead, draft: Draft): void {
  let hasOverhead = false;
  const samples: Sample[] = [];
  for (const row of rows) {
    const mode = row.need('IterationMode').text();
    const stage = row.get('IterationStage')?.text() ?? '';
    hasOverhead ||= /^(?:Overhead|Idle)/.test(mode);
    // Until 0.11.1 mode and stage were one word: MainWarmup, MainTarget.
    const isWarmUp = (mode === 'Workload' && stage === 'Warmup') || mode === 'MainWarmup';
    const isActual = (mode === 'Workload' && stage === 'Actual') || mode === 'MainTarget';
    if (!isWarmUp && !isActual) continue;
    const operations = row.need('Operations').count();
    const time = row.need('Nanoseconds').numberOrMissing() ?? NaN;
    if (operations === 0) row.refuse('has 0 operations');
    samples.push({ value: time / operations, launch: row.need('LaunchIndex').count(), isWarmUp });
  }
  const launches = [...new Set(samples.map(({ launch }) => launch))];
  const unitOf = Uint32Array.from(samples, ({ launch }) => launches.indexOf(launch));
  draft.samples(
    {
      ...head,
      losses: ['MEANS_OF_CALLS', 'OUTLIERS_REMOVED', ...(hasOverhead ? OVERHEAD : [])],
    },
    Float64Array.from(samples, ({ value }) => value),
    {
      levels: [{ ...level('process', 'launch'), unitOf }, level('iteration', 'iteration')],
      order: 'time',
      warmUp: Uint8Array.from(samples, ({ isWarmUp }) => (isWarmUp ? 1 : 0)),
    },
  );
}

const OVERHEAD = ['OVERHEAD_INCLUDED'] as const;
const LEVELS: readonly Level[] = [level('process', 'launch'), level('iteration', 'iteration')];
const STATISTICS = [
  ['Min', 'min', null],
  ['Median', 'median', 'R-7'],
  ['Mean', 'mean', null],
  ['StandardDeviation', 'std', 'ddof 1'],
  ['Max', 'max', null],
] as const;

function readStatistics(statistics: JsonNode, head: SeriesHead, draft: Draft): void {
  const losses = ['MEANS_OF_CALLS', 'OVERHEAD_SUBTRACTED', 'OUTLIERS_REMOVED'] as const;
  // Until 0.13 the brief file had the values that the statistics are of.
  const original = statistics.get('OriginalValues');
  if (original !== null) {
    const options = { levels: [level('iteration', 'iteration')], order: 'time' } as const;
    draft.samples({ ...head, losses: [...losses, 'LEVELS_LOST'] }, original.numbers(), options);
    return;
  }
  const values = STATISTICS.map(([key, statistic, definition]) => ({
    statistic,
    value: statistics.get(key)?.numberOrMissing() ?? null,
    definition,
  }));
  const percentiles = (statistics.get('Percentiles')?.members() ?? []).map(([key, value]) => ({
    statistic: key.toLowerCase(),
    value: value.numberOrMissing(),
    definition: 'R-7',
  }));
  const n = statistics.get('N')?.count() ?? null;
  draft.aggregates({ ...head, losses }, [...values, ...percentiles], { levels: LEVELS, n });
}

function readMemory(memory: JsonNode | null, head: SeriesHead, draft: Draft): void {
  const bytes = memory?.get('BytesAllocatedPerOperation')?.numberOrMissing() ?? null;
  if (bytes === null) return;
  const allocated = { ...head, metric: 'memory', unit: 'B', losses: [] };
  const mean = { statistic: 'mean', value: bytes, definition: null };
  draft.aggregates(allocated, [mean], { levels: LEVELS, n: null });
}
