// A command made of its definition: parsing and the help come from the same table.

import type { ArgumentTable, ArgumentsOf } from './argument.ts';
import type { CommandResult, Surroundings } from './command.ts';
import { helpOf } from './help.ts';
import type { OptionTable, OptionsOf } from './option.ts';
import { parseOptions } from './parse.ts';
import type { CommandParts } from './parts.ts';
import type { Settings } from './settings-file.ts';

export interface Command<T = unknown> {
  readonly name: string;
  readonly cleansUp: boolean;
  help(): string;
  /** Throws a usage error; `argv` begins behind the name and overrules the settings. */
  parse(argv: readonly string[], settings?: Settings): T;
  printsJson(options: T): boolean;
  run(options: T, surroundings: Surroundings): Promise<CommandResult>;
}

export function defineCommand<const A extends ArgumentTable, const O extends OptionTable>(
  parts: CommandParts<A, O>,
): Command<ArgumentsOf<A> & OptionsOf<O>> {
  const { name, cleansUp = false } = parts;
  return {
    name,
    cleansUp,
    help: () => helpOf(parts),
    parse: (argv, settings) => parseOptions(parts, argv, settings),
    printsJson: (options) => parts.printsJson?.(options) ?? hasJson(options),
    // What is thrown at once is a rejection, too.
    run: async (options, surroundings) => parts.run(options, surroundings),
  };
}

const hasJson = (options: object): boolean => 'json' in options && options.json === true;
