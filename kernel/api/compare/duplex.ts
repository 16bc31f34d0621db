// A duplex run as a comparison takes it: one headline statistic a case, a trial as the unit.

import { RESOLUTION_SUITE } from '../run/cases.ts';
import type { TrialParams } from '../run/cases.ts';
import { headlineOf } from '../run/headline.ts';
import type { DataFile, DataTrial, RunFile, TrialFile } from '../run/results.ts';
import { trialStatistic } from '../run/statistic.ts';
import { workerName } from '../run/worker-name.ts';
import type {
  FactKind,
  Lost,
  MeasuredCase,
  MeasuredRun,
  ReferenceTime,
  RunFact,
} from './measured.ts';
import { schedulingOf } from './placement.ts';
import { resolvedPercent } from './resolved.ts';

export interface DuplexRun {
  readonly name: string;
  readonly run: RunFile;
  /** Derived by the kernel that compares, so that a statistic means one thing. */
  readonly data: DataFile;
  /** For their reference work. */
  readonly trials: readonly TrialFile[];
}

export function duplexRun({ name, run, data, trials }: DuplexRun): MeasuredRun {
  return {
    name,
    kinds: ['a run of Echometer'],
    facts: runFacts(run),
    cases: casesOf(run, data),
    reference: trials.flatMap(referenceOf),
    resolvesPercent: resolvedPercent(data),
    lost: lostOf(data),
  };
}

type Fact = readonly [
  field: string,
  title: string,
  kind: FactKind,
  value: (run: RunFile) => string | number | boolean | null,
];

const FACTS: readonly Fact[] = [
  ['measureId', 'measuring code', 'measuring', (run) => run.measureId],
  ['protocolVersion', 'protocol version', 'measuring', (run) => run.protocolVersion],
  ['device.cpuModel', 'processor', 'machine', (run) => run.device.cpuModel],
  ['device.cpuCount', 'processor', 'machine', (run) => run.device.cpuCount],
  ['device.arch', 'processor', 'machine', (run) => run.device.arch],
  ['device.memoryBytes', 'memory', 'machine', (run) => run.device.memoryBytes],
  ['device.platform', 'operating system', 'machine', (run) => run.device.platform],
  ['device.osRelease', 'operating system', 'machine', (run) => run.device.osRelease],
  ['device.label', 'label', 'machine', (run) => run.device.label],
  ['worker', 'worker', 'noted', ({ worker }) => workerName(worker)],
  ['cpus', 'processors', 'noted', cpusText],
  ['program.commit', 'commit of the worker’s folder', 'noted', commitText],
  ['code.lane', 'code of the lanes (sha256)', 'noted', ({ code }) => shortHash(code?.lane)],
  ['code.pump', 'code of the pump (sha256)', 'noted', ({ code }) => shortHash(code?.pump)],
  ['host.runtime', 'host runtime', 'noted', (run) => run.host.runtime],
  ['host.version', 'host runtime', 'noted', (run) => run.host.version],
  ['kernelId', 'kernel', 'noted', (run) => run.kernelId],
  ['build.sha256', 'kernel build', 'noted', (run) => run.build.sha256],
  ['build.simd', 'kernel build (SIMD or scalar)', 'noted', (run) => run.build.simd],
  ['tool.version', 'version of echometer', 'noted', (run) => run.tool.version],
  ['clock.source', 'clock', 'noted', (run) => run.clock.source],
  ['laneReason', 'lane', 'noted', (run) => run.laneReason],
  ['profile', 'profile', 'noted', (run) => run.profile],
  ['freshness', 'fresh processes', 'noted', ({ freshness }) => Object.values(freshness).join(', ')],
];

function cpusText({ cpus }: RunFile): string {
  return cpus === undefined
    ? 'chosen by the system'
    : `host on ${cpus.host}, worker on ${cpus.worker}`;
}

const HASH_DIGITS = 12;
const shortHash = (sha256: string | undefined): string | null =>
  sha256?.slice(0, HASH_DIGITS) ?? null;

function commitText({ program }: RunFile): string | null {
  if (program?.commit == null) return null;
  const changes = program.isDirty === true ? ', with changes that are not committed' : '';
  return `${program.commit.slice(0, HASH_DIGITS)}${changes}`;
}

/** Each file of the worker by its name: which one changed is then said. */
const fileFacts = ({ program }: RunFile): RunFact[] =>
  (program?.files ?? []).map(({ name, sha256 }) => ({
    ...{ field: `program.files.${name}`, title: `${name} (sha256)`, kind: 'noted' },
    value: sha256.slice(0, HASH_DIGITS),
  }));

const runFacts = (run: RunFile): RunFact[] => [
  ...FACTS.flatMap(([field, title, kind, value]): RunFact[] => {
    const found = value(run);
    // What a run does not record differs from nothing.
    return found === null ? [] : [{ field, title, kind, value: String(found) }];
  }),
  ...fileFacts(run),
  ...[...factsOf(run)]
    .filter(([field]) => !OWN.has(field))
    .map(([field, value]): RunFact => ({ field, title: field, kind: 'noted', value })),
];

