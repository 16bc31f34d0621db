// `echometer report RUN...`: one or several runs, side by side, as files to read. It prints nothing itself.

import { dirname, resolve } from 'node:path';

import { RUN_FILE } from '../../../kernel/api/collection/source-names.ts';

import { toldApart } from '../../../kernel/api/logs/sources.ts';
import { EXIT } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import { writeReport } from '../report/write.ts';
import { openMeasured } from '../results/require.ts';
import type { SourceOnDisk } from '../results/source.ts';
import { several } from '../command/argument.ts';
import { defineCommand } from '../command/definition.ts';
import { text } from '../command/option.ts';
import { shownPath } from './shown-path.ts';

export const command = defineCommand({
  name: 'report',
  description: `
    Writes report.html, report.md, report.pdf and figures/*.svg. A RUN is a run's folder (of the
    duplex or the serializer suite), an .echometer file (a zip of one), or a CSV log of serializers.
    Several runs stand side by side as devices, and the report names what differs between them.`,
  arguments: { runs: several('RUN') },
  takes: 'one run or several',
  options: {
    out: text('DIR', "where to write (default: the first run's folder; beside a packed run)"),
  },
  run: async ({ runs: paths, out }) => {
    const sources = paths.map(openMeasured);
    const runs = sources.flatMap(({ source }) => (source.has(RUN_FILE) ? [source.shown()] : []));
    const logs = toldApart(
      sources.map(({ source }, index) => ({ name: paths[index] ?? '', logs: source.logs() })),
    );
    const folder = out ?? besides(sources, paths);
    const written = await writeReport({ runs, logs }, loadKernel(), folder);
    return { stdout: written.map((path) => `${shownPath(path)}\n`).join(''), exit: EXIT.done };
  },
});

/** The first run's folder; beside a packed one there is its folder's folder. */
function besides([first]: readonly SourceOnDisk[], [path = '.']: readonly string[]): string {
  return first?.folder ?? dirname(resolve(path));
}
