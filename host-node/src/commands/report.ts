// `echometer report SOURCE...`: runs side by side, logs and results of other tools, as files to read. It prints nothing itself.

import { dirname, resolve } from 'node:path';

import { RUN_FILE } from '../../../kernel/api/collection/source-names.ts';

import { toldApart } from '../../../kernel/api/logs/sources.ts';
import { EXIT } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import { writeReport } from '../report/write.ts';
import { openMeasured } from '../results/require.ts';
import { openSource } from '../results/source.ts';
import { several } from '../command/argument.ts';
import type { CommandResult } from '../command/command.ts';
import { defineCommand } from '../command/definition.ts';
import { choiceOf, FOREIGN_CONFLICTS, FOREIGN_OPTIONS } from '../command/foreign-options.ts';
import { text } from '../command/option.ts';
import type { OptionsOf } from '../command/option.ts';
import { analyzedAt, sorted, STDIN } from '../results/collections.ts';
import { shownPath } from './shown-path.ts';

const OPTIONS = {
  out: text('DIR', "where to write (default: the first run's folder; beside a file)"),
  ...FOREIGN_OPTIONS,
};

interface ReportCommand extends OptionsOf<typeof OPTIONS> {
  readonly sources: readonly string[];
}

export const command = defineCommand({
  name: 'report',
  description: `
    Writes report.html, report.md, report.pdf and figures/*.svg. A SOURCE is a run's folder (of the
    duplex or the serializer suite), an .echometer file (a zip of one), a CSV log of serializers, or
    a file or folder of another benchmark tool (docs/formats.md). Several runs stand side by side as
    devices, and the report names what differs between them.`,
  arguments: { sources: several('SOURCE') },
  takes: 'one source or several',
  options: OPTIONS,
  conflicts: FOREIGN_CONFLICTS,
  run: runReport,
});

async function runReport(options: ReportCommand): Promise<CommandResult> {
  const kernel = loadKernel();
  const { ours, theirs } = await sorted(options.sources, choiceOf(options));
  const sources = ours.map(openMeasured);
  const runs = sources.flatMap(({ source }) => (source.has(RUN_FILE) ? [source.shown()] : []));
  const logs = toldApart(
    sources.map(({ source }, index) => ({ name: ours[index] ?? '', logs: source.logs() })),
  );
  const foreign = await analyzedAt(theirs, {
    ...{ workspace: kernel.openWorkspace(), language: null, choice: choiceOf(options) },
  });
  const folder = options.out ?? besides(options.sources);
  const written = await writeReport({ runs, logs, foreign }, kernel, folder);
  return { stdout: written.map((path) => `${shownPath(path)}\n`).join(''), exit: EXIT.done };
}

/** The first source, when it is a folder; beside a file there is its folder. */
function besides([path = '.']: readonly string[]): string {
  if (path === STDIN) return '.';
  return openSource(path).folder ?? dirname(resolve(path));
}
