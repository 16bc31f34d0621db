// What a command is defined by: what it takes, how it is explained, what it does. Types only.

import type { ArgumentTable, ArgumentsOf } from './argument.ts';
import type { CommandResult, Surroundings } from './command.ts';
import type { OptionTable, OptionsOf } from './option.ts';

/** Two options that exclude each other. */
export interface Conflict<O extends OptionTable> {
  readonly between: readonly [keyof O & string, keyof O & string];
  /** Only with these values; without it, whenever both are given. */
  when?(options: OptionsOf<O>): boolean;
  /** Instead of "--a and --b exclude each other". */
  readonly says?: string;
}

/** The first means nothing without the second. */
export type Need<O extends OptionTable> = readonly [keyof O & string, keyof O & string];

/** What the parser and the help are made from. */
export interface Syntax<A extends ArgumentTable, O extends OptionTable> {
  /** As it is called: `run serializers`. */
  readonly name: string;
  /** Paragraphs with an empty line between them; line ends inside of one are spaces. */
  readonly description: string;
  readonly arguments: A;
  /** Ends the sentence "NAME takes …" when there are too few or too many. */
  readonly takes: string;
  readonly options: O;
  readonly conflicts?: readonly Conflict<NoInfer<O>>[];
  readonly needs?: readonly Need<NoInfer<O>>[];
  /** Options that are no more, by name, and what is done instead. */
  readonly retired?: Readonly<Record<string, string>>;
  /** What the help ends with. */
  readonly closing?: string;
}

export interface CommandParts<A extends ArgumentTable, O extends OptionTable> extends Syntax<A, O> {
  /** It has processes or a server to end on Ctrl-C. Any other command ends at once, as a program does by itself. */
  readonly cleansUp?: boolean;
  /** Without it: with --json. */
  readonly printsJson?: (options: ArgumentsOf<NoInfer<A>> & OptionsOf<NoInfer<O>>) => boolean;
  readonly run: (
    options: ArgumentsOf<NoInfer<A>> & OptionsOf<NoInfer<O>>,
    surroundings: Surroundings,
  ) => CommandResult | Promise<CommandResult>;
}
