// `echometer report RUN...`: one or several runs, side by side, as files to read. It prints nothing itself.

import { dirname, resolve } from 'node:path';

import { RUN_FILE } from '../../../kernel/api/collection/source-names.ts';

import { EXIT } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import type { ReportOptions } from '../options.ts';
import { writeReport } from '../report/write.ts';
import { openMeasured } from '../results/require.ts';
import type { SourceOnDisk } from '../results/source.ts';
import type { CommandResult } from '../command/command.ts';
import { shownPath } from './shown-path.ts';

export async function runReport(options: ReportOptions): Promise<CommandResult> {
  const sources = options.runs.map(openMeasured);
  const runs = sources.flatMap(({ source }) => (source.has(RUN_FILE) ? [source.shown()] : []));
  const logs = sources.flatMap(({ source }) => source.logs());
  const folder = options.out ?? besides(sources, options.runs);
  const paths = await writeReport({ runs, logs }, loadKernel(), folder);
  return { stdout: paths.map((path) => `${shownPath(path)}\n`).join(''), exit: EXIT.done };
}

/** The first run's folder; beside a packed one there is its folder's folder. */
function besides([first]: readonly SourceOnDisk[], [path = '.']: readonly string[]): string {
  return first?.folder ?? dirname(resolve(path));
}
