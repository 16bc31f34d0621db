// Dropped files -> runs. Knows the layout of a run's folder and of a packed one; draws nothing.

import { isLogName, isSidecarName } from '../../../kernel/api/logs/log-set.ts';
import type { NamedLog } from '../../../kernel/api/logs/log-set.ts';
import {
  readDataFile,
  readRunFile,
  readTrialFile,
  ResultError,
} from '../../../kernel/api/run/results-read.ts';
import type { DataFile, RunFile } from '../../../kernel/api/run/results.ts';
import { unpackFiles } from '../../archive/unpack.ts';
import type { ReportRun } from '../../report/curves.ts';
import type { DroppedFile, LoadFailure } from './dropped.ts';
import { loadLogs } from './load-logs.ts';

export interface LoadedRun extends ReportRun {
  /** The folder or file it came from. */
  readonly name: string;
  /** kernel.wasm of the folder; null when only data.json was given. */
  readonly kernel: Uint8Array | null;
}

export interface LoadResult {
  readonly runs: readonly LoadedRun[];
  readonly logs: readonly NamedLog[];
  readonly failures: readonly LoadFailure[];
}

const NO_SAMPLES = (file: string): Uint8Array => {
  throw new ResultError('BAD_FIELD', file, `the samples ${file} were not dropped with the run`);
};

export async function loadFiles(dropped: readonly DroppedFile[]): Promise<LoadResult> {
  const runs: LoadedRun[] = [];
  const { files, failures: unpacking } = await unpacked(dropped);
  const failures: LoadFailure[] = [...unpacking];
  const attempt = async (name: string, work: () => Promise<LoadedRun>) => {
    try {
      runs.push(await work());
    } catch (error) {
      failures.push(failureOf(name, error));
    }
  };
  for (const [name, folder] of foldersOf(files))
    await attempt(name, () => loadFolder(name, folder));
  for (const file of strayData(files)) await attempt(file.path, () => loadDataOnly(file));
  const found = await loadLogs(files);
  failures.push(...found.failures);
  if (runs.length === 0 && found.logs.length === 0 && failures.length === 0) {
    const message =
      'Nothing here is a run: drop a run folder, a .echometer file, a data.json that echometer wrote, or a CSV log of serializers.';
    failures.push({ code: 'NO_RUN', message });
  }
  return { runs, logs: found.logs, failures };
}

function failureOf(name: string, error: unknown): LoadFailure {
  if (error instanceof ResultError) return { code: error.code, message: error.message };
  const text = error instanceof Error ? error.message : String(error);
  return { code: 'UNREADABLE', message: `${name} cannot be read: ${text}` };
}

type Folder = ReadonlyMap<string, DroppedFile>;

/** Every folder that directly holds a run.json, with its files by their path inside it. */
function foldersOf(files: readonly DroppedFile[]): ReadonlyMap<string, Folder> {
  const roots = files
    .filter(({ path }) => /(^|\/)run\.json$/.test(path))
    .map(({ path }) => path.slice(0, -'run.json'.length));
  return new Map(
    roots.map((root) => {
      const own = files.filter(({ path }) => path.startsWith(root));
      return [
        root === '' ? 'run.json' : root,
        new Map(own.map((file) => [file.path.slice(root.length), file])),
      ];
    }),
  );
}

/** JSON files that stand outside of any run's folder and beside no log. */
function strayData(files: readonly DroppedFile[]): DroppedFile[] {
  const folders = files.flatMap(({ path }) => {
    const name = /(?:run|serializers)\.json$/.exec(path);
    return name === null ? [] : [path.slice(0, name.index)];
  });
  return files.filter(
    ({ path }) =>
      path.endsWith('.json') &&
      !isSidecarName(path) &&
      !folders.some((folder) => path.startsWith(folder)),
  );
}

interface Unpacked {
  readonly files: readonly DroppedFile[];
  readonly failures: readonly LoadFailure[];
}

