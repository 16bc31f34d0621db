// What a serializer run does, decided before it starts: cells, modes, repetitions, rounds. It measures nothing.
import {
  DATA_TYPES,
  DEFAULT_SEED,
  INSTANCE_COUNTS,
  TYPE_CONFIG_HASHES,
} from '../../../kernel/api/facade/catalog.ts';
import type { DataType } from '../../../kernel/api/facade/catalog.ts';
import type { Profile } from '../../../kernel/api/run/cases.ts';
import type { Mode } from '../../../kernel/api/logs/columns.ts';
import type { Cell } from './cell.ts';
import type { Language } from './driver.ts';
import type { Own } from './own.ts';
import { EXACTLY, SHORTLIST, SHORTLIST_TYPES } from './shortlist.ts';

/** smoke runs no warm suite; it and shortlist are not for publication. */
export const RUN_MODES = ['smoke', 'shortlist', 'all-single', 'full', 'research'] as const;
export type RunMode = (typeof RUN_MODES)[number];

/** Calls of a row, cell and mode, the dropped one included, as in the reference; smoke has one for each process. */
export const REPETITIONS: Readonly<Record<RunMode, number>> = {
  smoke: 3,
  shortlist: 7,
  'all-single': 10,
  full: 100,
  research: 500,
};

/** Fresh processes that the repetitions are spread over: five is what a spread between processes needs at least. */
export const COLD_PROCESSES: Readonly<Record<RunMode, number>> = {
  smoke: 2,
  shortlist: 3,
  'all-single': 5,
  full: 5,
  research: 9,
};

export const runModeOf = (profile: Profile): RunMode => (profile === 'full' ? 'full' : 'smoke');

/** Every type at every count, in the reference's order: the first cell pays for what comes first. */
export const cellsOf = (
  types: readonly DataType[] = DATA_TYPES,
  counts: readonly number[] = INSTANCE_COUNTS,
): readonly Cell[] =>
  types.flatMap((type) =>
    INSTANCE_COUNTS.filter((count) => counts.includes(count)).map((instances) => ({
      type,
      instances,
      hash: TYPE_CONFIG_HASHES[type],
      key: `${type}@n=${instances}`,
    })),
  );

/** Rounds of fresh processes. */
export const WARM_ROUNDS: Readonly<Record<RunMode, number>> = {
  smoke: 0,
  shortlist: 3,
  'all-single': 1,
  full: 5,
  research: 9,
};

/** Different inputs of a warm cell, so that a cached output is found out. */
export const WARM_INPUTS = 16;

export interface SerializerPlan {
  readonly runMode: RunMode;
  readonly seed: bigint;
  readonly cells: readonly Cell[];
  readonly modes: readonly Mode[];
  readonly languages: readonly Language[];
  /** Parts of row ids, lower case; empty for every row. */
  readonly serializers: readonly string[];
  readonly python: string | null;
  /** What tables call this run's logs. */
  readonly label: string | null;
  readonly own?: Own;
  /** The languages were named: one that is missing is then a failure. */
  readonly needsLanguages?: boolean;
}

/** Rows and cells that the profile means: quick has the shortlist, cold and warm, the others everything. */
export const wholePlan = (
  profile: Profile,
  python: string | null,
  label: string | null,
): SerializerPlan => ({
  runMode: profile === 'quick' ? 'shortlist' : runModeOf(profile),
  seed: DEFAULT_SEED,
  cells: profile === 'quick' ? cellsOf(SHORTLIST_TYPES, [1]) : cellsOf(),
  modes: profile === 'quick' ? ['bytes'] : ['bytes', 'stream'],
  languages: ['javascript', 'python'],
  serializers: profile === 'quick' ? SHORTLIST : [],
  python,
  label,
});

export const wants = (plan: SerializerPlan, id: string): boolean =>
  plan.serializers.length === 0 || plan.serializers.some((part) => isMeant(part, id));

/** A part of the id, or behind an equals sign the whole of it. */
export const isMeant = (part: string, id: string): boolean =>
  part.startsWith(EXACTLY)
    ? part.slice(EXACTLY.length) === id
    : id.toLowerCase().includes(part.toLowerCase());
