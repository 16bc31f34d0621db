// The regression gate: a group fails when its median and the low end of its interval are both beyond the baseline's limit. It writes no file.
import type { GroupStatistics } from './analysis.ts';
import { groupId } from './group.ts';
import type { GroupKey } from './group.ts';
import type { LogSuite } from './stats-file.ts';

/** A cold and a warm log have the same groups and other numbers: the suite is part of the key. */
export interface GateKey extends GroupKey {
  readonly suite: LogSuite;
}

export type GatedGroup = GroupStatistics & GateKey;

export interface BaselineEntry extends GateKey {
  readonly medianTotalNs: number;
  readonly ciLowNs: number;
  readonly ciHighNs: number;
  readonly runs: number;
}

export interface Baseline {
  readonly schema: typeof BASELINE_SCHEMA;
  readonly policy: string;
  readonly entries: readonly BaselineEntry[];
}

/** 2: entries name their suite. */
export const BASELINE_SCHEMA = 'echometer.baseline/2';

/** 10 %: the reference's limit for both conditions. */
export const DEFAULT_LIMIT_PERCENT = 10;

/** slower: both conditions hold; unclear: one does; ok: none; new: not in the baseline; gone: only there. */
export type Verdict = 'ok' | 'slower' | 'unclear' | 'new' | 'gone';

export interface Gate {
  readonly key: GateKey;
  readonly verdict: Verdict;
  readonly baselineNs: number | null;
  readonly medianNs: number | null;
  readonly ratio: number | null;
}

export function baselineOf(groups: readonly GatedGroup[], policy: string): Baseline {
  return {
    schema: BASELINE_SCHEMA,
    policy,
    entries: groups.map((group) => ({
      ...keyOf(group),
      medianTotalNs: group.total.median,
      ciLowNs: group.total.ciLow,
      ciHighNs: group.total.ciHigh,
      runs: group.runs,
    })),
  };
}

/** The groups measured now, then those that only the baseline has: a row that vanished is no row that passed. */
export function gate(
  groups: readonly GatedGroup[],
  baseline: Baseline,
  limitPercent: number,
): readonly Gate[] {
  const known = new Map(baseline.entries.map((entry) => [gateId(entry), entry]));
  const measured = new Set(groups.map(gateId));
  return [
    ...groups.map((group) => judged(group, known.get(gateId(group)), limitPercent)),
    ...baseline.entries
      .filter((entry) => !measured.has(gateId(entry)))
      .map((entry): Gate => ({
        key: keyOf(entry),
        verdict: 'gone',
        baselineNs: entry.medianTotalNs,
        medianNs: null,
        ratio: null,
      })),
  ];
}

function judged(group: GatedGroup, entry: BaselineEntry | undefined, limitPercent: number): Gate {
  const key = keyOf(group);
  const medianNs = group.total.median;
  if (entry === undefined) return { key, verdict: 'new', baselineNs: null, medianNs, ratio: null };
  const limitNs = entry.medianTotalNs * (1 + limitPercent / 100);
  const conditions = [medianNs > limitNs, group.total.ciLow > limitNs];
  const met = conditions.filter(Boolean).length;
  return {
    key,
    verdict: met === 2 ? 'slower' : met === 1 ? 'unclear' : 'ok',
    baselineNs: entry.medianTotalNs,
    medianNs,
    ratio: medianNs / entry.medianTotalNs,
  };
}

const gateId = (key: GateKey): string => `${key.suite}\n${groupId(key)}`;

const keyOf = (key: GateKey): GateKey => ({
  suite: key.suite,
  serializer: key.serializer,
  dataType: key.dataType,
  typeConfigHash: key.typeConfigHash,
  instances: key.instances,
  mode: key.mode,
  language: key.language,
});

/** A baseline from a file's text, or what is wrong with it. */
export function readBaseline(text: string): Baseline | string {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return 'it is no JSON';
  }
  const found = root as Partial<Baseline> | null;
  if (found?.schema !== BASELINE_SCHEMA) return `its schema is not "${BASELINE_SCHEMA}"`;
  const entries: unknown = found.entries;
  if (!Array.isArray(entries) || entries.length === 0) return 'it has no entries';
  const lacking = (entries as readonly (Partial<BaselineEntry> | null)[]).map((entry) =>
    FIELDS.find(([name, type]) => typeof entry?.[name] !== type),
  );
  const bad = lacking.findIndex((field) => field !== undefined);
  return bad < 0 ? (found as Baseline) : `entry ${bad} has no ${String(lacking[bad]?.[0])}`;
}

const FIELDS: readonly (readonly [keyof BaselineEntry, 'string' | 'number'])[] = [
  ['suite', 'string'],
  ['serializer', 'string'],
  ['dataType', 'string'],
  ['typeConfigHash', 'string'],
  ['instances', 'number'],
  ['mode', 'string'],
  ['language', 'string'],
  ['medianTotalNs', 'number'],
];
