// A duplex run as a Collection: each case's samples of its ok trials, and what a trial has one number of.

import { headlineOf } from '../run/headline.ts';
import type { DataTrial, RunFile, SampleName, TrialFile } from '../run/results.ts';
import { trialStatistic } from '../run/statistic.ts';
import { workerName } from '../run/worker-name.ts';
import type {
  Collection,
  Facts,
  Level,
  Note,
  ProblemCode,
  Series,
  SourceFile,
} from './collection.ts';
import type { ShownRun } from './open.ts';
import { RUN_FILE, TRIALS } from './source-names.ts';

const BYTES_PER_SAMPLE = 8;
const METRICS: readonly (readonly [SampleName, string])[] = [
  ['receiptNs', 'receipt'],
  ['fullCycleNs', 'full-cycle'],
];

export function runCollection(shown: ShownRun, files: readonly SourceFile[]): Collection {
  const { run, data, trials } = shown;
  const series = data.cases.flatMap(({ suite, case: name, variant }): Series[] => {
    const own = (one: DataTrial | TrialFile): boolean =>
      one.suite === suite && one.case === name && one.variant === variant && one.state === 'ok';
    return [
      ...METRICS.flatMap(([column, metric]) =>
        samplesOf(shown, trials.filter(own), column, metric),
      ),
      ...headlines(data.trials.filter(own)),
    ];
  });
  const { version, name: tool } = run.tool;
  const source = { format: 'duplex', tool, version, files, machine: machineOf(run) };
  return { source: { ...source, startedAt: run.startedAt }, series, problems: problemsOf(trials) };
}

/** A trial has processes of its own: the frames inside of one are not independent. */
const trialLevel = (count: number, unitOf: Uint32Array | null): Level => ({
  name: 'process',
  word: 'trial',
  count,
  unitOf,
});

const RUN_LEVEL: Level = { name: 'session', word: 'run', count: 1, unitOf: null };

function samplesOf(
  { samples }: ShownRun,
  trials: readonly TrialFile[],
  column: SampleName,
  metric: string,
): Series[] {
  const parts = trials.flatMap(({ samples: files }, index) => {
    const one = files?.[column];
    return one === undefined ? [] : [{ ...one, bytes: samples(one.file), trial: index }];
  });
  const [trial] = trials;
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  if (trial === undefined || count === 0) return [];
  const values = new Float64Array(count);
  const warmUp = new Uint8Array(count);
  const unitOf = new Uint32Array(count);
  let at = 0;
  for (const part of parts) {
    const view = new DataView(part.bytes.buffer, part.bytes.byteOffset);
    unitOf.fill(part.trial, at, at + part.count);
    warmUp.fill(1, at, at + part.warmup);
    for (let index = 0; index < part.count; index += 1)
      values[at + index] = Number(view.getBigUint64(index * BYTES_PER_SAMPLE, true));
    at += part.count;
  }
  const measured = parts.reduce((sum, part) => sum + part.count - part.warmup, 0);
  const frames: Level = { name: 'iteration', word: 'frame', count: measured, unitOf: null };
  return [
    {
      key: keyOf(trial, metric),
      unit: 'ns',
      better: 'lower',
      levels: [RUN_LEVEL, trialLevel(parts.length, unitOf), frames],
      data: { kind: 'samples', values },
      order: 'time',
      warmUp: warmUp.includes(1) ? warmUp : null,
      losses: [],
    },
  ];
}

/** Rates and times of a whole trial; what samples give already is no series of its own. */
function headlines(trials: readonly DataTrial[]): Series[] {
  const [trial] = trials;
  const headline = trial === undefined ? null : headlineOf(trial.suite);
  if (trial === undefined || headline === null) return [];
  const [metric = '', of] = headline.statistic.split('.');
  if (of !== undefined) return [];
  const values = trials.flatMap(({ stats }) => {
    const value = trialStatistic(stats, headline.statistic);
    return value === null ? [] : [value];
  });
  if (values.length === 0) return [];
  return [
    {
      key: keyOf(trial, metric),
      unit: headline.unit === 'msg/s' ? 'op/s' : headline.unit,
      better: headline.isLowerBetter ? 'lower' : 'higher',
      levels: [RUN_LEVEL, trialLevel(values.length, null)],
      data: { kind: 'samples', values: Float64Array.from(values) },
      order: 'time',
      warmUp: null,
      losses: [],
    },
  ];
}

function keyOf(
  { suite, case: name, variant, params }: DataTrial | TrialFile,
  metric: string,
): Series['key'] {
  const { payloadBytes, sessions, workers, storage, ackPolicy, lane } = params;
  const of = variant === undefined ? {} : { variant };
  const said = { ...of, payloadBytes, sessions, workers, storage, ackPolicy, lane };
  const texts = Object.entries(said).map(([key, value]): [string, string] => [key, String(value)]);
  return { name: `${suite}/${name}`, params: Object.fromEntries(texts), metric };
}

function machineOf({ device, host, worker, lane, clock }: RunFile): Facts {
  const facts = {
    ...device,
    'host.runtime': host.runtime,
    'host.version': host.version,
    'worker.kind': worker.kind,
    worker: workerName(worker),
    lane,
    'clock.resolutionNs': clock.resolutionNs,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)) as Facts;
}

const STATES = { failed: 'CASE_FAILED', unsupported: 'CASE_SKIPPED' } as const;

function problemsOf(trials: readonly TrialFile[]): Note<ProblemCode>[] {
  return (['failed', 'unsupported'] as const).flatMap((state) => {
    const own = trials.filter((trial) => trial.state === state);
    const cases = [...new Set(own.map(({ suite, case: name }) => `${suite}/${name}`))];
    return cases.map((subject) => {
      const of = own.filter(({ suite, case: name }) => `${suite}/${name}` === subject);
      const file =
        of.length === 1 ? `${TRIALS}${String(of[0]?.order).padStart(4, '0')}.json` : RUN_FILE;
      return { code: STATES[state], subject, count: of.length, file, line: null };
    });
  });
}
