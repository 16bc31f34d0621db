// Which files of a run's folder are what (docs/data-format.md), by their names. Temporary files are none of them.

import { isLogName, isLogPartName } from '../logs/log-set.ts';

export const RUN_FILE = 'run.json';
export const DATA_FILE = 'data.json';
/** In the folder of every run of serializers. */
export const PLAN_FILE = 'serializers.json';
export const STATS_FILE = 'stats.json';
export const KERNEL_FILE = 'kernel.wasm';

export const TRIALS = 'trials/';

const TRIAL = /^trials\/(\d{4,})\.json$/;
const COLUMN = /^samples\/\w[\w.-]*\.u64$/;
const DERIVED = /^(?:results\.md|report\.(?:md|html|pdf)|figures\/[^/]+\.svg)$/;

/** The folders of a run. */
export const RUN_PARTS: readonly string[] = ['trials', 'samples', 'logs', 'figures'];

const TOP: readonly string[] = [RUN_FILE, DATA_FILE, PLAN_FILE, STATS_FILE, KERNEL_FILE];

/** What facts and numbers are made of, and what is served to a page. */
export const isFactName = (name: string): boolean =>
  TOP.includes(name) || TRIAL.test(name) || COLUMN.test(name) || isLogPartName(name);

/** What is drawn and written of them. */
export const isDerivedName = (name: string): boolean => DERIVED.test(name);

/** Everything that a run's folder may hold. */
export const isRunName = (name: string): boolean => isFactName(name) || isDerivedName(name);

/** The place of a trial's file in the order, or null for another file. */
export function trialOrderOf(name: string): number | null {
  const order = TRIAL.exec(name)?.[1];
  return order === undefined ? null : Number(order);
}

const ROOT = /^(?:.*\/)?(?=(?:run|serializers)\.json$)/;

/**
 * The folders of runs among many files, each with its last slash, in the order of the names. A run may be kept inside
 * another one's folder: its files are its own.
 */
export function runRoots(names: readonly string[]): readonly string[] {
  return [...new Set(names.flatMap((name) => ROOT.exec(name)?.[0] ?? []))];
}

/** The files below `root`, by their path from there. */
export const namesBelow = (names: readonly string[], root: string): readonly string[] =>
  names.filter((name) => name.startsWith(root)).map((name) => name.slice(root.length));

/** What a packed run may hold besides: nothing else of it is unpacked. */
export const isWantedName = (name: string): boolean => isRunName(name) || isLogName(name);
