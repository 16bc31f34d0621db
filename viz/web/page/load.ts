// Dropped files -> runs and logs, by the one reader of sources. Draws nothing.

import type { Collection } from '../../../kernel/api/collection/collection.ts';
import { openAll } from '../../../kernel/api/collection/open.ts';
import type { OpenSource, ShownRun } from '../../../kernel/api/collection/open.ts';
import { readEntries, requireRoom } from '../../../kernel/api/collection/read.ts';
import type { Entry } from '../../../kernel/api/collection/read.ts';
import { KERNEL_FILE, RUN_FILE } from '../../../kernel/api/collection/source-names.ts';
import { zipEntries } from '../../../kernel/api/collection/zip.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { isOfOtherTools } from '../../../kernel/api/formats/foreign.ts';
import { FormatError } from '../../../kernel/api/formats/format-error.ts';
import { formatOf } from '../../../kernel/api/formats/read-files.ts';
import { sourcesIn } from '../../../kernel/api/formats/registry.ts';
import { isSidecarName } from '../../../kernel/api/logs/log-set.ts';
import type { NamedLog } from '../../../kernel/api/logs/log-set.ts';
import { toldApart } from '../../../kernel/api/logs/sources.ts';
import { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import { ResultError } from '../../../kernel/api/run/result-error.ts';
import { readDataFile } from '../../../kernel/api/run/results-read.ts';
import type { DataFile, RunFile } from '../../../kernel/api/run/results.ts';
import { inflateRaw, unpack } from '../../archive/unpack.ts';
import type { DroppedFile, LoadFailure } from './dropped.ts';
import { readInMemory } from './foreign.ts';

export interface LoadedRun extends ShownRun {
  /** The folder or file it came from. */
  readonly name: string;
  /** Null when only data.json was given. */
  readonly source: OpenSource | null;
  /** kernel.wasm of the folder; null where there is none: then nothing can be recomputed. */
  readonly kernel: Uint8Array | null;
}

export interface LoadResult {
  readonly runs: readonly LoadedRun[];
  readonly logs: readonly NamedLog[];
  /** What other tools measured; none without a workspace to read them with. */
  readonly collections: readonly Collection[];
  readonly failures: readonly LoadFailure[];
}

interface Found {
  readonly runs: LoadedRun[];
  /** By the source that they were in. */
  readonly logs: { readonly name: string; readonly logs: NamedLog[] }[];
  readonly collections: Collection[];
  readonly failures: LoadFailure[];
}

export async function loadFiles(
  dropped: readonly DroppedFile[],
  workspace: Workspace | null = null,
): Promise<LoadResult> {
  const found: Found = { runs: [], logs: [], collections: [], failures: [] };
  const packed = dropped.filter(({ path }) => path.endsWith('.echometer'));
  for (const file of packed)
    await attempt(found, file.path, async () => {
      const entries = zipEntries(file.path, await file.bytes(), inflateRaw);
      await takeAll(found, file.path, entries, null);
    });
  const loose = dropped.filter(({ path }) => READ.test(path));
  await attempt(found, '', async () => {
    await takeAll(found, '', await Promise.all(loose.map(entryOf)), workspace);
  });
  const logs = toldApart(found.logs);
  if (countOf(found) === 0) {
    const message =
      'Nothing here is a run: drop a run folder, a .echometer file, a data.json that echometer wrote, a CSV log of serializers, or a result of another benchmark tool.';
    found.failures.push({ code: 'NO_RUN', message });
  }
  return { ...found, logs };
}

const countOf = ({ runs, logs, collections, failures }: Found): number =>
  runs.length + logs.length + collections.length + failures.length;

/** What a run's folder, a log or another tool's result may be read from; the rest of a drop is not taken into memory. */
const READ = /\.(?:json|jsonl|csv|gz|zst|wasm|u64|bz2|txt|log|out|js|hlog|hgrm)$/;

async function entryOf({ path, bytes }: DroppedFile): Promise<Entry> {
  const content = await bytes();
  return { name: path, size: content.length, read: () => content };
}

async function takeAll(
  found: Found,
  path: string,
  entries: readonly Entry[],
  workspace: Workspace | null,
): Promise<void> {
  requireRoom(path, entries);
  const names = entries.map(({ name }) => name);
  const before = countOf(found);
  for (const source of openAll(path, names, readEntries(path, entries, unpack)))
    if (workspace !== null && (await isOfOtherTools(source)))
      await takeForeign(found, source, workspace);
    else takeSource(found, source);
  if (path !== '' && countOf(found) === before)
    throw new ResultError('BAD_FIELD', path, `${path} holds no ${RUN_FILE}`);
}

/** A data.json alone is ours; whatever else of no known format lies among the others is passed over. */
async function takeForeign(found: Found, source: OpenSource, workspace: Workspace): Promise<void> {
  const bytesOf = (name: string): Uint8Array | null =>
    source.has(name) ? source.bytes(name) : null;
  const unknown: LoadFailure[] = [];
  for (const names of sourcesIn(source.names.filter((name) => !isSidecarName(name)))) {
    const [name = ''] = names;
    if (names.length === 1 && name.endsWith('.json') && isOurs(source, name)) {
      tryTo(found, name, () => found.runs.push(dataOnly(source, name)));
      continue;
    }
    try {
      found.collections.push(await readInMemory(names, bytesOf, workspace));
    } catch (error) {
      const isUnknown = error instanceof FormatError && error.code === 'UNKNOWN_FORMAT';
      (isUnknown ? unknown : found.failures).push(failureOf(name, error));
    }
  }
  if (countOf(found) === 0) found.failures.push(...unknown);
}

const HEAD_BYTES = 65_536;

/** A data.json, or JSON that no tool's reader knows: then what is missing in it as a data.json is said. */
function isOurs(source: OpenSource, name: string): boolean {
  const head = source.bytes(name).subarray(0, HEAD_BYTES);
  const format = formatOf(name, head)?.id ?? null;
  if (format === null) return true;
  return format === 'json-numbers' && new TextDecoder().decode(head).includes('"schemaVersion"');
}

function takeSource(found: Found, source: OpenSource): void {
  const { path, names } = source;
  if (source.has(RUN_FILE)) tryTo(found, path, () => found.runs.push(loadedRun(source)));
  const logs: NamedLog[] = [];
  for (const name of source.logNames())
    tryTo(found, source.subject(name), () => logs.push(source.log(name)));
  if (logs.length > 0) found.logs.push({ name: path, logs });
  if (source.kind !== 'other' && source.kind !== 'logs') return;
  for (const name of names.filter((one) => one.endsWith('.json') && !isSidecarName(one)))
    tryTo(found, name, () => found.runs.push(dataOnly(source, name)));
}

function loadedRun(source: OpenSource): LoadedRun {
  const kernel = source.has(KERNEL_FILE) ? source.kernel() : null;
  return { ...source.shown(), name: source.path, source, kernel };
}

function tryTo(found: Found, name: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    found.failures.push(failureOf(name, error));
  }
}

async function attempt(found: Found, name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    found.failures.push(failureOf(name, error));
  }
}

function failureOf(name: string, error: unknown): LoadFailure {
  if (error instanceof EchometerError && error.outcome !== 'bug')
    return { code: error.code, message: error.message };
  const text = error instanceof Error ? error.message : String(error);
  return { code: 'UNREADABLE', message: `${name} cannot be read: ${text}` };
}

function dataOnly(source: OpenSource, name: string): LoadedRun {
  const data = readDataFile(source.text(name), source.subject(name));
  const samples = (file: string): Uint8Array => {
    const what = `the samples ${file} were not dropped with the run`;
    throw new ResultError('NO_FILE', file, what);
  };
  const run = unknownRun(data, name.split('/').at(-1) ?? name);
  return { name, run, data, trials: [], samples, source: null, kernel: null };
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
