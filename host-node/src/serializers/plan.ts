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
import type { Language } from './driver.ts';
import type { WarmPlan } from './protocol.ts';

/** Repetitions by run mode, as in the reference; smoke runs no warm suite and is not for publication. */
export const RUN_MODES = ['smoke', 'all-single', 'full', 'research'] as const;
export type RunMode = (typeof RUN_MODES)[number];

export const REPETITIONS: Readonly<Record<RunMode, number>> = {
  smoke: 2,
  'all-single': 10,
  full: 100,
  research: 500,
};

export const runModeOf = (profile: Profile): RunMode => (profile === 'full' ? 'full' : 'smoke');

export interface Cell {
  readonly type: DataType;
  readonly instances: number;
  readonly hash: string;
  readonly key: string;
}

/** Every type at every count, in the reference's order: the first cell pays for what comes first. */
export const cellsOf = (types: readonly DataType[] = DATA_TYPES): readonly Cell[] =>
  types.flatMap((type) =>
    INSTANCE_COUNTS.map((instances) => ({
      type,
      instances,
      hash: TYPE_CONFIG_HASHES[type],
      key: `${type}@n=${instances}`,
    })),
  );

const MS = 1e6;

/**
 * A batch of 1 ms is ten thousand clock steps; slow rows get one call a sample and the same time. The least warm-up is there
 * because V8's middle tier can look steady for 100 ms (protobuf-es of a message: 6.9 us for a while, then 2.5).
 */
export const WARM_PLAN: WarmPlan = {
  sampleNs: 1 * MS,
  warmupMinNs: 300 * MS,
  warmupCapNs: 1500 * MS,
  measureNs: 250 * MS,
  maxSamples: 40,
  maxCalls: 2000,
};

/** Rounds of fresh processes; five is what a spread between processes needs at least. */
export const WARM_ROUNDS: Readonly<Record<RunMode, number>> = {
  smoke: 0,
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
}

/** Every row and cell that the profile means. */
export const wholePlan = (profile: Profile, python: string | null): SerializerPlan => ({
  runMode: runModeOf(profile),
  seed: DEFAULT_SEED,
  cells: cellsOf(),
  modes: ['bytes', 'stream'],
  languages: ['javascript', 'python'],
  serializers: [],
  python,
});

export const wants = (plan: SerializerPlan, id: string): boolean =>
  plan.serializers.length === 0 ||
  plan.serializers.some((part) => id.toLowerCase().includes(part.toLowerCase()));
