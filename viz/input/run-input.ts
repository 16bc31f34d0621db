// What a figure is made of: runs side by side, one series (color and shape) per device. Reads values
// that data.json already has and computes none.

import type { DuplexCase } from '../../kernel/api/run/cases.ts';
import type {
  DataCase,
  DataFile,
  DataTrial,
  RunFile,
  TrialFile,
} from '../../kernel/api/run/results.ts';
import {
  caseStatistic,
  trialStatistic,
  type StatisticPath,
} from '../../kernel/api/run/statistic.ts';
import { variantRuns } from '../../kernel/api/run/variants.ts';
import type { Spread } from '../../kernel/api/statistics/durations.ts';
import { formatBytes } from '../text/numbers.ts';
import type { LegendEntry } from '../definition.ts';
import { shapeOf } from '../theme.ts';

type Params = DataTrial['params'];
type Suite = DuplexCase['suite'];

/** Only the parts of run.json that a reader is told. */
export interface RunInput {
  readonly run: RunFile;
  readonly data: DataFile;
  /** Where they are at hand: their reference work says how fast the machine was. */
  readonly trials?: readonly TrialFile[];
  /** False where only data.json was there: what `run` says beyond it stands for nothing. */
  readonly hasRunFile?: boolean;
  /** Of a run of variants: the one that this is. */
  readonly variant?: string;
}

export interface Device extends RunInput {
  readonly label: string;
  readonly series: number;
}

const LONGEST_NAME = 80;

/** run.json may come from anywhere: a name is one line, without control characters, not longer than a heading. */
export function deviceName(label: string): string {
  const line = label.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= LONGEST_NAME
    ? line
    : `${characters.slice(0, LONGEST_NAME - 1).join('')}…`;
}

/** A run of variants is a device for each of them. Two with one label are told apart by their number. */
export function devicesOf(runs: readonly RunInput[]): Device[] {
  const seen = new Map<string, number>();
  return runs.flatMap(variantRuns).map((input, series) => {
    const given = deviceName(input.variant ?? input.run.device.label);
    const name = given === '' ? `Device ${series + 1}` : given;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { ...input, series, label: count === 1 ? name : `${name} (${count})` };
  });
}

/** One name for each run, whatever it is made of. */
export function runNames(runs: readonly RunInput[]): string[] {
  const devices = devicesOf(runs);
  return runs.map(({ run, data }) => {
    const device = devices.find((one) => one.data === data);
    return device?.label ?? deviceName(run.device.label);
  });
}

/** All of them belong to runs of variants: then a column of devices is one of variants. */
export const areVariants = (devices: readonly Device[]): boolean =>
  devices.length > 0 && devices.every(({ variant }) => variant !== undefined);

export const deviceLegend = (
  devices: readonly Device[],
  sample: LegendEntry['sample'] = 'symbol',
): LegendEntry[] =>
  devices.map(({ label, series }) => ({ label, series, sample, shape: shapeOf(series) }));

/** What the run's interleaved A/A resolves, in per cent; null when it has none (data.json, `resolution`). */
export function resolutionPercentOf({ data }: RunInput): number | null {
  const { resolution } = data as { readonly resolution?: { readonly percent: number } | null };
  return resolution?.percent ?? null;
}

/** A case that at least one device has, with the parameters of its first trial. */
export interface Place {
  readonly suite: Suite;
  readonly case: string;
  readonly params: Params;
}

export function placesOf(devices: readonly Device[], suites: readonly Suite[]): Place[] {
  const places = new Map<string, Place>();
  for (const { data } of devices) {
    for (const { suite, case: name } of data.cases) {
      const key = `${suite} ${name}`;
      const trial = data.trials.find((one) => one.suite === suite && one.case === name);
      if (!suites.includes(suite) || places.has(key) || trial === undefined) continue;
      places.set(key, { suite, case: name, params: trial.params });
    }
  }
  return [...places.values()];
}

const caseAt = (device: Device, place: Place): DataCase | undefined =>
  device.data.cases.find((one) => one.suite === place.suite && one.case === place.case);

export const trialsAt = (device: Device, place: Place): DataTrial[] =>
  device.data.trials.filter((one) => one.suite === place.suite && one.case === place.case);

export function spreadAt(device: Device, place: Place, path: StatisticPath): Spread | null {
  const found = caseAt(device, place);
  return found === undefined ? null : caseStatistic(found.stats, path);
}

/** The place with the highest median. */
export function highestAt(
  device: Device,
  places: readonly Place[],
  path: StatisticPath,
): { readonly place: Place; readonly spread: Spread } | null {
  const found = places.flatMap((place) => {
    const spread = spreadAt(device, place, path);
    return spread === null ? [] : [{ place, spread }];
  });
  return found.sort((a, b) => b.spread.median - a.spread.median)[0] ?? null;
}

export function valuesAt(device: Device, place: Place, path: StatisticPath): number[] {
  return trialsAt(device, place).flatMap((trial) => trialStatistic(trial.stats, path) ?? []);
}

/** 64 KiB is the protocol's default credit (docs/protocol.md). */
const DEFAULT_CREDIT_BYTES = 65536;

function creditText({ creditBytes, creditFrames, payloadBytes }: Params): string {
  const isDefault =
    creditBytes === DEFAULT_CREDIT_BYTES && creditFrames * payloadBytes > creditBytes;
  return isDefault ? 'default' : String(creditFrames);
}

const STORAGE_PREFIX: Readonly<Record<string, string>> = {
  inline: '',
  managed: 'managed ',
  managedDuplex: 'managed both ways ',
};

/** "Managed 256 KiB / 16 / 4": payload / credit in frames / ack interval. */
export function bulkText(params: Params): string {
  const prefix = STORAGE_PREFIX[params.storage] ?? '';
  const text = `${prefix}${formatBytes(params.payloadBytes)} / ${creditText(params)} / ${params.ackEvery}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const payloadText = ({ payloadBytes, ackPolicy }: Params): string =>
  formatBytes(payloadBytes) + (ackPolicy === 'separate' ? '' : `, ${ackPolicy}`);

export const sessionsText = ({ sessions, workers }: Params): string => `${sessions} / ${workers}`;
