// Logs among files of any origin (a folder, a zip, a drop): which files are logs, and which belong to one, by their names.

import type { SerializerLog } from './read.ts';
import type { Sidecar } from './sidecar.ts';
import type { LogSuite } from './stats-file.ts';
import type { WarmCurve } from './warm-curve.ts';

export interface NamedLog {
  readonly log: SerializerLog;
  readonly suite: LogSuite;
  readonly sidecar: Sidecar | null;
  /** Of a warm suite; empty where there are none. */
  readonly curves: readonly WarmCurve[];
}

const SIDECAR_ENDINGS = ['.configs.json', '.environment.json'];

/** The one place for the names of logs: how a log's file ends, and what else may stand beside it. */
const LOG = String.raw`\.csv`;
/** A log may be compressed where it is kept: `x.csv.gz`. */
const PACKED = String.raw`(?:\.gz|\.zst)?`;
const COMPANIONS = String.raw`\.curves\.jsonl${PACKED}|\.configs\.json|\.environment\.json`;

const LOG_NAME = new RegExp(`${LOG}${PACKED}$`);
const ERRORS_NAME = new RegExp(`[.-]errors${LOG}${PACKED}$`);
const WARM_NAME = new RegExp(String.raw`\.warm${LOG}${PACKED}$`);
const LOG_END = new RegExp(`${LOG}$`);
const NAME_IN_RUN = new RegExp(
  String.raw`^logs/(?:[\w+#-]+/)?[\w.@+-]+(?:${LOG}${PACKED}|${COMPANIONS})$`,
);

export const isLogName = (name: string): boolean => LOG_NAME.test(name) && !ERRORS_NAME.test(name);

/** A log of a run's folder, or a file that belongs to one. */
export const isLogPartName = (name: string): boolean => NAME_IN_RUN.test(name);

export const suiteOf = (name: string): LogSuite => (WARM_NAME.test(name) ? 'warm' : 'cold');

export function compressionOf(name: string): 'gz' | 'zst' | null {
  return name.endsWith('.gz') ? 'gz' : name.endsWith('.zst') ? 'zst' : null;
}

export const plainName = (name: string): string => name.replace(/\.(?:gz|zst)$/, '');

const stemOf = (log: string): string => plainName(log).replace(LOG_END, '');

export const isSidecarName = (name: string): boolean =>
  SIDECAR_ENDINGS.some((ending) => name.endsWith(ending));

/** An excerpt keeps its log's sidecar: `2026-08-16-150620.part.csv` belongs to `2026-08-16-150620.configs.json`. */
export function sidecarNameOf(log: string, names: readonly string[]): string | null {
  const stem = stemOf(log);
  const own = SIDECAR_ENDINGS.map((ending) => stem + ending).find((name) => names.includes(name));
  const owner = names.find(
    (name) => name.endsWith('.configs.json') && stem.startsWith(name.replace('.configs.json', '.')),
  );
  return own ?? owner ?? null;
}

const besideWith =
  (ending: string) =>
  (log: string, names: readonly string[]): string | null => {
    const own = stemOf(log) + ending;
    return names.find((name) => name.startsWith(own) && plainName(name) === own) ?? null;
  };

/** The file of what failed, if there is one. */
export const errorsNameOf = besideWith('.errors.csv');

/** The file of a warm suite's curves, if there is one. */
export const curvesNameOf = besideWith('.curves.jsonl');

/** A log that stands alone among other files: it, and what belongs to it. */
export function logWithCompanions(log: string, names: readonly string[]): readonly string[] {
  const companions = [sidecarNameOf, errorsNameOf, curvesNameOf].map((find) => find(log, names));
  return [log, ...companions.filter((name) => name !== null)];
}
