// `echometer pack RUN`: a run's folder as one .echometer file, for the viewer, for an element of a page, for mail.

import { basename } from 'node:path';

import { isFactName } from '../../../kernel/api/collection/source-names.ts';
import { packRun } from '../../../viz/archive/pack.ts';
import { required } from '../command/argument.ts';
import type { CommandResult } from '../command/command.ts';
import { defineCommand } from '../command/definition.ts';
import { text } from '../command/option.ts';
import type { OptionsOf } from '../command/option.ts';
import { EXIT } from '../errors.ts';
import { openMeasured } from '../results/require.ts';
import { writeFileWhole } from '../results/write-file.ts';
import { shownPath } from './shown-path.ts';

const OPTIONS = {
  out: text('FILE', "the file (default: the folder's name with .echometer, in the working folder)"),
};

interface PackOptions extends OptionsOf<typeof OPTIONS> {
  readonly run: string;
}

export const command = defineCommand({
  name: 'pack',
  description: `
    Writes what a run measured (run.json, trials, samples, logs, its kernel and data.json) as one
    .echometer file: every command that takes a RUN takes it, and so do the viewer and the elements.
    Reports and figures are left out; echometer report makes them from it. The same folder gives
    the same bytes.`,
  arguments: { run: required('RUN') },
  takes: 'one run',
  options: OPTIONS,
  run: (options) => Promise.resolve(packed(options)),
});

function packed({ run, out }: PackOptions): CommandResult {
  const { source } = openMeasured(run);
  const names = source.names.filter(isFactName);
  const bytes = packRun(new Map(names.map((name) => [name, source.bytes(name)])));
  const file = out ?? `${basename(run).replace(/\.echometer$/, '')}.echometer`;
  writeFileWhole(file, bytes);
  return { stdout: `${shownPath(file)}: ${names.length} files\n`, exit: EXIT.done };
}
