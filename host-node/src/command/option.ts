// The kinds of options. A command's table of them is all that parsing, checking and the help text know of it.

import { commaList, oneLine, oneOf, percentOf, wholeNumber } from './values.ts';

export interface Option<out T> {
  /** What stands for the value in the help; null for a flag. */
  readonly placeholder: string | null;
  readonly help: string;
  /** `l` for `-l`. */
  readonly short?: string;
  /**
   * What counts when it is given twice: the last one, so that a wrapper's can be overruled; or each of them. A list
   * would lose its first part in silence: it may be given once.
   */
  readonly counts: 'last' | 'once' | 'each';
  /** Of the values given, in their order; `name` is `--seed`. */
  read(given: readonly string[], name: string): T;
}

/** By property: `failOn` is `--fail-on`. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>;

/** `failOn` -> `fail-on`. */
export const optionName = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export type OptionsOf<O extends OptionTable> = {
  readonly [K in keyof O]: O[K] extends Option<infer T> ? T : never;
};

export const flag = (help: string): Option<boolean> => ({
  ...{ placeholder: null, help, counts: 'last' },
  read: (given) => given.length > 0,
});

/** One value, read by `readValue`; null when it is not given. */
const value = <T>(
  placeholder: string,
  help: string,
  readValue: (text: string, name: string) => T,
): Option<T | null> => ({
  ...{ placeholder, help, counts: 'last' },
  read: (given, name) => {
    const last = given.at(-1);
    return last === undefined ? null : readValue(last, name);
  },
});

export const text = (placeholder: string, help: string): Option<string | null> =>
  value(placeholder, help, (given) => given);

/** One line of visible text: it stands in headings and tables. */
export const line = (placeholder: string, help: string): Option<string | null> =>
  value(placeholder, help, (given, name) => oneLine(name, given));

export const whole = (
  placeholder: string,
  help: string,
  { least, most = Number.MAX_SAFE_INTEGER }: { readonly least: number; readonly most?: number },
): Option<number | null> =>
  value(placeholder, help, (given, name) => wholeNumber(name, given, least, most));

/** A day. Node's timers hold 2^31 ms, and one that is longer fires at once. */
const LONGEST_S = 86_400;

export const seconds = (help: string): Option<number | null> =>
  whole('S', help, { least: 1, most: LONGEST_S });

export const percent = (help: string): Option<number | null> =>
  value('PERCENT', help, (given, name) => percentOf(name, given));

/** One of `choices`; where there is only one, it stands in the help as it is written. */
export const choice = <const T extends string>(
  placeholder: string,
  help: string,
  choices: readonly T[],
): Option<T | null> => value(placeholder, help, (given, name) => oneOf(name, given, choices));

/** Parts with commas between them, each checked by `readPart`; empty when it is not given. */
export function list(placeholder: string, help: string): Option<readonly string[]>;
export function list<T>(
  placeholder: string,
  help: string,
  readPart: (part: string, name: string) => T,
): Option<readonly T[]>;
export function list(
  placeholder: string,
  help: string,
  readPart: (part: string, name: string) => unknown = (part) => part,
): Option<readonly unknown[]> {
  return {
    ...{ placeholder, help, counts: 'once' },
    read: (given, name) => given.flatMap(commaList).map((part) => readPart(part, name)),
  };
}

/** A value that is a list in its own words. */
export const once = <T>(option: Option<T>): Option<T> => ({ ...option, counts: 'once' });

export const listOf = <const T extends string>(
  placeholder: string,
  help: string,
  choices: readonly T[],
): Option<readonly T[]> => list(placeholder, help, (part, name) => oneOf(name, part, choices));

/** May be given again and again: a list adds its parts. */
export const repeatable = <T>(option: Option<readonly T[]>): Option<readonly T[]> => ({
  ...option,
  counts: 'each',
});

/** Given again and again, one value each time: its commas are its own. */
export const each = (placeholder: string, help: string): Option<readonly string[]> => ({
  ...{ placeholder, help, counts: 'each' },
  read: (given) => given,
});

/** The value where none is given. The help says it, unless its sentence does so already. */
export const withDefault = <T extends string | number>(
  option: Option<T | null>,
  fallback: T,
): Option<T> => ({
  ...option,
  help: /\bdefault\b/.test(option.help) ? option.help : `${option.help} (default ${fallback})`,
  read: (given, name) => option.read(given, name) ?? fallback,
});

export const withShort = <T>(short: string, option: Option<T>): Option<T> => ({
  ...option,
  short,
});
