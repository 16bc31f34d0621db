// What one run gives to a comparison, whoever measured it: cases with one value for each unit that repeats, and the facts that
// must be equal or may explain a difference. Adapters make it (duplex.ts, logs.ts, collected.ts); sides.ts compares it.

import type { Scheduling } from './placement.ts';

export interface MeasuredRun {
  /** As its user named it. */
  readonly name: string;
  /** Who measured what, in words: `a run of Echometer`, `results of hyperfine`. Different kinds have no case in common. */
  readonly kinds: readonly string[];
  readonly facts: readonly RunFact[];
  readonly cases: readonly MeasuredCase[];
  /** Reference work of every trial, in run order; empty where none was timed. */
  readonly reference: readonly ReferenceTime[];
  /** Up to this two runs of this machine differ by themselves, in per cent; null where the run does not say. */
  readonly resolvesPercent: number | null;
  /** What did not become a number: rows passed over, calls and trials that failed. */
  readonly lost: readonly Lost[];
}

export interface RunFact {
  readonly field: string;
  /** What the field says, in words; several fields can say one thing. */
  readonly title: string;
  readonly value: string;
  /** `measuring`: with another value something else was measured. `machine`: another one. `noted`: it may explain a difference. */
  readonly kind: FactKind;
}

export type FactKind = 'measuring' | 'machine' | 'noted';

export interface MeasuredCase {
  /** Equal in all runs that measured the same thing. */
  readonly key: string;
  readonly name: string;
  /** What was measured of it: `receipt p50`, `total`. */
  readonly metric: string;
  /** `ns`, `B/s`, `op/s` or the word of a file; null when nothing says it. */
  readonly unit: string | null;
  readonly better: 'lower' | 'higher' | null;
  readonly units: readonly Unit[];
  readonly unitWord: UnitWord;
  /** The clock's step in the unit of the values; 0 where it is not known. */
  readonly step: number;
  /** Its values are known only up to buckets: it has no units and cannot be judged. */
  readonly isHistogram?: boolean;
  /** One of an A/A pair: it is not judged and says how noisy trials are. */
  readonly isNoiseOnly: boolean;
  readonly facts: readonly RunFact[];
}

/**
 * What a unit is: the outermost level that repeats. `block`: a trial of each variant, one right after the other. `iteration`: few repetitions in one process; `batch` of calls where a file does not
 * say which process made a call; `aggregate`: what a tool computed itself, of which each run has one.
 */
export const UNIT_WORDS = [
  'trial',
  'block',
  'machine',
  'session',
  'process',
  'iteration',
  'batch',
  'aggregate',
] as const;
export type UnitWord = (typeof UNIT_WORDS)[number];

export interface Unit {
  /** Above 0; 0 is below the clock's step and cannot be judged. */
  readonly value: number;
  /** Null where nothing is placed: a serializer has one process. */
  readonly scheduling: Scheduling | null;
  /** Of a run of variants: units with one number were measured together. */
  readonly block?: number;
}

export interface ReferenceTime {
  /** A trial's fastest slice, per round: what the processor does when nothing holds it back. */
  readonly fastestNs: number;
  /** All slices, the waiting for a processor that others use included. */
  readonly meanNs: number;
}

export interface Lost {
  /** A case, a column, a file. */
  readonly subject: string;
  readonly why: string;
  readonly count: number;
}
