// A run's folder while it is filled (docs/data-format.md). It decides names and nothing about their content.

import { readdirSync, rmSync, statSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';

import type { OpenSource } from '../../../kernel/api/collection/open.ts';
import { DATA_FILE, KERNEL_FILE, RUN_FILE } from '../../../kernel/api/collection/source-names.ts';
import type { DataFile, RunFile, TrialFile } from '../../../kernel/api/run/results.ts';
import { trialFileName } from '../../../kernel/api/run/file-names.ts';
import { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import { usageError } from '../errors.ts';
import { LOCK_FILE, lockFolder } from './lock.ts';
import { makeFolder, makePart } from './make-folder.ts';
import { notARun } from './require.ts';
import { openFolder } from './source.ts';
import { TEMPORARY_SUFFIX, writeError, writeFileWhole } from './write-file.ts';

const PARTS = ['trials', 'samples', 'logs'] as const;

export class RunStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** `out` must be empty or not exist; without it a new folder is made below results/. */
  static create(out: string | null, startedAt: string): RunStore {
    const folder = resolve(out ?? join('results', newRunName(startedAt)));
    if (isFile(folder)) throw notEmpty(folder);
    makeFolder(folder);
    lockFolder(folder);
    try {
      if (!isUnused(folder)) throw notEmpty(folder);
    } catch (error) {
      throw error instanceof EchometerError ? error : writeError(folder, error);
    }
    for (const part of PARTS) makePart(folder, part);
    return new RunStore(folder);
  }

  /** An existing run's folder; parts that were empty and got lost are made again. */
  static open(folder: string): RunStore {
    const path = resolve(folder);
    const store = new RunStore(path);
    const source = store.source();
    if (!source.has(RUN_FILE)) throw notARun(folder, `it has no ${RUN_FILE}`);
    source.run();
    lockFolder(path);
    for (const part of PARTS) makePart(path, part);
    return store;
  }

  /** The folder as it is now, for reading. */
  source(): OpenSource {
    return openFolder(this.folder).source;
  }

  writeRun(run: RunFile): void {
    this.#writeJson(RUN_FILE, run);
  }

  writeKernel(bytes: Uint8Array): void {
    writeFileWhole(join(this.folder, KERNEL_FILE), bytes);
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
    this.#writeJson(DATA_FILE, data);
  }

  removeData(): void {
    rmSync(join(this.folder, DATA_FILE), { force: true });
  }

  #writeJson(name: string, value: unknown): void {
    writeFileWhole(join(this.folder, name), `${JSON.stringify(value, null, 2)}\n`);
  }
}

/** `2026-09-29T120000Z-1f9a`: sorts by time; the random part keeps two runs of one second apart. */
export function newRunName(startedAt: string): string {
  const time = startedAt.replace(/\.\d+Z$/, 'Z').replaceAll(':', '');
  return `${time}-${randomBytes(2).toString('hex')}`;
}

/** Empty, or what a run left that ended before its run.json was written: of a full disk, for one. */
function isUnused(folder: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).every((entry) => {
    const isPart = entry.isDirectory() && PARTS.some((part) => part === entry.name);
    if (isPart) return readdirSync(join(folder, entry.name)).length === 0;
    return [KERNEL_FILE, LOCK_FILE].includes(entry.name) || entry.name.endsWith(TEMPORARY_SUFFIX);
  });
}

/** Also false where a part of the path is no folder: making it says so by name. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function notEmpty(folder: string): EchometerError {
  return usageError(
    'OUT_NOT_EMPTY',
    folder,
    `${folder} is not an empty folder`,
    'name a new or empty folder with --out',
  );
}
