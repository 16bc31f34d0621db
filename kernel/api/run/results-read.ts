// Reads the JSON files of a run's folder and checks what everything else relies on: the version and the fields that
// are computed with. It touches no file system; a defect is a ResultError with a code and the name of the field.

import { ResultError } from './result-error.ts';
import { SCHEMA_VERSION } from './results.ts';
import type { DataFile, RunFile, TrialFile } from './results.ts';

type Kind =
  | 'string'
  | 'number'
  | 'count'
  | 'positive'
  | 'array'
  | 'numbers'
  | 'object'
  | 'digits'
  | 'name'
  | 'time';

const RUN_FIELDS: Readonly<Record<string, Kind>> = {
  'tool.version': 'string',
  suites: 'array',
  profile: 'string',
  seed: 'number',
  kernelId: 'string',
  measureId: 'string',
  signature: 'string',
  'build.sha256': 'string',
  lane: 'string',
  order: 'array',
  device: 'object',
  'host.version': 'string',
  worker: 'object',
  'clock.resolutionNs': 'number',
};

const TRIAL_FIELDS: Readonly<Record<string, Kind>> = {
  order: 'number',
  suite: 'string',
  case: 'string',
  trial: 'number',
  state: 'string',
  'params.payloadBytes': 'number',
  'params.frames': 'number',
  'verified.frames': 'number',
  'verified.bytes': 'number',
  'verified.mismatches': 'number',
  'warmupVerified.mismatches': 'number',
  'stamps.startedNs': 'digits',
  'stamps.endedNs': 'digits',
  sessions: 'array',
  resources: 'object',
};

const SESSION_FIELDS: Readonly<Record<string, Kind>> = {
  verifiedFrames: 'number',
  verifiedBytes: 'number',
  mismatches: 'number',
  queueHighWaterBytes: 'number',
  creditStalls: 'number',
  startedNs: 'digits',
  endedNs: 'digits',
};

const REFERENCE_FIELDS: Readonly<Record<string, Kind>> = {
  beforeNs: 'numbers',
  afterNs: 'numbers',
};

const PLANNED_FIELDS: Readonly<Record<string, Kind>> = {
  order: 'number',
  suite: 'string',
  case: 'string',
  trial: 'number',
};

const VARIANT_FIELDS: Readonly<Record<string, Kind>> = {
  name: 'string',
  lane: 'string',
  worker: 'object',
  freshness: 'object',
};

const SAMPLE_FIELDS: Readonly<Record<string, Kind>> = {
  file: 'name',
  count: 'number',
  warmup: 'number',
};

const DATA_FIELDS: Readonly<Record<string, Kind>> = {
  kernelId: 'string',
  measureId: 'string',
  trials: 'array',
  cases: 'array',
};

const DIGEST_FIELDS: Readonly<Record<string, Kind>> = { run: 'string', trials: 'array' };

/** What reports and comparisons print of a run, beyond what is computed with. */
const PRINTED_RUN_FIELDS: Readonly<Record<string, Kind>> = {
  startedAt: 'time',
  'device.label': 'string',
  'device.cpuModel': 'string',
  'device.platform': 'string',
  'host.runtime': 'string',
  'worker.kind': 'string',
  'clock.source': 'string',
  freshness: 'object',
};

const DATA_TRIAL_FIELDS: Readonly<Record<string, Kind>> = {
  suite: 'string',
  case: 'string',
  trial: 'number',
  order: 'number',
  state: 'string',
  'params.payloadBytes': 'count',
  'params.frames': 'count',
  'params.creditBytes': 'positive',
  'params.storage': 'string',
  'params.ackPolicy': 'string',
  marks: 'array',
};

const DATA_CASE_FIELDS: Readonly<Record<string, Kind>> = {
  suite: 'string',
  case: 'string',
  n: 'number',
  stats: 'object',
};

/** What a derived file must have to be shown; `verify` reads a file that lacks it and says where it differs. */
export function requireShowable(run: RunFile, data: DataFile, names: ShownNames): void {
  checkFields(run, names.run, PRINTED_RUN_FIELDS, ': ');
  data.trials.forEach((trial, index) => {
    checkFields(trial, `${names.data}: trials[${index}]`, DATA_TRIAL_FIELDS);
  });
  data.cases.forEach((entry, index) => {
    checkFields(entry, `${names.data}: cases[${index}]`, DATA_CASE_FIELDS);
  });
}

