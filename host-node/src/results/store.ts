// A run's folder: made, filled and read (docs/data-format.md). It decides names and nothing about their content.

import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';

import type { DataFile, RunFile, TrialFile } from '../../../kernel/api/run/results.ts';
import { readDataFile, readRunFile, readTrialFile } from '../../../kernel/api/run/results-read.ts';
import { trialFileName } from '../../../kernel/api/trial/file-names.ts';
import { EchometerError, systemCode, usageError } from '../errors.ts';
import { makeFolder } from './make-folder.ts';
import { TEMPORARY_SUFFIX, writeError, writeFileWhole } from './write-file.ts';

const PARTS = ['trials', 'samples', 'logs'] as const;
const TRIAL_FILE = /^\d{4,}\.json$/;

export class RunStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** `out` must be empty or not exist; without it a new folder is made below results/. */
  static create(out: string | null, startedAt: string): RunStore {
    const folder = resolve(out ?? join('results', newRunName(startedAt)));
    try {
      if (existsSync(folder) && !isEmptyFolder(folder)) throw notEmpty(folder);
      makeFolder(folder);
      // Of two runs that found the folder empty at the same time, one makes the parts.
      for (const part of PARTS) mkdirSync(join(folder, part));
    } catch (error) {
      if (error instanceof EchometerError) throw error;
      if (systemCode(error) === 'EEXIST') throw notEmpty(folder);
      throw writeError(folder, error);
    }
    return new RunStore(folder);
  }

  /** An existing run's folder; parts that were empty and got lost are made again. */
  static open(folder: string): RunStore {
    const path = resolve(folder);
    const store = new RunStore(path);
    store.readRun();
    for (const part of PARTS) makeFolder(join(path, part));
    return store;
  }

  writeRun(run: RunFile): void {
    this.#writeJson('run.json', run);
  }

  writeKernel(bytes: Uint8Array): void {
    writeFileWhole(join(this.folder, 'kernel.wasm'), bytes);
  }

  writeTrial(trial: TrialFile): void {
    this.#writeJson(join('trials', trialFileName(trial.order)), trial);
  }

  writeSamples(file: string, bytes: Uint8Array): void {
    writeFileWhole(join(this.folder, 'samples', file), bytes);
  }

  writeLog(file: string, text: string): void {
    writeFileWhole(join(this.folder, 'logs', file), text);
  }

  writeData(data: DataFile): void {
    this.#writeJson('data.json', data);
  }

  readRun(): RunFile {
    return readRunFile(this.#readText('run.json'), 'run.json');
  }

  readData(): DataFile {
    return readDataFile(this.#readText('data.json'), 'data.json');
  }

  /** Every finished trial, in run order; what a killed run left under a temporary name is not a result. */
  readTrials(): TrialFile[] {
    return this.#names('trials')
      .filter((name) => TRIAL_FILE.test(name) && !name.endsWith(TEMPORARY_SUFFIX))
      .sort()
      .map((name) => readTrialFile(this.#readText(join('trials', name)), `trials/${name}`));
  }

  readSamples(file: string): Uint8Array {
    return this.#readBytes(join('samples', file));
  }

  readKernel(): Uint8Array {
    return this.#readBytes('kernel.wasm');
  }

  #writeJson(name: string, value: unknown): void {
    writeFileWhole(join(this.folder, name), `${JSON.stringify(value, null, 2)}\n`);
  }

  #readText(name: string): string {
    return Buffer.from(this.#readBytes(name)).toString('utf8');
  }

  #readBytes(name: string): Uint8Array {
    const path = join(this.folder, name);
    try {
      return readFileSync(path);
    } catch (error) {
      throw unreadable(path, error);
    }
  }

  /** The names in one part of the folder; none when it is not there. */
  #names(part: string): string[] {
    const path = join(this.folder, part);
    try {
      return readdirSync(path);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return [];
      throw unreadable(path, error);
    }
  }
}

function unreadable(path: string, error: unknown): EchometerError {
  return usageError(
    'UNREADABLE_RUN',
    path,
    `cannot read ${path} (${systemCode(error) ?? 'unknown'})`,
    path.endsWith('run.json')
      ? 'name the folder of a run'
      : 'the folder is damaged; take the run from where it was measured',
  );
}

/** `2026-09-29T120000Z-1f9a`: sorts by time; the random part keeps two runs of one second apart. */
export function newRunName(startedAt: string): string {
  const time = startedAt.replace(/\.\d+Z$/, 'Z').replaceAll(':', '');
  return `${time}-${randomBytes(2).toString('hex')}`;
}

function isEmptyFolder(folder: string): boolean {
  return statSync(folder).isDirectory() && readdirSync(folder).length === 0;
}

function notEmpty(folder: string): EchometerError {
  return usageError(
    'OUT_NOT_EMPTY',
    folder,
    `${folder} is not an empty folder`,
    'name a new or empty folder with --out',
  );
}
