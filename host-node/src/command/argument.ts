// The kinds of arguments that stand without a name: `BASE NEW`, `[RUN]`, `SOURCE...`.

import { commaList, oneOf } from './values.ts';

export interface Argument<out T> {
  /** As the usage line shows it. */
  readonly shown: string;
  readonly least: number;
  readonly most: number;
  read(words: readonly string[], command: string): T;
}

/** In their order. Only the last may take more words than it needs. */
export type ArgumentTable = Readonly<Record<string, Argument<unknown>>>;

export type ArgumentsOf<A extends ArgumentTable> = {
  readonly [K in keyof A]: A[K] extends Argument<infer T> ? T : never;
};

export const required = (name: string): Argument<string> => ({
  ...{ shown: name, least: 1, most: 1 },
  read: ([word = '']) => word,
});

/** One that is needed, of several parts with commas between them. */
export const requiredList = (name: string): Argument<readonly string[]> => ({
  ...{ shown: name, least: 1, most: 1 },
  read: ([word = '']) => commaList(word),
});

/** One that may be left away, of several parts with commas between them. */
export const optionalList = (name: string): Argument<readonly string[] | null> => ({
  ...{ shown: `[${name}]`, least: 0, most: 1 },
  read: ([word]) => (word === undefined ? null : commaList(word)),
});

export const optional = (name: string): Argument<string | null> => ({
  ...{ shown: `[${name}]`, least: 0, most: 1 },
  read: ([word]) => word ?? null,
});

export const requiredChoice = <const T extends string>(choices: readonly T[]): Argument<T> => ({
  ...{ shown: choices.join('|'), least: 1, most: 1 },
  read: ([word = ''], command) => oneOf(command, word, choices),
});

export const optionalChoice = <const T extends string>(
  choices: readonly T[],
): Argument<T | null> => ({
  ...{ shown: `[${choices.join('|')}]`, least: 0, most: 1 },
  read: ([word], command) => (word === undefined ? null : oneOf(command, word, choices)),
});

/** One or more. */
export const several = (name: string): Argument<readonly string[]> => ({
  ...{ shown: `${name}...`, least: 1, most: Infinity },
  read: (words) => words,
});

/** None or more. */
export const anyNumber = (name: string): Argument<readonly string[]> => ({
  ...{ shown: `[${name}...]`, least: 0, most: Infinity },
  read: (words) => words,
});
