// Says in a sentence what differs between the runs of a report. What matters is decided in
// kernel/api/compare/comparable.ts; no result is compared here.

import { forbiddingDifferences, notedDifferences } from '../../kernel/api/compare/comparable.ts';
import type { FieldDifference } from '../../kernel/api/compare/comparable.ts';
import type { Device } from '../input/run-input.ts';
import { listed } from '../text/words.ts';

/** Columns have the labels as their titles, and another build is named by its kernel. */
const SHOWN_ELSEWHERE: readonly string[] = ['device.label', 'build.sha256'];

export function differencesOf(devices: readonly Device[]): string {
  const forbidding = titlesOf(devices, forbiddingDifferences);
  const noted = titlesOf(devices, notedDifferences);
  const warning =
    forbidding.length === 0
      ? ''
      : `These runs are not comparable case by case: they differ in ${listed(forbidding)}. `;
  if (noted.length === 0)
    return `${warning}The runs do not differ in any ${forbidding.length === 0 ? '' : 'other '}recorded fact.`;
  return `${warning}The runs differ in ${listed(noted)}. The figures compare whole set-ups; they do not isolate any one of these.`;
}

type Differences = (a: Device, b: Device) => readonly FieldDifference[];

/** Against the first one: what two others differ in, one of them differs in from the first. */
function titlesOf([first, ...others]: readonly Device[], differences: Differences): string[] {
  if (first === undefined) return [];
  const found = others
    .flatMap((other) => differences(first, other))
    .filter(({ field }) => !SHOWN_ELSEWHERE.includes(field));
  return [...new Set(found.map(({ title }) => title))];
}
