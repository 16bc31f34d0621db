// A packed run (.echometer) read like a run's folder, for `verify`. It writes nothing.

import { readDataFile, readRunFile, readTrialFile } from '../../../kernel/api/run/results-read.ts';
import { openRunSource } from './run-source.ts';
import type { RunStore } from './store.ts';

/** What reads a run and changes nothing. */
export type RunReader = Pick<
  RunStore,
  'folder' | 'readRun' | 'readKernel' | 'readTrials' | 'readData' | 'readSamples'
>;

export function openPacked(path: string): RunReader {
  const source = openRunSource(path);
  const text = (name: string): string => Buffer.from(source.read(name)).toString('utf8');
  return {
    folder: path,
    readRun: () => readRunFile(text('run.json'), 'run.json'),
    readKernel: () => source.read('kernel.wasm'),
    readData: () => readDataFile(text('data.json'), 'data.json'),
    readSamples: (file) => source.read(`samples/${file}`),
    readTrials: () =>
      source
        .names()
        .filter((name) => name.startsWith('trials/'))
        .map((name) => readTrialFile(text(name), name)),
  };
}
