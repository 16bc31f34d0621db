// Logs among files of any origin (a folder, a zip, a drop): which files are logs, which sidecar belongs to which, and what
// their names say. It opens no file; host-node/src/serializers/log-files.ts reads the same from a disk, in chunks.

import { errorProblems } from './errors-file.ts';
import { LogReader } from './read.ts';
import type { SerializerLog } from './read.ts';
import { readSidecar } from './sidecar.ts';
import type { Sidecar } from './sidecar.ts';
import type { LogSuite } from './stats-file.ts';

export interface NamedLog {
  readonly log: SerializerLog;
  readonly suite: LogSuite;
  readonly sidecar: Sidecar | null;
}

const SIDECAR_ENDINGS = ['.configs.json', '.environment.json'];

/** A log may be compressed: `x.csv.gz`. */
export const isLogName = (name: string): boolean =>
  /\.csv(?:\.gz)?$/.test(name) && !/[.-]errors\.csv(?:\.gz)?$/.test(name);

export const isCompressed = (name: string): boolean => name.endsWith('.gz');

const plainName = (name: string): string => name.replace(/\.gz$/, '');

export const isSidecarName = (name: string): boolean =>
  SIDECAR_ENDINGS.some((ending) => name.endsWith(ending));

/** An excerpt keeps its log's sidecar: `2026-08-16-150620.part.csv` belongs to `2026-08-16-150620.configs.json`. */
export function sidecarNameOf(log: string, names: readonly string[]): string | null {
  const stem = plainName(log).replace(/\.csv$/, '');
  const own = names.find((name) => SIDECAR_ENDINGS.some((ending) => name === stem + ending));
  const owner = names.find(
    (name) => name.endsWith('.configs.json') && stem.startsWith(name.replace('.configs.json', '.')),
  );
  return own ?? owner ?? null;
}

/** The file of what failed, if there is one; it may be compressed, as the log. */
export function errorsNameOf(log: string, names: readonly string[]): string | null {
  const own = plainName(log).replace(/\.csv$/, '.errors.csv');
  return names.find((name) => plainName(name) === own) ?? null;
}

/** `bytes` of the log as text, whatever its file is compressed by; `errors` is the text of what `errorsNameOf` found. */
export function readNamedLog(
  file: string,
  bytes: Uint8Array,
  sidecarText: string | null,
  errors: Uint8Array | null = null,
): NamedLog {
  const name = plainName(file);
  const sidecar = sidecarText === null ? null : readSidecar(sidecarText);
  const reader = new LogReader(name, { language: languageOf(name, sidecar) });
  reader.push(bytes);
  const read = reader.end();
  const failed =
    errors === null ? [] : errorProblems(name.replace(/\.csv$/, '.errors.csv'), errors);
  const log = { ...read, problems: [...read.problems, ...failed] };
  return { log, sidecar, suite: name.endsWith('.warm.csv') ? 'warm' : 'cold' };
}

/** The older layout names no language: its folder does, as in `logs/python/x.csv`. */
function languageOf(name: string, sidecar: Sidecar | null): string {
  const folder = name.split('/').at(-2) ?? '';
  const fromFolder = /^[a-z+#]+$/i.test(folder) && folder !== 'logs' ? folder : '';
  return [sidecar?.language ?? '', fromFolder].find((text) => text !== '') ?? 'unknown';
}
