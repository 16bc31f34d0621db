// Serializer logs on disk: found, read in chunks, with the sidecar beside each. It analyses nothing.
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { errorProblems } from '../../../kernel/api/logs/errors-file.ts';
import { LogError } from '../../../kernel/api/logs/problems.ts';
import type { LogProblem } from '../../../kernel/api/logs/problems.ts';
import { LogReader } from '../../../kernel/api/logs/read.ts';
import type { SerializerLog } from '../../../kernel/api/logs/read.ts';
import { readSidecar } from '../../../kernel/api/logs/sidecar.ts';
import type { Sidecar } from '../../../kernel/api/logs/sidecar.ts';
import type { LogSuite } from '../../../kernel/api/logs/stats-file.ts';
import { readCurves } from '../../../kernel/api/logs/warm-curve.ts';
import type { WarmCurve } from '../../../kernel/api/logs/warm-curve.ts';
import { systemCode, usageError } from '../errors.ts';

export interface LogFile {
  readonly path: string;
  readonly log: SerializerLog;
  readonly sidecar: Sidecar | null;
  readonly suite: LogSuite;
  /** Of a warm suite; empty where there are none. */
  readonly curves: readonly WarmCurve[];
}

const CHUNK_BYTES = 1 << 18;
/** A compressed log is unpacked whole; more is not a log of ours but a trap. */
const MOST_UNPACKED_BYTES = 1 << 29;

/** The logs that a path means: a file itself, or every CSV below a folder but the errors files. */
export function findLogs(path: string): readonly string[] {
  let isFolder: boolean;
  try {
    isFolder = statSync(path).isDirectory();
  } catch (error) {
    throw unreadable(path, error);
  }
  if (!isFolder) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => LOG.test(name) && !isErrorsFile(name))
    .map((name) => join(path, name))
    .sort();
}

/** A log may be compressed where it is kept; what it says is the same. */
const LOG = /\.csv(\.gz)?$/;

const isErrorsFile = (name: string): boolean => /[.-]errors\.csv(\.gz)?$/.test(name);

const stemOf = (path: string): string => path.replace(LOG, '');

/** `root` is what names in results are relative to: no path of this machine is stored. */
export function readLogFile(path: string, root: string | null, language: string | null): LogFile {
  const sidecar = sidecarOf(path);
  const folder = basename(dirname(path));
  // The older layout names no language: its folder does, as in `logs/python/x.csv`.
  const named = [
    language,
    sidecar?.language,
    /^[a-z+#]+$/i.test(folder) && folder !== 'logs' ? folder : null,
  ];
  const fallback =
    named.find((text) => text !== null && text !== undefined && text !== '') ?? 'unknown';
  const name = root === null ? basename(path) : relative(root, path);
  const suite = stemOf(path).endsWith('.warm') ? 'warm' : 'cold';
  const plain = name.replace(/\.gz$/, '');
  const read = readWhole(path, plain, fallback);
  const log = { ...read, problems: [...read.problems, ...errorsOf(path, plain)] };
  return { path, log, sidecar, suite, curves: suite === 'warm' ? curvesOf(path) : [] };
}

/** The calls that failed are nowhere in the log itself. */
function errorsOf(path: string, name: string): readonly LogProblem[] {
  const plain = `${stemOf(path)}.errors.csv`;
  const found = [plain, `${plain}.gz`].find((one) => existsSync(one));
  if (found === undefined) return [];
  try {
    const bytes = readFileSync(found);
    const text = found === plain ? bytes : unpacked(bytes);
    return errorProblems(name.replace(LOG, '.errors.csv'), text);
  } catch (error) {
    throw refused(found, error);
  }
}

const unpacked = (bytes: Uint8Array): Uint8Array =>
  gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED_BYTES });

function curvesOf(path: string): readonly WarmCurve[] {
  const plain = `${stemOf(path)}.curves.jsonl`;
  if (existsSync(plain)) return readCurves(readFileSync(plain, 'utf8'));
  return existsSync(`${plain}.gz`)
    ? readCurves(gunzipSync(readFileSync(`${plain}.gz`)).toString('utf8'))
    : [];
}

function readWhole(path: string, name: string, language: string): SerializerLog {
  const reader = new LogReader(name, { language });
  const chunk = new Uint8Array(CHUNK_BYTES);
  try {
    if (path.endsWith('.gz')) {
      reader.push(unpacked(readFileSync(path)));
      return reader.end();
    }
    const file = openSync(path, 'r');
    try {
      for (let n = readSync(file, chunk); n > 0; n = readSync(file, chunk))
        reader.push(chunk.subarray(0, n));
    } finally {
      closeSync(file);
    }
    return reader.end();
  } catch (error) {
    throw refused(path, error);
  }
}

function refused(path: string, error: unknown): Error {
  if (!(error instanceof LogError)) return unreadable(path, error);
  return usageError(
    error.code.toUpperCase().replaceAll('-', '_'),
    path,
    error.message,
    'give a log with the columns of docs/data-format.md',
  );
}

function sidecarOf(path: string): Sidecar | null {
  const stem = stemOf(path);
  for (const ending of ['.configs.json', '.environment.json'])
    if (existsSync(stem + ending)) return readSidecar(readFileSync(stem + ending, 'utf8'));
  return onlyConfigs(dirname(path), basename(stem));
}

/** An excerpt keeps its log's sidecar: `2026-08-16-150620.part.csv` belongs to `2026-08-16-150620.configs.json`. */
function onlyConfigs(folder: string, stem: string): Sidecar | null {
  const owner = readdirSync(folder).find(
    (name) => name.endsWith('.configs.json') && stem.startsWith(name.replace('.configs.json', '.')),
  );
  return owner === undefined ? null : readSidecar(readFileSync(join(folder, owner), 'utf8'));
}

const unreadable = (path: string, error: unknown): Error =>
  usageError(
    'UNREADABLE_LOG',
    path,
    `cannot read ${path} (${systemCode(error) ?? String(error)})`,
    'name a CSV log or a folder of logs',
  );
