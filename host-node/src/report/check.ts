// Whether the report.md of a run's folder is what its facts give. It writes nothing.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { LoadedKernel } from '../kernel/load.ts';
import { packageVersion } from '../package-root.ts';
import { readRunAt } from '../results/read-run.ts';
import { markdownReport } from './write.ts';

/** `otherRuns`: a report of several runs side by side, which the first one's folder may hold. */
export type ReportCheck =
  | { readonly state: 'same' | 'absent' | 'otherRuns' }
  | { readonly state: 'otherVersion'; readonly version: string }
  | { readonly state: 'different'; readonly line: number };

export async function checkReport(folder: string, kernel: LoadedKernel): Promise<ReportCheck> {
  const file = join(folder, 'report.md');
  if (!existsSync(file)) return { state: 'absent' };
  const found = readRunAt(folder);
  const { version } = found.run.tool;
  if (version !== packageVersion()) return { state: 'otherVersion', version };
  const said = readFileSync(file, 'utf8').split('\n');
  const given = (await markdownReport(found, kernel)).split('\n');
  if (said[0] !== given[0]) return { state: 'otherRuns' };
  const longest = Math.max(said.length, given.length);
  const at = Array.from({ length: longest }, (_, line) => line).find(
    (line) => said[line] !== given[line],
  );
  return at === undefined ? { state: 'same' } : { state: 'different', line: at + 1 };
}
