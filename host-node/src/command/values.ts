// Texts of the command line as checked values, and the two errors that usage has. It knows no command.

import { usageError } from '../errors.ts';

export function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw badValue(name, value, `choose one of ${allowed.join(', ')}`);
}

export function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= least && number <= most) return number;
  throw badValue(name, value, `give a whole number from ${least} to ${most}`);
}

const MOST_PERCENT = 1000;

export function percentOf(name: string, value: string): number {
  const number = Number(value);
  if (/^\d+(\.\d+)?$/.test(value) && number > 0 && number <= MOST_PERCENT) return number;
  throw badValue(name, value, `give a number of per cent above 0, up to ${MOST_PERCENT}`);
}

/** A text that stands in headings, tables and terminals: something, and no control characters. */
export function oneLine(name: string, value: string): string {
  if (value.trim() !== '' && !/\p{Cc}/u.test(value)) return value;
  throw badOption(
    name,
    `${name} cannot be ${JSON.stringify(value)}`,
    'give one line of visible text',
  );
}

export const commaList = (text: string): readonly string[] =>
  text.split(',').filter((part) => part !== '');

const badValue = (name: string, value: string, next: string): Error =>
  badOption(name, `${name} cannot be "${value}"`, next);

export function badOption(subject: string, what: string, next: string): Error {
  return usageError('BAD_OPTION', subject, what, next);
}

export function badUsage(command: string, subject: string, what: string, hint = ''): Error {
  return usageError('BAD_USAGE', subject, what, `${hint}see echometer ${command} --help`);
}
