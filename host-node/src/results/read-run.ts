// A run's files -> checked values that reports and comparisons are made of. What a file lacks is an error with its name.

import { gunzipSync } from 'node:zlib';

import {
  readDataFile,
  readRunFile,
  readTrialFile,
  requireShowable,
  ResultError,
} from '../../../kernel/api/run/results-read.ts';
import {
  isCompressed,
  isLogName,
  errorsNameOf,
  readNamedLog,
  sidecarNameOf,
} from '../../../kernel/api/logs/log-set.ts';
import type { NamedLog } from '../../../kernel/api/logs/log-set.ts';
import { LogError } from '../../../kernel/api/logs/problems.ts';
import type { SampleFile, TrialFile } from '../../../kernel/api/run/results.ts';
import type { ReportRun } from '../../../viz/report/curves.ts';
import { reasonOf, usageError } from '../errors.ts';
import type { EchometerError } from '../errors.ts';
import { openRunSource, openSource } from './run-source.ts';
import type { RunSource } from './run-source.ts';

export interface FoundRun extends ReportRun {
  readonly source: RunSource;
}

const BYTES_PER_SAMPLE = 8;
/** A compressed log can claim a thousand times its size. */
const LARGEST_LOG_BYTES = 2 ** 30;

export function readRunAt(path: string): FoundRun {
  const source = openRunSource(path);
  return namingDefects(() => readFrom(source));
}

export interface FoundSource {
  readonly source: RunSource;
  /** Null for logs of the serializer suite without a duplex run. */
  readonly run: FoundRun | null;
  readonly logs: readonly NamedLog[];
}

/** A run of any suite: duplex, serializers, or a folder with both. */
export function readSourceAt(path: string): FoundSource {
  const source = openSource(path);
  const names = source.names();
  const logs = names.filter(isLogName).map((name) => readLog(source, name));
  if (!names.includes('run.json')) return { source, run: null, logs };
  return { source: openRunSource(path), run: readRunAt(path), logs };
}

function plainText(source: RunSource, name: string): Uint8Array {
  const bytes = source.read(name);
  return isCompressed(name) ? gunzipSync(bytes, { maxOutputLength: LARGEST_LOG_BYTES }) : bytes;
}

function readLog(source: RunSource, name: string): NamedLog {
  const sidecar = sidecarNameOf(name, source.names());
  const sidecarText = sidecar === null ? null : Buffer.from(source.read(sidecar)).toString('utf8');
  try {
    const errors = errorsNameOf(name, source.names());
    const failed = errors === null ? null : plainText(source, errors);
    return readNamedLog(name, plainText(source, name), sidecarText, failed);
  } catch (error) {
    if (!(error instanceof LogError)) {
      // Not a gzip, or more than the limit: zlib says which.
      if (!isCompressed(name)) throw error;
      const what = `cannot unpack ${name} or its errors file (${reasonOf(error)})`;
      throw usageError('UNREADABLE_LOG', name, what, 'name the unpacked log');
    }
    throw usageError(
      error.code.toUpperCase().replaceAll('-', '_'),
      `${source.path}/${name}`,
      error.message,
      'give a log with the columns of docs/data-format.md',
    );
  }
}

/** A defect that reading or deriving finds, as an error of the command line. */
export function namingDefects<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return rethrowNamed(error);
  }
}

export function rethrowNamed(error: unknown): never {
  throw error instanceof ResultError ? damaged(error) : error;
}

function damaged({ code, subject, message }: ResultError): EchometerError {
  const next =
    code === 'NEWER_SCHEMA'
      ? 'use the echometer that wrote it, or a newer one'
      : 'the file is damaged; take the run from where it was measured';
  return usageError(code, subject, message, next);
}

function readFrom(source: RunSource): FoundRun {
  const text = (name: string): string => Buffer.from(source.read(name)).toString('utf8');
  const subject = (name: string): string => `${source.path}/${name}`;
  const run = readRunFile(text('run.json'), subject('run.json'));
  const data = readDataFile(text('data.json'), subject('data.json'));
  requireShowable(run, data, { run: subject('run.json'), data: subject('data.json') });
  const trials = source
    .names()
    .filter((name) => name.startsWith('trials/'))
    .map((name) => readTrialFile(text(name), subject(name)));
  return { source, run, data, trials, samples: samplesOf(source, trials) };
}

/** A column is as long as its trial counted; then nothing reads beyond its end. */
function samplesOf(source: RunSource, trials: readonly TrialFile[]): ReportRun['samples'] {
  const counted = new Map(
    trials.flatMap(({ samples }) =>
      Object.values(samples ?? {}).map((one): [string, SampleFile] => [one.file, one]),
    ),
  );
  return (file) => {
    const bytes = source.read(`samples/${file}`);
    const { count = -1, warmup = 0 } = counted.get(file) ?? {};
    const isWhole = bytes.length === count * BYTES_PER_SAMPLE && warmup >= 0 && warmup < count;
    if (isWhole && Number.isInteger(warmup)) return bytes;
    throw new ResultError(
      'BAD_FIELD',
      `${source.path}/samples/${file}`,
      `${source.path}/samples/${file} has ${bytes.length} bytes, its trial counted ${count} samples, ${warmup} of them warm-up`,
    );
  };
}
