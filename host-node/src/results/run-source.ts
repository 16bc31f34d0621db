// A run's files wherever they are: in a folder or in one .echometer file (a zip of the folder). Reads only what belongs
// to a run; knows no content.

import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { unzipSync } from 'fflate';

import { EchometerError, EXIT, reasonOf, systemCode, usageError } from '../errors.ts';

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
const FILES = /^(?:run\.json|data\.json|kernel\.wasm|trials\/\d+\.json|samples\/[\w.-]+\.u64)$/;
/** A zip may hold them at its top or in one folder. */
const PACKED = new RegExp(`^(?:[^/]+/)?${FILES.source.slice(1)}`);

export function openRunSource(path: string): RunSource {
  const source = isFolder(path) ? folderSource(path) : packedSource(path);
  const names = source.names();
  if (source.folder !== null && existsSync(join(source.folder, 'serializers.json')))
    throw usageError(
      'SERIALIZER_RUN',
      path,
      `${path} is a run of the serializer suite`,
      'use echometer analyze for its tables, and compare its CSV logs',
    );
  if (!names.includes('run.json')) throw notARun(path, 'it has no run.json');
  if (names.includes('data.json')) return source;
  throw usageError(
    'UNFINISHED_RUN',
    path,
    `${path} is an unfinished run: it has no data.json`,
    `finish it with echometer run --resume ${path}`,
  );
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
  const names = ['', 'trials', 'samples']
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

function packedSource(path: string): RunSource {
  const entries = unpack(path);
  const top = Object.keys(entries).find((name) => /^(?:[^/]+\/)?run\.json$/.test(name));
  const prefix = top?.slice(0, -'run.json'.length) ?? '';
  const files = new Map(
    Object.entries(entries)
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
    return unzipSync(bytes, { filter: ({ name }) => PACKED.test(name) });
  } catch (error) {
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
