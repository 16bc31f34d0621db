// One serializer log of a source, with the files beside it: the sidecar, the errors, the curves. Any of them may be kept
// compressed. What can be read past is a problem of the log; a LogError or a ResultError says why one cannot be read at all.

import { errorProblems } from '../logs/errors-file.ts';
import {
  compressionOf,
  curvesNameOf,
  errorsNameOf,
  plainName,
  sidecarNameOf,
  suiteOf,
} from '../logs/log-set.ts';
import type { NamedLog } from '../logs/log-set.ts';
import { LogReader } from '../logs/read.ts';
import { readSidecar } from '../logs/sidecar.ts';
import type { Sidecar } from '../logs/sidecar.ts';
import { curvesIn } from '../logs/warm-curve.ts';
import type { Read } from './read.ts';

/** A compressed file is unpacked whole; more is no log of ours but a trap. */
const MOST_UNPACKED_BYTES = 2 ** 29;
const MOST_SIDECAR_BYTES = 2 ** 24;

export interface LogPlace {
  /** Of the source, as it was named. */
  readonly path: string;
  readonly name: string;
  readonly names: readonly string[];
}

/** `language` is that of rows which name none; without it the sidecar's, or that of the folder. */
export function readLog(place: LogPlace, read: Read, language: string | null): NamedLog {
  const { name, names } = place;
  const sidecar = sidecarOf(place, read);
  const file = plainName(name);
  const reader = new LogReader(file, { language: language ?? languageOf(place, sidecar) });
  for (const piece of plainPieces(place.path, name, read)) reader.push(piece);
  const log = reader.end();
  const errors = errorsNameOf(name, names);
  const failed =
    errors === null ? [] : errorProblems(plainName(errors), plainPieces(place.path, errors, read));
  const suite = suiteOf(file);
  const curvesName = suite === 'warm' ? curvesNameOf(name, names) : null;
  const { curves, problems } =
    curvesName === null
      ? { curves: [], problems: [] }
      : curvesIn(plainName(curvesName), plainPieces(place.path, curvesName, read));
  const all = [...log.problems, ...failed, ...problems];
  return { log: { ...log, problems: all }, suite, sidecar, curves };
}

function plainPieces(path: string, name: string, read: Read): Iterable<Uint8Array> {
  const ending = compressionOf(name);
  if (ending === null) return read.pieces(name);
  const packed = read.whole(name, MOST_UNPACKED_BYTES);
  return [read.unpack(`${path}/${name}`, ending, packed, MOST_UNPACKED_BYTES)];
}

function sidecarOf({ name, names }: LogPlace, read: Read): Sidecar | null {
  const found = sidecarNameOf(name, names);
  if (found === null) return null;
  return readSidecar(new TextDecoder().decode(read.whole(found, MOST_SIDECAR_BYTES)));
}

/** Folders that say a language. People call others `before` and `after`, whose logs must still compare. */
const LANGUAGES: ReadonlySet<string> = new Set([
  ...[
    'c',
    'c++',
    'cpp',
    'c#',
    'csharp',
    'dotnet',
    'dart',
    'elixir',
    'erlang',
    'f#',
    'go',
    'golang',
  ],
  ...['haskell', 'java', 'javascript', 'js', 'julia', 'kotlin', 'lua', 'nim', 'node', 'nodejs'],
  ...[
    'objective-c',
    'ocaml',
    'perl',
    'php',
    'python',
    'pypy',
    'r',
    'ruby',
    'rust',
    'scala',
    'swift',
  ],
  ...['ts', 'typescript', 'zig'],
]);

/** The older layout names no language: its folder does, as in `logs/python/x.csv`. */
function languageOf({ path, name }: LogPlace, sidecar: Sidecar | null): string {
  const folder = `${path}/${name}`.split('/').at(-2) ?? '';
  const fromFolder = LANGUAGES.has(folder.toLowerCase()) ? folder : '';
  return [sidecar?.language ?? '', fromFolder].find((text) => text !== '') ?? 'unknown';
}
