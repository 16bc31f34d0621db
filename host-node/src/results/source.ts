// The files of a source on a disk: a folder, one log with what lies beside it, or a packed run. Only plain files are opened:
// a link may lead out of a run, a FIFO or a device never ends.

import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import type { Dirent } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { open } from '../../../kernel/api/collection/open.ts';
import type { OpenSource } from '../../../kernel/api/collection/open.ts';
import {
  MOST_IN_MEMORY,
  readEntries,
  requireRoom,
  tooLarge,
} from '../../../kernel/api/collection/read.ts';
import type { Read } from '../../../kernel/api/collection/read.ts';
import {
  isWantedName,
  PLAN_FILE,
  RUN_FILE,
  RUN_PARTS,
  runRoots,
} from '../../../kernel/api/collection/source-names.ts';
import { zipEntries } from '../../../kernel/api/collection/zip.ts';
import { logWithCompanions } from '../../../kernel/api/logs/log-set.ts';
import { ResultError } from '../../../kernel/api/run/result-error.ts';
import { systemCode } from '../errors.ts';
import { inflateRaw, unpack } from './unpack.ts';

export interface SourceOnDisk {
  readonly source: OpenSource;
  /** The last part of its path: what the viewer shows. */
  readonly name: string;
  /** The folder itself; null for one file. */
  readonly folder: string | null;
  /** What was not opened, each with the reason. */
  readonly passedOver: readonly string[];
}

/** What the user names may be a link; what lies inside a folder may not. */
export function openSource(path: string): SourceOnDisk {
  const place = orUnreadable(path, () => realpathSync(path));
  return statSync(place).isDirectory() ? openFolder(path) : openFile(path, place);
}

export function openFolder(path: string): SourceOnDisk {
  const folder = resolve(path);
  const listing = listed(path, folder);
  const { names, kinds } = listing;
  const passedOver = [...kinds].filter(([name]) => isWantedName(name));
  return {
    source: open(path, names, readIn(path, folder, listing)),
    name: basename(folder),
    folder,
    passedOver: passedOver.map(([name, kind]) => `${name} (${kind})`),
  };
}

function openFile(path: string, place: string): SourceOnDisk {
  const about = { name: basename(path), folder: null, passedOver: [] };
  const [p, k] = firstBytes(path, place);
  // Every zip begins with PK.
  if (p === 0x50 && k === 0x4b) return { ...about, source: openPacked(path, place) };
  const [folder, said] = [dirname(place), dirname(path)];
  const listing = kindsOf(entriesIn(said, folder), '');
  const names = logWithCompanions(basename(place), listing.names);
  const shown = said === '.' ? '' : said;
  return { ...about, source: open(shown, names, readIn(shown, folder, { ...listing, names })) };
}

function openPacked(path: string, place: string): OpenSource {
  const bytes = wholeFile(path, place, MOST_IN_MEMORY);
  const all = zipEntries(path, bytes, inflateRaw);
  // A zip may hold the files at its top or in one folder.
  const [root = ''] = runRoots(all.map(({ name }) => name));
  const entries = all
    .filter(({ name }) => name.startsWith(root) && isWantedName(name.slice(root.length)))
    .map((entry) => ({ ...entry, name: entry.name.slice(root.length) }));
  requireRoom(path, entries);
  const names = entries.map(({ name }) => name);
  return open(path, names, readEntries(path, entries, unpack));
}

interface Listing {
  /** Plain files, relative to the folder. */
  readonly names: readonly string[];
  /** What else is there, by name. */
  readonly kinds: ReadonlyMap<string, string>;
}

/** Of a run's folder its own parts; of any other everything below it. */
function listed(path: string, folder: string): Listing {
  const top = kindsOf(entriesIn(path, folder), '');
  const isRun = [RUN_FILE, PLAN_FILE].some((name) => top.names.includes(name));
  const names = [...top.names];
  const kinds = new Map(top.kinds);
  const open = [...top.folders].filter((part) => !isRun || RUN_PARTS.includes(part));
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const inner = kindsOf(entriesIn(`${path}/${part}`, join(folder, part)), `${part}/`);
    names.push(...inner.names);
    for (const [name, kind] of inner.kinds) kinds.set(name, kind);
    open.push(...inner.folders);
    if (names.length > MOST_FILES) throw tooMany(path);
  }
  return { names, kinds };
}

