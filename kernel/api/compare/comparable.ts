// What two runs must have in common to be compared, and what else differs between them. It looks at no measured value.

import type { TrialParams } from '../cases.ts';
import type { DataFile, DataTrial, RunFile } from '../results.ts';

export interface ComparedRun {
  readonly run: RunFile;
  /** Of both runs by one kernel, so that a statistic means one thing. */
  readonly data: DataFile;
}

export interface FieldDifference {
  readonly field: string;
  readonly a: string;
  readonly b: string;
  /** The cases that it concerns; empty for a field of the whole run. */
  readonly cases: readonly string[];
}

type RunFact = readonly [field: string, value: (run: RunFile) => unknown];

/** With another one of these, other code was measured or other bytes traveled. */
const MEASURING: readonly RunFact[] = [
  ['measureId', (run) => run.measureId],
  ['protocolVersion', (run) => run.protocolVersion],
];

const MEASURING_PARAMS = [
  'payloadBytes',
  'storage',
  'lane',
  'ackPolicy',
  'ackEvery',
  'creditBytes',
  'creditFrames',
  'sessions',
  'workers',
  'pauseNs',
  'intervalNs',
] as const satisfies readonly (keyof TrialParams)[];

/** These may explain a difference; they do not forbid to state it. */
const NOTED: readonly RunFact[] = [
  ['kernelId', (run) => run.kernelId],
  ['build.sha256', (run) => run.build.sha256],
  ['build.simd', (run) => run.build.simd],
  ['tool.version', (run) => run.tool.version],
  ['profile', (run) => run.profile],
  ['device.label', (run) => run.device.label],
  ['device.cpuModel', (run) => run.device.cpuModel],
  ['device.cpuCount', (run) => run.device.cpuCount],
  ['device.memoryBytes', (run) => run.device.memoryBytes],
  ['device.arch', (run) => run.device.arch],
  ['device.platform', (run) => run.device.platform],
  ['device.osRelease', (run) => run.device.osRelease],
  ['host.runtime', (run) => run.host.runtime],
  ['host.version', (run) => run.host.version],
  ['worker', ({ worker }) => (worker.kind === 'python' ? pythonText(worker) : worker.name)],
  ['clock.source', (run) => run.clock.source],
  ['freshness', ({ freshness }) => Object.values(freshness).join(', ')],
];

const NOTED_PARAMS = ['frames', 'warmupFrames'] as const satisfies readonly (keyof TrialParams)[];

const pythonText = (worker: { readonly implementation: string; readonly version: string }) =>
  `${worker.implementation} ${worker.version}`;

/** What makes two runs measurements of different things; none when they may be compared. */
export const forbiddingDifferences = (a: ComparedRun, b: ComparedRun): FieldDifference[] => [
  ...runDifferences(a.run, b.run, MEASURING),
  ...paramDifferences(a.data, b.data, MEASURING_PARAMS),
];

export const notedDifferences = (a: ComparedRun, b: ComparedRun): FieldDifference[] => [
  ...runDifferences(a.run, b.run, NOTED),
  ...paramDifferences(a.data, b.data, NOTED_PARAMS),
];

/** One processor and system: then its reference work must take the same time in both runs. */
export function isOneMachine(a: RunFile, b: RunFile): boolean {
  const text = ({ device }: RunFile): string =>
    JSON.stringify([device.cpuModel, device.cpuCount, device.arch, device.platform]);
  return text(a) === text(b);
}

export const caseName = ({ suite, case: name }: Pick<DataTrial, 'suite' | 'case'>): string =>
  `${suite} ${name}`;

function runDifferences(a: RunFile, b: RunFile, facts: readonly RunFact[]): FieldDifference[] {
  return facts.flatMap(([field, value]) => {
    const [ofA, ofB] = [String(value(a)), String(value(b))];
    return ofA === ofB ? [] : [{ field, a: ofA, b: ofB, cases: [] }];
  });
}

/** By field and values: a lane that differs in all cases is one difference. */
function paramDifferences(
  a: DataFile,
  b: DataFile,
  names: readonly (keyof TrialParams)[],
): FieldDifference[] {
  const found = new Map<string, FieldDifference>();
  for (const [name, params] of paramsByCase(a)) {
    const other = paramsByCase(b).get(name);
    if (other === undefined) continue;
    for (const field of names) {
      const [ofA, ofB] = [String(params[field]), String(other[field])];
      if (ofA === ofB) continue;
      const key = `${field} ${ofA} ${ofB}`;
      const cases = [...(found.get(key)?.cases ?? []), name];
      found.set(key, { field: `params.${field}`, a: ofA, b: ofB, cases });
    }
  }
  return [...found.values()];
}

const paramsByCase = ({ trials }: DataFile): ReadonlyMap<string, TrialParams> =>
  new Map(trials.map((trial) => [caseName(trial), trial.params]));
