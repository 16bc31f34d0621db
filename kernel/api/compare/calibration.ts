// How much runs of one machine differ by themselves, measured: several runs of one set-up, kept as a file that comparisons of the same
// machine use in place of the assumption.

import type { Workspace } from '../facade/workspace.ts';
import { runEffect } from '../statistics/verdicts.ts';
import type { MeasuredRunEffect, RunEffect } from '../statistics/verdicts.ts';
import type { MeasuredRun, RunFact } from './measured.ts';

/** docs/schema/calibration.schema.json. */
const SCHEMA = 'echometer.calibration/1';
/** Fewer say too little of how much runs differ: with 8 the effect itself is known up to a factor of 2. */
export const LEAST_RUNS = 8;
/** No machine was seen with less (1 to 4 % on an idle one), and so few runs cannot show that there is none. */
const LEAST_DEVIATION = 0.01;

export interface Calibration {
  readonly schema: typeof SCHEMA;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Of the program that measured. */
  readonly version: string;
  /** By field: what a run must say of its machine to be one of this machine. */
  readonly machine: Readonly<Record<string, string>>;
  readonly cases: readonly CalibratedCase[];
  /** Of `cases`, by the kernel; whoever reads the file computes it again. */
  readonly runEffect: MeasuredRunEffect;
}

export interface CalibratedCase {
  readonly name: string;
  readonly metric: string;
  /** Of each run in order the value of each trial. */
  readonly runs: readonly (readonly number[])[];
}

/** TOO_FEW: fewer runs than it takes; NOT_ALIKE: they are of different machines or have no case in common. */
export type NoCalibration = 'TOO_FEW' | 'NOT_ALIKE';

export function calibrate(
  workspace: Workspace,
  runs: readonly MeasuredRun[],
  { createdAt, version }: Pick<Calibration, 'createdAt' | 'version'>,
): Calibration | NoCalibration {
  const [first] = runs;
  if (first === undefined || runs.length < LEAST_RUNS) return 'TOO_FEW';
  const machine = machineOf(first);
  if (runs.some((run) => otherMachine(machine, run).length > 0)) return 'NOT_ALIKE';
  const cases = first.cases.flatMap((one): CalibratedCase[] => {
    if (one.unitWord !== 'trial' || one.isNoiseOnly) return [];
    const values = runs.map((run) =>
      (run.cases.find(({ key }) => key === one.key)?.units ?? []).map(({ value }) => value),
    );
    const isWhole = values.every((each) => each.length > 0 && each.every((value) => value > 0));
    return isWhole ? [{ name: one.name, metric: one.metric, runs: values }] : [];
  });
  if (cases.length === 0) return 'NOT_ALIKE';
  const effect = effectOf(workspace, cases);
  return { schema: SCHEMA, createdAt, version, machine, cases, runEffect: effect };
}

const effectOf = (workspace: Workspace, cases: readonly CalibratedCase[]): MeasuredRunEffect =>
  runEffect(
    workspace,
    cases.map(({ runs }) => runs),
  );

/** What a comparison applies. */
export const appliedEffect = ({ runEffect: measured }: Calibration): RunEffect => ({
  deviation: Math.max(LEAST_DEVIATION, measured.deviation),
  degrees: measured.degrees,
});

/** A label is the user's word for a machine, and may differ from run to run. */
const isOfMachine = ({ field, kind }: RunFact): boolean =>
  kind === 'machine' && field !== 'device.label';

const machineOf = ({ facts }: MeasuredRun): Readonly<Record<string, string>> =>
  Object.fromEntries(facts.filter(isOfMachine).map(({ field, value }) => [field, value]));

/** What a run says of its machine that the calibration does not: `device.cpuModel: A, not B`. Empty when they agree. */
export function otherMachine(machine: Calibration['machine'], run: MeasuredRun): string[] {
  return run.facts
    .filter(isOfMachine)
    .filter(({ field, value }) => machine[field] !== value)
    .map(({ field, title, value }) => `${title} ${value}, not ${machine[field] ?? 'known'}`);
}

export const calibrationText = (calibration: Calibration): string =>
  `${JSON.stringify(calibration, null, 1)}\n`;

/** A calibration from a file's text, or what is wrong with it. */
export function readCalibration(workspace: Workspace, text: string): Calibration | string {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return 'it is no JSON';
  }
  if (!isObject(root) || root['schema'] !== SCHEMA) return `its schema is not "${SCHEMA}"`;
  const { machine, cases, runEffect: stated } = root;
  if (!isObject(machine) || !Object.values(machine).every((value) => typeof value === 'string'))
    return 'it does not say of which machine it is';
  if (!Array.isArray(cases) || cases.length === 0 || !cases.every(isCase))
    return 'its cases are not whole';
  const found = effectOf(workspace, cases);
  if (!isObject(stated) || stated['deviation'] !== found.deviation)
    return 'its run effect is not what its values give';
  if (found.degrees + 1 < LEAST_RUNS) return `it has fewer than ${LEAST_RUNS} runs`;
  return { ...(root as unknown as Calibration), runEffect: found };
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCase = (value: unknown): value is CalibratedCase =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  typeof value['metric'] === 'string' &&
  Array.isArray(value['runs']) &&
  value['runs'].length > 0 &&
  value['runs'].every(
    (run) =>
      Array.isArray(run) && run.length > 0 && run.every((one) => Number.isFinite(one) && one > 0),
  );
