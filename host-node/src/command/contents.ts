// The list of commands: which one a command line means, and what `echometer --help` says of all of them.

import { usageError } from '../errors.ts';
import type { Command } from './definition.ts';
import { paragraphs, sections, twoColumns } from './help.ts';
import { nearest } from './nearest.ts';

export interface Entry {
  readonly name: string;
  /** Its arguments, short. */
  readonly takes: string;
  /** One line. */
  readonly summary: string;
  /** Only what is called is loaded: an error of loading is then caught and named like every other. */
  readonly load: () => Promise<{ readonly command: Command }>;
}

export interface Found {
  readonly entry: Entry;
  readonly argv: readonly string[];
}

/** The one with the most words: `run serializers` before `run`. */
export function findCommand(commands: readonly Entry[], argv: readonly string[]): Found {
  const found = commands
    .map((entry) => ({ entry, words: entry.name.split(' ') }))
    .filter(({ words }) => words.every((word, at) => argv[at] === word))
    .sort((a, b) => b.words.length - a.words.length)[0];
  if (found !== undefined) return { entry: found.entry, argv: argv.slice(found.words.length) };
  const [word = ''] = argv;
  const names = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
  const meant = nearest(word, names);
  throw usageError(
    'UNKNOWN_COMMAND',
    word,
    `there is no command "${word}"`,
    meant === null
      ? `there are ${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
      : `did you mean ${meant}? echometer --help lists all`,
  );
}

/** Of anything but words behind `--`. */
export function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).some((word) => word === '--help' || word === '-h');
}

const TITLE = 'echometer: one WebAssembly kernel measures round trips the same way on every device';

const CLOSING = `
echometer COMMAND --help explains one command; echometer --version prints the version.

Exit codes: 0 done, 1 a measurement or verification failed, 2 wrong usage or unreadable input,
3 something needed is missing, 4 not comparable, 70 a bug of ours, 130 interrupted.
`;

export const generalHelp = (commands: readonly Entry[]): string =>
  sections([
    ...paragraphs(TITLE),
    ['Usage: echometer COMMAND [options]'],
    twoColumns(
      commands.map(({ name, takes, summary }) => [
        takes === '' ? name : `${name} ${takes}`,
        summary,
      ]),
    ),
    ...paragraphs(CLOSING),
  ]);
