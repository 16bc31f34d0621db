// Dropped files -> runs. Knows the layout of a run's folder and of a packed one; draws nothing.

import { unzipSync } from 'fflate';
import {
  readDataFile,
  readRunFile,
  readTrialFile,
  ResultError,
} from '../../kernel/api/results-read.ts';
import type { DataFile, RunFile } from '../../kernel/api/results.ts';
import type { ReportRun } from '../report/curves.ts';

/** A file as it was dropped: its path within the drop, and its bytes on demand. */
export interface DroppedFile {
  readonly path: string;
  readonly bytes: () => Promise<Uint8Array>;
}

export interface LoadedRun extends ReportRun {
  /** The folder or file it came from. */
  readonly name: string;
  /** kernel.wasm of the folder; null when only data.json was given. */
  readonly kernel: Uint8Array | null;
}

export interface LoadFailure {
  readonly code: string;
  readonly message: string;
}

export interface LoadResult {
  readonly runs: readonly LoadedRun[];
  readonly failures: readonly LoadFailure[];
}

const NO_SAMPLES = (file: string): Uint8Array => {
  throw new ResultError('BAD_FIELD', file, `the samples ${file} were not dropped with the run`);
};

export async function loadRuns(files: readonly DroppedFile[]): Promise<LoadResult> {
  const runs: LoadedRun[] = [];
  const failures: LoadFailure[] = [];
  const attempt = async (name: string, work: () => Promise<LoadedRun>) => {
    try {
      runs.push(await work());
    } catch (error) {
      failures.push(failureOf(name, error));
    }
  };
  const packed = files.filter(({ path }) => path.endsWith('.echometer'));
  for (const file of packed) {
    await attempt(file.path, async () => loadFolder(file.path, await unpack(file)));
  }
  for (const [name, folder] of foldersOf(files))
    await attempt(name, () => loadFolder(name, folder));
  for (const file of strayData(files)) await attempt(file.path, () => loadDataOnly(file));
  if (runs.length === 0 && failures.length === 0) {
    const message =
      'Nothing here is a run: drop a run folder, a .echometer file or a data.json that echometer wrote.';
    failures.push({ code: 'NO_RUN', message });
  }
  return { runs, failures };
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

/** JSON files that stand outside of any run's folder. */
function strayData(files: readonly DroppedFile[]): DroppedFile[] {
  const roots = [...foldersOf(files).keys()].map((root) => (root === 'run.json' ? '' : root));
  return files.filter(
    ({ path }) => path.endsWith('.json') && !roots.some((root) => path.startsWith(root)),
  );
}

async function unpack(file: DroppedFile): Promise<Folder> {
  const entries = Object.entries(unzipSync(await file.bytes()));
  const root = entries.map(([path]) => path).find((path) => /(^|\/)run\.json$/.test(path));
  if (root === undefined) {
    throw new ResultError('BAD_FIELD', file.path, `${file.path} holds no run.json`);
  }
  const prefix = root.slice(0, -'run.json'.length);
  return new Map(
    entries.map(([path, bytes]) => {
      const inside = path.slice(prefix.length);
      return [inside, { path: inside, bytes: () => Promise.resolve(bytes) }];
    }),
  );
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
