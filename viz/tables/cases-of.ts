// What every table asks of data.json: the cases of a suite, a case's payload, and the sentence about trials that are
// missing from its figures. Pure.

import type { Suite } from '../../kernel/api/cases.ts';
import type { DataCase, DataFile } from '../../kernel/api/results.ts';

export function casesOf(data: DataFile, suite: Suite): DataCase[] {
  return data.cases.filter((entry) => entry.suite === suite);
}

export function payloadOf(data: DataFile, entry: DataCase): number {
  const trial = data.trials.find((t) => t.suite === entry.suite && t.case === entry.case);
  return trial?.params.payloadBytes ?? 0;
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
