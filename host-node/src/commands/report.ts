// `echometer report RUN...`: one or several runs, side by side, as files to read. It prints nothing itself.

import { dirname, resolve } from 'node:path';

import { EXIT } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import type { ReportOptions } from '../options.ts';
import { writeReport } from '../report/write.ts';
import { readSourceAt, rethrowNamed } from '../results/read-run.ts';
import type { FoundSource } from '../results/read-run.ts';
import type { CommandResult } from '../command/command.ts';
import { shownPath } from './shown-path.ts';

export async function runReport(options: ReportOptions): Promise<CommandResult> {
  const sources = options.runs.map(readSourceAt);
  const runs = sources.flatMap(({ run }) => run ?? []);
  const logs = sources.flatMap((source) => source.logs);
  const folder = options.out ?? besides(sources);
  const paths = await writeReport({ runs, logs }, loadKernel(), folder).catch(rethrowNamed);
  return { stdout: paths.map((path) => `${shownPath(path)}\n`).join(''), exit: EXIT.done };
}

/** The first run's folder; beside a packed one there is its folder's folder. */
function besides([first]: readonly FoundSource[]): string {
  if (first === undefined) return '.';
  return first.source.folder ?? dirname(resolve(first.source.path));
}
