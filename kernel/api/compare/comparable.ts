// What two runs must have in common to be compared, and what else differs between them. It looks at no measured value.

import type { TrialParams } from '../run/cases.ts';
import type { DataFile, DataTrial, RunFile } from '../run/results.ts';

export interface ComparedRun {
  readonly run: RunFile;
  /** Of both runs by one kernel, so that a statistic means one thing. */
  readonly data: DataFile;
}

export interface FieldDifference {
  readonly field: string;
  /** What the field says, in words; several fields can say one thing. */
  readonly title: string;
  readonly a: string;
  readonly b: string;
  /** The cases that it concerns; empty for a field of the whole run. */
  readonly cases: readonly string[];
}

type RunFact = readonly [field: string, title: string, value: (run: RunFile) => unknown];

/** With another one of these, other code was measured or other bytes traveled. */
const MEASURING: readonly RunFact[] = [
  ['measureId', 'measuring code (measureId)', (run) => run.measureId],
  ['protocolVersion', 'protocol version', (run) => run.protocolVersion],
];

type ParamFact = readonly [name: keyof TrialParams, title: string];

const MEASURING_PARAMS: readonly ParamFact[] = [
  ['payloadBytes', 'payload'],
  ['storage', 'storage'],
  ['lane', 'lane'],
  ['ackPolicy', 'ack policy'],
  ['ackEvery', 'ack interval'],
  ['creditBytes', 'credit'],
  ['creditFrames', 'credit'],
  ['sessions', 'sessions'],
  ['workers', 'workers'],
  ['pauseNs', 'pause'],
  ['intervalNs', 'schedule'],
];

/** These may explain a difference; they do not forbid to state it. */
const NOTED: readonly RunFact[] = [
  ['device.cpuModel', 'processor', (run) => run.device.cpuModel],
  ['device.cpuCount', 'processor', (run) => run.device.cpuCount],
  ['device.arch', 'processor', (run) => run.device.arch],
  ['device.memoryBytes', 'memory', (run) => run.device.memoryBytes],
  ['device.platform', 'operating system', (run) => run.device.platform],
  ['device.osRelease', 'operating system', (run) => run.device.osRelease],
  ['worker', 'worker', (run) => workerText(run)],
  ['host.runtime', 'host runtime', (run) => run.host.runtime],
  ['host.version', 'host runtime', (run) => run.host.version],
  ['kernelId', 'kernel', (run) => run.kernelId],
  ['build.sha256', 'kernel build', (run) => run.build.sha256],
  ['build.simd', 'kernel build (SIMD or scalar)', (run) => run.build.simd],
  ['tool.version', 'version of echometer', (run) => run.tool.version],
  ['clock.source', 'clock', (run) => run.clock.source],
  ['profile', 'profile (frames and trials)', (run) => run.profile],
  ['freshness', 'process freshness', ({ freshness }) => Object.values(freshness).join(', ')],
  ['device.label', 'label', (run) => run.device.label],
];

const NOTED_PARAMS: readonly ParamFact[] = [
  ['frames', 'frames'],
  ['warmupFrames', 'warm-up frames'],
];

const workerText = ({ worker }: RunFile): string =>
  worker.kind === 'python' ? `${worker.implementation} ${worker.version}` : worker.name;

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
  return facts.flatMap(([field, title, value]) => {
    const [ofA, ofB] = [String(value(a)), String(value(b))];
    return ofA === ofB ? [] : [{ field, title, a: ofA, b: ofB, cases: [] }];
  });
}

/** By field and values: a lane that differs in all cases is one difference. */
function paramDifferences(
  a: DataFile,
  b: DataFile,
  facts: readonly ParamFact[],
): FieldDifference[] {
  const found = new Map<string, FieldDifference>();
  for (const [name, params] of paramsByCase(a)) {
    const other = paramsByCase(b).get(name);
    if (other === undefined) continue;
    for (const [field, title] of facts) {
      const [ofA, ofB] = [String(params[field]), String(other[field])];
      if (ofA === ofB) continue;
      const key = `${field} ${ofA} ${ofB}`;
      const cases = [...(found.get(key)?.cases ?? []), name];
      found.set(key, { field: `params.${field}`, title, a: ofA, b: ofB, cases });
    }
  }
  return [...found.values()];
}

const paramsByCase = ({ trials }: DataFile): ReadonlyMap<string, TrialParams> =>
  new Map(trials.map((trial) => [caseName(trial), trial.params]));
