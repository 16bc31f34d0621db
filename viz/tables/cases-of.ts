// What every table asks of data.json: the cases of a suite, a case's parameters and statistics, and the sentence about
// trials that are missing from its figures. Pure.

import type { Suite, TrialParams } from '../../kernel/api/cases.ts';
import type { DataCase, DataFile, Spread } from '../../kernel/api/results.ts';
import { formatBytes, formatCount } from '../../kernel/api/units.ts';

export function casesOf(data: DataFile, suite: Suite): DataCase[] {
  return data.cases.filter((entry) => entry.suite === suite);
}

/** Of any trial of the case: they share their parameters; null when none has run. */
export function paramsOf(data: DataFile, entry: DataCase): TrialParams | null {
  const trial = data.trials.find((t) => t.suite === entry.suite && t.case === entry.case);
  return trial?.params ?? null;
}

/** `16 KiB`, or to the byte for a case at the edge of a size. */
export function payloadText(data: DataFile, entry: DataCase): string {
  const bytes = paramsOf(data, entry)?.payloadBytes ?? 0;
  return isEdge(entry) ? `${formatCount(bytes)} B` : formatBytes(bytes);
}

/** What a case's name says behind its payload: `piggyback`, `16/4`. */
export function settingsOf(entry: DataCase): string[] {
  return entry.case.split('/').slice(isEdge(entry) ? 2 : 1);
}

function isEdge(entry: DataCase): boolean {
  return entry.case.startsWith('edge/');
}

/** A statistic that is one number per trial. */
export function plainSpread(entry: DataCase, statistic: string): Spread | null {
  return (entry.stats[statistic] as Spread | undefined) ?? null;
}

/** One field of a statistic that is several numbers per trial, such as a percentile. */
export function nestedSpread(entry: DataCase, statistic: string, name: string): Spread | null {
  const nested = entry.stats[statistic] as Readonly<Record<string, Spread | null>> | undefined;
  return nested?.[name] ?? null;
}

export function countsNotes(cases: readonly DataCase[]): string[] {
  return cases
    .filter((entry) => entry.failed + entry.unsupported > 0)
    .map((entry) => {
      const parts = [
        entry.failed > 0 ? `${entry.failed} failed` : '',
        entry.unsupported > 0 ? `${entry.unsupported} unsupported` : '',
      ].filter((part) => part !== '');
      return `${entry.case}: ${parts.join(', ')}; n counts the others.`;
    });
}
