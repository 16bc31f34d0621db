// Arguments of one command as checked values: the parts that every command's parser shares. It reads no file and no environment.

import { parseArgs } from 'node:util';

import { reasonOf, usageError } from '../errors.ts';

export const flag = { type: 'boolean' } as const;
export const text = { type: 'string' } as const;

export type OptionTable = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>
>;

export interface Parsed {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

/**
 * Of other options the last one counts, so that a wrapper's can be overruled; a list that stands there twice would lose
 * its first part in silence.
 */
const LISTS = ['only', 'serializer', 'data', 'mode', 'language'] as const;

export function parse(command: string, argv: readonly string[], options: OptionTable): Parsed {
  const parsed = parseStrictly(command, argv, options);
  const empty = parsed.tokens.find(
    (token) => token.kind !== 'option-terminator' && token.value === '',
  );
  if (empty !== undefined) throw emptyArgument(empty.kind === 'option' ? empty.rawName : command);
  const names = parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const twice = LISTS.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined)
    throw badUsage(command, `--${twice}`, `--${twice} is one list, with commas`);
  return parsed;
}

function parseStrictly(command: string, argv: readonly string[], options: OptionTable) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, tokens: true });
  } catch (error) {
    // The first sentence; some go on with advice in further lines.
    const said = reasonOf(error).split(/\.\s/)[0] ?? '';
    throw badUsage(command, argv.join(' '), said);
  }
}

/** An unset variable in a script, most often: an empty path would be the working folder. */
function emptyArgument(subject: string): Error {
  return usageError(
    'BAD_OPTION',
    subject,
    `${subject} has an empty argument`,
    'give it a value, or leave it away',
  );
}

export function atMostOne(command: string, positionals: readonly string[]): string | null {
  if (positionals.length > 1)
    throw badUsage(command, positionals[1] ?? '', `${command} takes at most one argument`);
  return positionals[0] ?? null;
}

export function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw usageError(
    'BAD_OPTION',
    name,
    `${name} cannot be "${value}"`,
    `choose one of ${allowed.join(', ')}`,
  );
}

export function wholeNumber(
  name: string,
  value: string | null,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number | null {
  if (value === null) return null;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= least && number <= most) return number;
  throw usageError(
    'BAD_OPTION',
    name,
    `${name} cannot be "${value}"`,
    `give a whole number from ${least} to ${most}`,
  );
}

/** A text that stands in headings, tables and terminals: something, and no control characters. */
export function oneLine(name: string, value: string | null): string | null {
  if (value === null || (value.trim() !== '' && !/\p{Cc}/u.test(value))) return value;
  throw usageError(
    'BAD_OPTION',
    name,
    `${name} cannot be ${JSON.stringify(value)}`,
    'give one line of visible text',
  );
}

export function word(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function badUsage(command: string, subject: string, what: string): Error {
  return usageError('BAD_USAGE', subject, what, `see echometer ${command} --help`);
}
