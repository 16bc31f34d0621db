// A run's files -> checked values that reports and comparisons are made of. What a file lacks is an error with its name.

import {
  readDataFile,
  readRunFile,
  readTrialFile,
  ResultError,
} from '../../../kernel/api/results-read.ts';
import type { ReportRun } from '../../../viz/report/curves.ts';
import { usageError } from '../errors.ts';
import { openRunSource } from './run-source.ts';
import type { RunSource } from './run-source.ts';

export interface FoundRun extends ReportRun {
  readonly source: RunSource;
}

export function readRunAt(path: string): FoundRun {
  const source = openRunSource(path);
  const text = (name: string): string => Buffer.from(source.read(name)).toString('utf8');
  const subject = (name: string): string => `${path}/${name}`;
  try {
    const trials = source.names().filter((name) => name.startsWith('trials/'));
    return {
      source,
      run: readRunFile(text('run.json'), subject('run.json')),
      data: readDataFile(text('data.json'), subject('data.json')),
      trials: trials.map((name) => readTrialFile(text(name), subject(name))),
      samples: (file) => source.read(`samples/${file}`),
    };
  } catch (error) {
    if (!(error instanceof ResultError)) throw error;
    const next =
      error.code === 'NEWER_SCHEMA'
        ? 'use the echometer that wrote it, or a newer one'
        : 'the file is damaged; take the run from where it was measured';
    throw usageError(error.code, error.subject, error.message, next);
  }
}