/** What every run says of its own moment and plan, and what FACTS names. */
const OWN: ReadonlySet<string> = new Set([
  ...['schemaVersion', 'startedAt', 'finishedAt', 'resumedAt', 'order', 'signature', 'lane'],
  ...['clock.readNs', 'clock.resolutionNs', 'environment.loadAverage', 'tool.name'],
  ...['command', 'cpus.host', 'cpus.worker', 'program.files', 'program.isDirty'],
  ...[
    'program.commitReason',
    'worker.kind',
    'worker.implementation',
    'worker.version',
    'worker.name',
  ],
  ...['freshness.host', 'freshness.worker', 'freshness.kernel'],
  ...FACTS.map(([field]) => field),
]);

/** `environment.cpuGovernor` and what it is; a list is one fact. "No fact differs" is said of all of them. */
function factsOf(value: object, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner))
      found.set(prefix + name, typeof inner === 'string' ? inner : JSON.stringify(inner));
    else for (const [path, text] of factsOf(inner, `${prefix}${name}.`)) found.set(path, text);
  }
  return found;
}

const PARAMS: readonly (readonly [name: keyof TrialParams, title: string, kind: FactKind])[] = [
  ['payloadBytes', 'payload in bytes', 'measuring'],
  ['storage', 'storage', 'measuring'],
  ['lane', 'lane', 'measuring'],
  ['ackPolicy', 'ack policy', 'measuring'],
  ['ackEvery', 'ack interval', 'measuring'],
  ['creditBytes', 'credit in bytes', 'measuring'],
  ['creditFrames', 'credit in frames', 'measuring'],
  ['sessions', 'sessions', 'measuring'],
  ['workers', 'workers', 'measuring'],
  ['pauseNs', 'pause in ns', 'measuring'],
  ['intervalNs', 'interval in ns', 'measuring'],
  ['frames', 'frames', 'noted'],
  ['warmupFrames', 'warm-up frames', 'noted'],
];

const paramFacts = (params: TrialParams): RunFact[] =>
  PARAMS.map(([name, title, kind]) => ({
    field: `params.${name}`,
    title,
    kind,
    value: String(params[name]),
  }));

const caseName = ({ suite, case: name }: Pick<DataTrial, 'suite' | 'case'>): string =>
  `${suite} ${name}`;

/** In the order of data.json: suite by suite, by payload within it. */
function casesOf(run: RunFile, data: DataFile): MeasuredCase[] {
  return data.cases.flatMap((entry) => {
    const headline = headlineOf(entry.suite);
    const isNoiseOnly = entry.suite === RESOLUTION_SUITE;
    if (headline === null || !(headline.isCompared || isNoiseOnly)) return [];
    const own = data.trials.filter((one) => one.suite === entry.suite && one.case === entry.case);
    const ok = own.filter(({ state }) => state === 'ok');
    const [first] = own;
    if (first === undefined) return [];
    const name = caseName(entry);
    return [
      {
        ...{ key: name, name, metric: METRIC_WORDS[headline.statistic] ?? headline.statistic },
        unit: headline.unit,
        better: headline.isLowerBetter ? 'lower' : 'higher',
        units: ok.flatMap((trial) => {
          const value = trialStatistic(trial.stats, headline.statistic);
          const { block } = trial;
          const place = block === undefined ? {} : { block };
          return value === null ? [] : [{ value, scheduling: schedulingOf(trial), ...place }];
        }),
        unitWord: 'trial',
        // A rate is over so many steps of the clock that one does not show.
        step: headline.unit === 'ns' ? run.clock.resolutionNs : 0,
        isNoiseOnly,
        facts: paramFacts(first.params),
      },
    ];
  });
}

const METRIC_WORDS: Readonly<Record<string, string>> = {
  'receiptNs.p50': 'receipt p50',
  bytesPerSecond: 'throughput',
  messagesPerSecond: 'messages per second',
};

function referenceOf({ reference, state }: TrialFile): ReferenceTime[] {
  if (reference === undefined || state !== 'ok') return [];
  const slices = [...reference.beforeNs, ...reference.afterNs];
  if (slices.length === 0) return [];
  const sum = slices.reduce((total, ns) => total + ns, 0);
  const { rounds } = reference;
  return [{ fastestNs: Math.min(...slices) / rounds, meanNs: sum / slices.length / rounds }];
}

/** A trial that failed is no number; why stands in the report. */
function lostOf({ trials }: DataFile): Lost[] {
  const found = new Map<string, Lost>();
  for (const trial of trials) {
    if (trial.state !== 'failed') continue;
    const why = `trials failed (${trial.failure?.code ?? 'no code'})`;
    const subject = caseName(trial);
    const key = JSON.stringify([subject, why]);
    found.set(key, { subject, why, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()];
}
