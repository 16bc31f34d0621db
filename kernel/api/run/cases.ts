// The case list: reads and checks cases.json, selects by --only, and gives the parameters of one trial. The numbers
// live in the JSON file alone, because the Swift host reads it too. It plans no order and runs nothing.

import { EchometerError } from '../facade/echometer-error.ts';

export const PROFILES = ['smoke', 'quick', 'full'] as const;
export type Profile = (typeof PROFILES)[number];

export const SUITES = [
  'latency',
  'bulk',
  'managed',
  'concurrency',
  'extra',
  'idle',
  'paused',
  'openloop',
  'resolution',
  'own',
] as const;
export type Suite = (typeof SUITES)[number];

/** The interleaved A/A: two cases with equal parameters. */
export const RESOLUTION_SUITE = 'resolution';

/** Cases that the user names (own-cases.ts); cases.json has none. */
export const OWN_SUITE = 'own';

/** docs/protocol.md section 3, `storage`. */
export const STORAGES = ['inline', 'managed', 'managedDuplex'] as const;
export type Storage = (typeof STORAGES)[number];

/** docs/protocol.md section 5. */
export const ACK_POLICIES = ['separate', 'piggyback'] as const;
export type AckPolicy = (typeof ACK_POLICIES)[number];

interface CaseCounts {
  readonly frames: number;
  readonly warmupFrames: number;
  readonly trials: number;
}

export interface DuplexCase {
  readonly suite: Suite;
  readonly case: string;
  readonly payloadBytes: number;
  /** Of all workers together; each worker carries sessions / workers of them. */
  readonly sessions: number;
  readonly workers: number;
  readonly creditBytes: number;
  readonly creditFrames: number;
  readonly ackEvery: number;
  readonly ackPolicy: AckPolicy;
  readonly storage: Storage;
  readonly pauseNs?: number;
  /** Open loop: a session's frames are due this far apart, whatever became of the one before. */
  readonly intervalNs?: number;
  /** A variant that runs only when --only names it, so that a plain run stays the 85 trials. */
  readonly onlyByName?: boolean;
  readonly counts: Readonly<Record<Profile, CaseCounts>>;
}

export interface CaseList {
  readonly seed: number;
  readonly cases: readonly DuplexCase[];
}

const NEXT = {
  BAD_CASES: 'please report it',
  BAD_CASE: 'see docs/cases.md',
  UNKNOWN_CASE: 'choose another name',
} as const;
type CaseErrorCode = keyof typeof NEXT;

/** A defect of cases.json, which is ours, of a case of the user's, or an `--only` that names nothing: `next` is what there is. */
export class CaseError extends EchometerError {
  declare readonly code: CaseErrorCode;
  constructor(code: CaseErrorCode, subject: string, what: string, next: string = NEXT[code]) {
    super({ code, subject, what, next, outcome: code === 'BAD_CASES' ? 'bug' : 'usage' });
  }
}

export function parseCases(text: string): CaseList {
  const file = JSON.parse(text) as { schemaVersion?: unknown; seed?: unknown; cases?: unknown };
  if (file.schemaVersion !== 1 || typeof file.seed !== 'number' || !Array.isArray(file.cases))
    throw new CaseError('BAD_CASES', 'cases.json', 'cases.json is not a version 1 case list');
  const cases = file.cases as DuplexCase[];
  cases.forEach(checkCase);
  return { seed: file.seed, cases };
}

function checkCase(entry: DuplexCase): void {
  const bad = (why: string): never => {
    throw new CaseError(
      'BAD_CASES',
      entry.case,
      `cases.json, ${entry.suite}/${entry.case}: ${why}`,
    );
  };
  if (!SUITES.includes(entry.suite)) bad('unknown suite');
  if (!STORAGES.includes(entry.storage)) bad('unknown storage');
  if (!ACK_POLICIES.includes(entry.ackPolicy)) bad('unknown ackPolicy');
  if (entry.sessions % entry.workers !== 0) bad('sessions must divide evenly among workers');
  for (const profile of PROFILES)
    if (!(entry.counts[profile].trials > 0)) bad(`no ${profile} trials`);
}

/**
 * The cases that `--only` names: a suite (`bulk`), a case (`64B`) or both (`bulk/256KiB/16/4`), separated by
 * commas. Without a filter: every case that is not `onlyByName`. The order is that of the list.
 */
export function selectCases(list: CaseList, only: string | null): DuplexCase[] {
  if (only === null) return list.cases.filter((entry) => entry.onlyByName !== true);
  const chosen = new Set<DuplexCase>();
  for (const name of only.split(',').map((part) => part.trim())) {
    const found = list.cases.filter((entry) => isNamed(list, entry, name));
    if (found.length === 0) {
      const message = `no suite or case is called "${name}"`;
      throw new CaseError('UNKNOWN_CASE', name, message, choicesNear(list, name));
    }
    for (const entry of found) chosen.add(entry);
  }
  return list.cases.filter((entry) => chosen.has(entry));
}

/** What could have been meant: the cases of a suite that was named rightly, else every suite with its cases. */
function choicesNear(list: CaseList, name: string): string {
  const near = SUITES.filter((suite) => name.startsWith(`${suite}/`));
  const listed = (near.length > 0 ? near : SUITES).flatMap((suite) => {
    const cases = list.cases.filter((entry) => entry.suite === suite);
    return cases.length === 0 ? [] : `${suite} (${cases.map((entry) => entry.case).join(', ')})`;
  });
  return `there are ${listed.join('; ')}`;
}

/** A suite's name means its cases without its variants, unless it has nothing else. */
function isNamed(list: CaseList, entry: DuplexCase, name: string): boolean {
  if (name === entry.suite) return entry.onlyByName !== true || hasVariantsOnly(list, name);
  return name === entry.case || name === `${entry.suite}/${entry.case}`;
}

function hasVariantsOnly(list: CaseList, suite: string): boolean {
  return list.cases.every((entry) => entry.suite !== suite || entry.onlyByName === true);
}

export interface TrialParams {
  readonly payloadBytes: number;
  readonly frames: number;
  readonly warmupFrames: number;
  readonly sessions: number;
  readonly workers: number;
  readonly creditBytes: number;
  readonly creditFrames: number;
  readonly ackEvery: number;
  readonly ackPolicy: AckPolicy;
  readonly storage: Storage;
  readonly lane: string;
  readonly pauseNs?: number;
  readonly intervalNs?: number;
}

export function trialParams(entry: DuplexCase, profile: Profile, lane: string): TrialParams {
  const { frames, warmupFrames } = entry.counts[profile];
  return {
    payloadBytes: entry.payloadBytes,
    frames,
    warmupFrames,
    sessions: entry.sessions,
    workers: entry.workers,
    creditBytes: entry.creditBytes,
    creditFrames: entry.creditFrames,
    ackEvery: entry.ackEvery,
    ackPolicy: entry.ackPolicy,
    storage: entry.storage,
    lane,
    ...(entry.pauseNs === undefined ? {} : { pauseNs: entry.pauseNs }),
    ...(entry.intervalNs === undefined ? {} : { intervalNs: entry.intervalNs }),
  };
}
