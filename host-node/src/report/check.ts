// Whether the report.md of a run's folder is what its facts give. It writes nothing.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { LoadedKernel } from '../kernel/load.ts';
import { packageVersion } from '../package-root.ts';
import { readSourceAt } from '../results/read-run.ts';
import { markdownReport } from './write.ts';

/** `otherRuns`: a report of several runs side by side, which the first one's folder may hold. */
export type ReportCheck =
  | { readonly state: 'same' | 'absent' | 'otherRuns' }
  | { readonly state: 'otherVersion'; readonly version: string }
  | { readonly state: 'different'; readonly line: number };

/** Of a folder that holds serializer logs too, report.md may be of the run alone (as the run wrote it) or of both. */
export async function checkReport(folder: string, kernel: LoadedKernel): Promise<ReportCheck> {
  const file = join(folder, 'report.md');
  if (!existsSync(file)) return { state: 'absent' };
  const { run, logs } = readSourceAt(folder);
  if (run === null) return { state: 'absent' };
  const { version } = run.run.tool;
  if (version !== packageVersion()) return { state: 'otherVersion', version };
  const said = readFileSync(file, 'utf8').split('\n');
  const alone = compared(said, await markdownReport({ runs: [run], logs: [] }, kernel));
  if (alone.state !== 'different' || logs.length === 0) return alone;
  const both = compared(said, await markdownReport({ runs: [run], logs }, kernel));
  // The one that agrees for longer is the one that was written.
  return both.state === 'different' && both.line < alone.line ? alone : both;
}

function compared(said: readonly string[], text: string): ReportCheck {
  const given = text.split('\n');
  if (said[0] !== given[0]) return { state: 'otherRuns' };
  const longest = Math.max(said.length, given.length);
  const at = Array.from({ length: longest }, (_, line) => line).find(
    (line) => said[line] !== given[line],
  );
  return at === undefined ? { state: 'same' } : { state: 'different', line: at + 1 };
}