/** Of a run of 100,000 trials. A working folder with everything in it is no source. */
const MOST_FILES = 400_000;

const tooMany = (path: string): ResultError =>
  new ResultError('TOO_LARGE', path, `${path} holds more than ${MOST_FILES} files`);

function kindsOf(
  entries: readonly Dirent[],
  prefix: string,
): Listing & { readonly folders: readonly string[] } {
  const of = (is: (entry: Dirent) => boolean): string[] =>
    entries.filter(is).map(({ name }) => prefix + name);
  return {
    names: of((entry) => entry.isFile()),
    folders: of((entry) => entry.isDirectory()),
    kinds: new Map(
      entries
        .filter((entry) => !entry.isFile())
        .map((entry) => [prefix + entry.name, kindOf(entry)]),
    ),
  };
}

function kindOf(entry: Dirent): string {
  if (entry.isDirectory()) return 'a folder';
  if (entry.isSymbolicLink()) return 'a link';
  return entry.isFIFO() ? 'a FIFO' : entry.isSocket() ? 'a socket' : 'a device';
}

const entriesIn = (path: string, folder: string): readonly Dirent[] =>
  orUnreadable(path, () => readdirSync(folder, { withFileTypes: true }));

function readIn(path: string, folder: string, { names, kinds }: Listing): Read {
  const known = new Set(names);
  const subject = (name: string): string => (path === '' ? name : `${path}/${name}`);
  const placeOf = (name: string): string => {
    if (known.has(name)) return join(folder, name);
    const kind = kinds.get(name);
    if (kind === undefined)
      throw new ResultError('NO_FILE', subject(name), `${path} has no ${name}`);
    throw noFile(subject(name), kind);
  };
  return {
    whole: (name, most) => wholeFile(subject(name), placeOf(name), most),
    pieces: (name) => piecesOf(subject(name), placeOf(name)),
    unpack,
  };
}

const noFile = (subject: string, kind: string): ResultError =>
  new ResultError('NOT_A_FILE', subject, `${subject} is ${kind}: only plain files are read`);

function wholeFile(subject: string, place: string, most: number): Uint8Array {
  return withFile(subject, place, (file, size) => {
    if (size > most) throw tooLarge(subject, most);
    const bytes = new Uint8Array(size);
    let at = 0;
    for (let n = 1; n > 0 && at < size; at += n) n = readSync(file, bytes, at, size - at, null);
    return bytes.subarray(0, at);
  });
}

function firstBytes(subject: string, place: string): Uint8Array {
  return withFile(subject, place, (file) => {
    const bytes = new Uint8Array(2);
    return bytes.subarray(0, readSync(file, bytes));
  });
}

const CHUNK_BYTES = 1 << 18;

function* piecesOf(subject: string, place: string): Generator<Uint8Array> {
  const file = openPlain(subject, place);
  const chunk = new Uint8Array(CHUNK_BYTES);
  try {
    for (;;) {
      const n = orUnreadable(subject, () => readSync(file, chunk));
      if (n === 0) return;
      yield chunk.subarray(0, n);
    }
  } finally {
    closeSync(file);
  }
}

function withFile<T>(subject: string, place: string, use: (file: number, size: number) => T): T {
  const file = openPlain(subject, place);
  try {
    return orUnreadable(subject, () => use(file, fstatSync(file).size));
  } finally {
    closeSync(file);
  }
}

/** Non-blocking: a FIFO that took the place of a file since it was listed would wait for its writer. */
function openPlain(subject: string, place: string): number {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  return orUnreadable(subject, () => {
    const file = openSync(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (fstatSync(file).isFile()) return file;
    closeSync(file);
    throw noFile(subject, 'no file');
  });
}

function orUnreadable<T>(subject: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = error instanceof ResultError ? null : systemCode(error);
    // Too few descriptors are the machine's matter, not the file's.
    if (code === null || code === 'EMFILE' || code === 'ENFILE') throw error;
    throw new ResultError('UNREADABLE', subject, `cannot read ${subject} (${code})`);
  }
}
