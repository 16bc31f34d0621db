// `echometer report RUN...`: one or several runs, side by side, as files to read. It prints nothing itself.

import { dirname, resolve } from 'node:path';

import { EXIT } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import type { ReportOptions } from '../options.ts';
import { writeReport } from '../report/write.ts';
import { readRunAt, rethrowNamed } from '../results/read-run.ts';
import type { FoundRun } from '../results/read-run.ts';
import type { CommandResult } from './command.ts';
import { shownPath } from './shown-path.ts';

export async function runReport(options: ReportOptions): Promise<CommandResult> {
  const runs = options.runs.map(readRunAt);
  const folder = options.out ?? besides(runs);
  const paths = await writeReport(runs, loadKernel(), folder).catch(rethrowNamed);
  return { stdout: paths.map((path) => `${shownPath(path)}\n`).join(''), exit: EXIT.done };
}

/** The first run's folder; beside a packed one there is its folder's folder. */
function besides([first]: readonly FoundRun[]): string {
  if (first === undefined) return '.';
  return first.source.folder ?? dirname(resolve(first.source.path));
}