/** A packed run is a folder of its own name. */
async function unpacked(dropped: readonly DroppedFile[]): Promise<Unpacked> {
  const files: DroppedFile[] = [];
  const failures: LoadFailure[] = [];
  for (const file of dropped) {
    if (!file.path.endsWith('.echometer')) {
      files.push(file);
      continue;
    }
    try {
      files.push(...(await unpack(file)));
    } catch (error) {
      failures.push(failureOf(file.path, error));
    }
  }
  return { files, failures };
}

async function unpack(file: DroppedFile): Promise<DroppedFile[]> {
  const entries = Object.entries(unpackFiles(file.path, await file.bytes(), () => true));
  if (!entries.some(([path]) => /(^|\/)run\.json$/.test(path) || isLogName(path)))
    throw new ResultError('BAD_FIELD', file.path, `${file.path} holds no run.json`);
  return entries.map(([path, bytes]) => {
    return { path: `${file.path}/${path}`, bytes: () => Promise.resolve(bytes) };
  });
}

const textOf = async (file: DroppedFile): Promise<string> =>
  new TextDecoder().decode(await file.bytes());

async function loadFolder(name: string, folder: Folder): Promise<LoadedRun> {
  const required = (path: string): DroppedFile => {
    const file = folder.get(path);
    if (file === undefined) {
      throw new ResultError('BAD_FIELD', `${name}${path}`, `${name} has no ${path}`);
    }
    return file;
  };
  const run = readRunFile(await textOf(required('run.json')), `${name}run.json`);
  const data = readDataFile(await textOf(required('data.json')), `${name}data.json`);
  const paths = [...folder.keys()];
  const trials = await Promise.all(
    paths
      .filter((path) => /^trials\/\d+\.json$/.test(path))
      .map(async (path) => readTrialFile(await textOf(required(path)), `${name}${path}`)),
  );
  const samples = new Map<string, Uint8Array>();
  for (const path of paths.filter((one) => one.startsWith('samples/') && one.endsWith('.u64'))) {
    samples.set(path.slice('samples/'.length), await required(path).bytes());
  }
  const kernel = folder.get('kernel.wasm');
  return {
    name,
    run,
    data,
    trials,
    samples: (file) => samples.get(file) ?? NO_SAMPLES(file),
    kernel: kernel === undefined ? null : await kernel.bytes(),
  };
}

async function loadDataOnly(file: DroppedFile): Promise<LoadedRun> {
  const data = readDataFile(await textOf(file), file.path);
  return {
    name: file.path,
    hasRunFile: false,
    run: unknownRun(data, file.path.split('/').at(-1) ?? file.path),
    data,
    trials: [],
    samples: NO_SAMPLES,
    kernel: null,
  };
}

const UNKNOWN = 'unknown';

/** data.json alone says nothing about the machine: everything but its own fields is unknown. */
function unknownRun(data: DataFile, label: string): RunFile {
  const suites = [...new Set(data.cases.map(({ suite }) => suite))];
  return {
    schemaVersion: 1,
    tool: { name: 'echometer', version: UNKNOWN },
    suites,
    profile: 'full',
    only: null,
    seed: Number.NaN,
    startedAt: UNKNOWN,
    finishedAt: null,
    kernelId: data.kernelId,
    measureId: data.measureId,
    signature: UNKNOWN,
    build: { file: 'kernel.wasm', sha256: UNKNOWN, simd: true },
    abiVersion: Number.NaN,
    protocolVersion: Number.NaN,
    lane: data.trials[0]?.params.lane ?? UNKNOWN,
    laneReason: UNKNOWN,
    order: data.trials,
    device: {
      label,
      platform: UNKNOWN,
      arch: UNKNOWN,
      osRelease: '',
      cpuModel: UNKNOWN,
      cpuCount: Number.NaN,
      memoryBytes: Number.NaN,
    },
    host: { runtime: 'node', version: UNKNOWN, v8: UNKNOWN },
    worker: { kind: 'command', name: UNKNOWN },
    clock: { source: UNKNOWN, resolutionNs: Number.NaN, readNs: Number.NaN },
    environment: {},
    freshness: { host: UNKNOWN, worker: UNKNOWN, kernel: UNKNOWN },
  };
}
