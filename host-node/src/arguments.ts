// Arguments of one command as checked values: the parts that every command's parser shares. It reads no file and no environment.

import { parseArgs } from 'node:util';

import { reasonOf, usageError } from './errors.ts';

export const flag = { type: 'boolean' } as const;
export const text = { type: 'string' } as const;

export type OptionTable = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>
>;

export interface Parsed {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

export function parse(command: string, argv: readonly string[], options: OptionTable): Parsed {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    const said = reasonOf(error).split('. ')[0] ?? '';
    throw badUsage(command, argv.join(' '), said);
  }
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

export function wholeNumber(name: string, value: string | null, least: number): number | null {
  if (value === null) return null;
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number >= least) return number;
  throw usageError(
    'BAD_OPTION',
    name,
    `${name} cannot be "${value}"`,
    `give a whole number of at least ${least}`,
  );
}

export function word(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function badUsage(command: string, subject: string, what: string): Error {
  return usageError('BAD_USAGE', subject, what, `see echometer ${command} --help`);
}
