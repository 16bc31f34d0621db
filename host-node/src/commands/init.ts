// `echometer init`: a file of options to begin with, and beside it what each option means. It prints nothing itself.
import { existsSync } from 'node:fs';

import { defineCommand } from '../command/definition.ts';
import type { CommandResult } from '../command/command.ts';
import { SETTINGS_FILE } from '../command/settings-file.ts';
import { EXIT, usageError } from '../errors.ts';
import { writeFileWhole } from '../results/write-file.ts';

const COMMENTS_FILE = 'echometer.config.txt';

/** Commands with options that one sets once for a project. */
const COMMANDS = ['run', 'run serializers', 'compare'] as const;
const FIRST = { schemaVersion: 1, run: { profile: 'quick' }, 'run serializers': {}, compare: {} };

export const command = defineCommand({
  name: 'init',
  description: `
    Writes ${SETTINGS_FILE}, which holds options by command, and ${COMMENTS_FILE} beside it, which
    says what each means. Commands read the file in the folder that they are called in; what the
    command line says overrules it.`,
  arguments: {},
  takes: 'no argument',
  options: {},
  run: init,
});

async function init(): Promise<CommandResult> {
  for (const file of [SETTINGS_FILE, COMMENTS_FILE])
    if (existsSync(file))
      throw usageError('OUT_NOT_EMPTY', file, `${file} is there already`, 'remove it first');
  const helps = [
    (await import('./run.ts')).command.help(),
    (await import('./run-serializers.ts')).command.help(),
    (await import('./compare.ts')).command.help(),
  ];
  writeFileWhole(SETTINGS_FILE, `${JSON.stringify(FIRST, null, 2)}\n`);
  writeFileWhole(COMMENTS_FILE, commentsText(helps));
  return { stdout: `${SETTINGS_FILE}\n${COMMENTS_FILE}\n`, exit: EXIT.done };
}

const commentsText = (
  helps: readonly string[],
): string => `${SETTINGS_FILE} holds options by command:

  { "schemaVersion": 1,
    "run": { "profile": "smoke", "worker": "node worker.mjs", "case": ["payload=4KiB", "payload=1MiB"], "json": true } }

A name is that of the option without its dashes. A value is a text or a number, true for an option
that takes none, or a list for one that may be given again. The command line overrules the file, and
an option of the file that excludes one of the command line is left out. Commands: ${COMMANDS.join(', ')}
and every other by its name.

${helps.join('\n')}`;