interface ShownNames {
  readonly run: string;
  readonly data: string;
}

export function readRunFile(text: string, name: string): RunFile {
  const run = checked(text, name, RUN_FIELDS) as unknown as RunFile;
  run.order.forEach((planned, index) => {
    checkFields(planned, `${name}: order[${index}]`, PLANNED_FIELDS);
  });
  if (run.variants !== undefined && !(isKind(run.variants, 'array') && run.variants.length > 1))
    throw badField(name, 'variants');
  run.variants?.forEach((variant, index) => {
    checkFields(variant, `${name}: variants[${index}]`, VARIANT_FIELDS);
  });
  return run;
}

export function readTrialFile(text: string, name: string): TrialFile {
  const trial = checked(text, name, TRIAL_FIELDS) as unknown as TrialFile;
  if (trial.samples !== undefined && !isKind(trial.samples, 'object'))
    throw badField(name, 'samples');
  for (const [column, sample] of Object.entries(trial.samples ?? {}))
    checkFields(sample, `${name}: samples.${column}`, SAMPLE_FIELDS);
  trial.sessions.forEach((session, index) => {
    checkFields(session, `${name}: sessions[${index}]`, SESSION_FIELDS);
  });
  if (trial.reference !== undefined)
    checkFields(trial.reference, `${name}: reference`, REFERENCE_FIELDS);
  return trial;
}

export function readDataFile(text: string, name: string): DataFile {
  const data = checked(text, name, DATA_FIELDS) as unknown as DataFile;
  if (data.digests !== undefined) checkFields(data.digests, `${name}: digests`, DIGEST_FIELDS);
  return data;
}

function checked(
  text: string,
  name: string,
  fields: Readonly<Record<string, Kind>>,
): Record<string, unknown> {
  const value = parse(text, name);
  const version = value['schemaVersion'];
  if (typeof version === 'number' && version > SCHEMA_VERSION)
    throw new ResultError(
      'NEWER_SCHEMA',
      name,
      `${name} has schema version ${version}; this version of echometer reads up to ${SCHEMA_VERSION}`,
    );
  if (version !== SCHEMA_VERSION) throw badField(name, 'schemaVersion');
  for (const [path, kind] of Object.entries(fields))
    if (!isKind(at(value, path), kind)) throw badField(name, path);
  return value;
}

/** `where` names the file and the path of the object. */
function checkFields(
  value: unknown,
  where: string,
  fields: Readonly<Record<string, Kind>>,
  joint = '.',
): void {
  for (const [path, kind] of Object.entries(fields))
    if (!isKind(at(value, path), kind)) throw badField(where, path, joint);
}

function parse(text: string, name: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ResultError('NOT_JSON', name, `${name} is not JSON`);
  }
  if (!isKind(value, 'object')) throw badField(name, '');
  return value as Record<string, unknown>;
}

function at(value: unknown, path: string): unknown {
  let here: unknown = value;
  for (const key of path.split('.')) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return here;
}

function isKind(value: unknown, kind: Kind): boolean {
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'numbers') return Array.isArray(value) && value.every((one) => Number.isFinite(one));
  if (kind === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  // A file's name and no path: what is read stays in the run's folder.
  if (kind === 'name') return typeof value === 'string' && /^\w[\w.-]*$/.test(value);
  if (kind === 'digits') return typeof value === 'string' && /^\d{1,20}$/.test(value);
  if (kind === 'count') return Number.isInteger(value) && Number(value) >= 0;
  if (kind === 'positive') return Number.isFinite(value) && Number(value) > 0;
  if (kind === 'time') return typeof value === 'string' && !Number.isNaN(Date.parse(value));
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value);
  return typeof value === 'string';
}

function badField(name: string, path: string, joint = ': '): ResultError {
  const where = `${name}${joint}${path === '' ? 'the top level' : path}`;
  return new ResultError('BAD_FIELD', where, `${where} is missing or has the wrong type`);
}
