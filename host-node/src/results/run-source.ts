// A run's files wherever they are: in a folder or in one .echometer file (a zip of the folder). Reads only what belongs
// to a run; knows no content.

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { isLogName, sidecarNameOf } from '../../../kernel/api/logs/log-set.ts';
import { ResultError } from '../../../kernel/api/run/results-read.ts';
import { unpackFiles } from '../../../viz/archive/unpack.ts';
import {
  EchometerError,
  EXIT,
  reasonOf,
  resumeCommand,
  systemCode,
  usageError,
} from '../errors.ts';

export interface RunSource {
  /** As it was named on the command line. */
  readonly path: string;
  /** The last part of its path: what the viewer shows. */
  readonly name: string;
  /** The folder itself; null for a packed run. */
  readonly folder: string | null;
  /** Every file that belongs to the run, relative, with forward slashes, sorted. */
  names(): readonly string[];
  read(name: string): Uint8Array;
}

/** docs/data-format.md: what facts and derived numbers are made of. Temporary files do not match. */
const FILES = new RegExp(
  [
    'run\\.json',
    'data\\.json',
    'serializers\\.json',
    'kernel\\.wasm',
    'trials/\\d+\\.json',
    'samples/[\\w.-]+\\.u64',
    'logs/(?:[\\w+#-]+/)?[\\w.@+-]+\\.(?:csv|csv\\.gz|configs\\.json|environment\\.json)',
  ]
    .map((pattern) => `^${pattern}$`)
    .join('|'),
);
/** A run of the duplex suite; it may have serializer logs too. */
export function openRunSource(path: string): RunSource {
  const source = openSource(path);
  const names = source.names();
  if (names.includes('data.json')) return source;
  if (!names.includes('run.json'))
    throw usageError(
      'SERIALIZER_RUN',
      path,
      `${path} is a run of the serializer suite`,
      'use echometer report or echometer analyze for its tables, and compare its CSV logs',
    );
  throw usageError(
    'UNFINISHED_RUN',
    path,
    `${path} is an unfinished run: it has no data.json`,
    `finish it with ${resumeCommand(path)}`,
  );
}

/** A run of any suite: a run.json or logs. */
export function openSource(path: string): RunSource {
  const source = isFolder(path)
    ? folderSource(path)
    : isLogName(path)
      ? logSource(path)
      : packedSource(path);
  if (source.names().some((name) => name === 'run.json' || isLogName(name))) return source;
  if (source.names().includes('serializers.json'))
    throw usageError(
      'NO_LOGS',
      path,
      `${path} is a serializer run without a log: nothing was measured yet`,
      `finish it with ${resumeCommand(path)}`,
    );
  throw notARun(path, 'it has no run.json');
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw unreadable(path, error);
  }
}

function folderSource(path: string): RunSource {
  const folder = resolve(path);
  const inside = (part: string): string[] => {
    try {
      const entries = readdirSync(join(folder, part), { withFileTypes: true });
      // Files only: a link may lead out of the run.
      return entries.flatMap((entry) =>
        entry.isFile() ? [part === '' ? entry.name : `${part}/${entry.name}`] : [],
      );
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return [];
      throw unreadable(join(folder, part), error);
    }
  };
  const languages = foldersIn(join(folder, 'logs')).map((name) => `logs/${name}`);
  const names = ['', 'trials', 'samples', 'logs', ...languages]
    .flatMap(inside)
    .filter((name) => FILES.test(name))
    .sort();
  return {
    path,
    name: basename(folder),
    folder,
    names: () => names,
    read: (name) => {
      if (!names.includes(name)) throw notARun(path, `it has no ${name}`);
      try {
        return readFileSync(join(folder, name));
      } catch (error) {
        throw unreadable(join(folder, name), error);
      }
    },
  };
}

function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    // Not there, or not a folder: then it holds none.
    return [];
  }
}

/** A log that stands alone, with its sidecar. */
function logSource(path: string): RunSource {
  const folder = dirname(resolve(path));
  const name = basename(path);
  const sidecar = sidecarNameOf(name, filesIn(folder));
  const names = [name, ...(sidecar === null ? [] : [sidecar])];
  return {
    path,
    name,
    folder: null,
    names: () => names,
    read: (file) => {
      try {
        return readFileSync(join(folder, file));
      } catch (error) {
        throw unreadable(join(folder, file), error);
      }
    },
  };
}

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw unreadable(folder, error);
  }
};

function packedSource(path: string): RunSource {
  const entries = Object.entries(unpack(path));
  // A zip may hold the files at its top or in one folder.
  const top = entries.find(([name]) => /^(?:[^/]+\/)?(?:run|serializers)\.json$/.test(name));
  const prefix = top === undefined ? '' : top[0].slice(0, top[0].lastIndexOf('/') + 1);
  const files = new Map(
    entries
      .filter(([name]) => name.startsWith(prefix) && FILES.test(name.slice(prefix.length)))
      .map(([name, bytes]) => [name.slice(prefix.length), bytes] as const),
  );
  return {
    path,
    name: basename(path),
    folder: null,
    names: () => [...files.keys()].sort(),
    read: (name) => {
      const bytes = files.get(name);
      if (bytes === undefined) throw notARun(path, `it has no ${name}`);
      return bytes;
    },
  };
}

function unpack(path: string): Record<string, Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
  try {
    const inFolder = (name: string): string => name.slice(name.indexOf('/') + 1);
    return unpackFiles(path, bytes, (name) => FILES.test(name) || FILES.test(inFolder(name)));
  } catch (error) {
    if (error instanceof ResultError)
      throw usageError(error.code, path, error.message, 'name the unpacked folder');
    throw notARun(path, `it is no folder and no zip: ${reasonOf(error)}`);
  }
}

function notARun(path: string, why: string): EchometerError {
  return usageError(
    'NOT_A_RUN',
    path,
    `${path} is not a run: ${why}`,
    "name a run's folder or an .echometer file",
  );
}

function unreadable(path: string, error: unknown): EchometerError {
  return new EchometerError(
    {
      code: 'UNREADABLE_RUN',
      subject: path,
      what: `cannot read ${path} (${systemCode(error) ?? 'unknown'})`,
      next: "name a run's folder or an .echometer file",
      exit: EXIT.usage,
    },
    { cause: error },
  );
}
