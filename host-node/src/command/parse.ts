// Arguments of one command, checked against its definition. It reads no file and no environment.

import { parseArgs } from 'node:util';

import type { ArgumentTable, ArgumentsOf } from './argument.ts';
import { nearest } from './nearest.ts';
import { optionName } from './option.ts';
import type { Option, OptionTable, OptionsOf } from './option.ts';
import type { Syntax } from './parts.ts';
import type { Settings } from './settings-file.ts';
import { badOption, badUsage } from './values.ts';

export function parseOptions<A extends ArgumentTable, O extends OptionTable>(
  parts: Syntax<A, O>,
  argv: readonly string[],
  settings: Settings = new Map(),
): ArgumentsOf<A> & OptionsOf<O> {
  const { given: said, words } = wordsOf(parts, argv);
  const given = withSettings(parts, said, settings);
  const options = readAll(parts, given);
  refuseConflicts(parts, new Set(given.keys()), options);
  refuseAlone(parts, new Set(given.keys()));
  return { ...assigned(parts, words), ...options };
}

function readAll<O extends OptionTable>(
  parts: Syntax<ArgumentTable, O>,
  given: Words['given'],
): OptionsOf<O> {
  return mapped(parts.options, (option, key) => {
    const name = optionName(key);
    const values = given.get(name) ?? [];
    if (option.counts === 'once' && values.length > 1)
      throw badUsage(parts.name, `--${name}`, `--${name} is one list, with commas`);
    return option.read(values, `--${name}`);
  }) as OptionsOf<O>;
}

/** What is said overrules the settings, and leaves out those that it excludes. */
function withSettings<O extends OptionTable>(
  parts: Syntax<ArgumentTable, O>,
  said: Words['given'],
  settings: Settings,
): Words['given'] {
  const set = new Map([...settings].filter(([name]) => !said.has(name)));
  for (const [name, values] of set) requireSettable(parts, name, values);
  const options = readAll(parts, new Map([...set, ...said]));
  for (const conflict of parts.conflicts ?? []) {
    const [first, second] = conflict.between.map(optionName);
    if (first === undefined || second === undefined || conflict.when?.(options) === false) continue;
    if (said.has(first)) set.delete(second);
    if (said.has(second)) set.delete(first);
  }
  return new Map([...set, ...said]);
}

function requireSettable(
  parts: Syntax<ArgumentTable, OptionTable>,
  name: string,
  values: readonly string[],
): void {
  const known = Object.entries(parts.options).find(([key]) => optionName(key) === name);
  if (known === undefined) throw unknownOption(parts, name, `--${name}`);
  const isFlag = known[1].placeholder === null;
  if (isFlag !== values.includes(''))
    throw badUsage(
      parts.name,
      `--${name}`,
      isFlag ? `--${name} is true or false` : `--${name} needs a value`,
    );
}

interface Words {
  /** Values by option, in their order; '' for a flag. */
  readonly given: ReadonlyMap<string, readonly string[]>;
  readonly words: readonly string[];
}

function wordsOf(parts: Syntax<ArgumentTable, OptionTable>, argv: readonly string[]): Words {
  const known = new Map(Object.entries(parts.options).map(([key, one]) => [optionName(key), one]));
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries([...known].map(([name, one]) => [name, nodeOption(one)])),
    ...{ allowPositionals: true, strict: false, tokens: true },
  });
  const given = new Map<string, string[]>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const option = known.get(token.name);
    if (option === undefined) throw unknownOption(parts, token.name, token.rawName);
    const value = valueOf(parts.name, option, token);
    given.set(token.name, [...(given.get(token.name) ?? []), value]);
  }
  if (words.includes('')) throw emptyArgument(parts.name);
  return { given, words };
}

const nodeOption = ({ placeholder, short }: Option<unknown>) => ({
  type: placeholder === null ? ('boolean' as const) : ('string' as const),
  ...(short === undefined ? {} : { short }),
});

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function valueOf(
  command: string,
  { placeholder }: Option<unknown>,
  { rawName, value, inlineValue }: OptionToken,
): string {
  if (placeholder === null) {
    if (value !== undefined) throw badUsage(command, rawName, `${rawName} takes no value`);
    return '';
  }
  if (value === undefined)
    throw badUsage(command, rawName, `${rawName} needs a value: ${rawName} ${placeholder}`);
  if (value === '') throw emptyArgument(rawName);
  // `--seed --json`: the value was forgotten.
  if (inlineValue !== true && /^-./.test(value))
    throw badUsage(
      command,
      rawName,
      `${rawName} needs a value, and "${value}" looks like an option`,
      `write ${rawName}=${value} if it is meant as the value, or `,
    );
  return value;
}

function unknownOption(
  { name, options, retired }: Syntax<ArgumentTable, OptionTable>,
  word: string,
  rawName: string,
): Error {
  const instead = retired?.[word];
  if (instead !== undefined)
    return badUsage(name, rawName, `${name} has no ${rawName} any more: ${instead}`);
  const meant = nearest(word, [...Object.keys(options).map(optionName), 'help']);
  const hint = meant === null ? '' : `did you mean --${meant}? `;
  return badUsage(name, rawName, `${name} has no option ${rawName}`, hint);
}

/** An unset variable in a script, most often: an empty path would be the working folder. */
function emptyArgument(subject: string): Error {
  return badOption(
    subject,
    `${subject} has an empty argument`,
    'give it a value, or leave it away',
  );
}

function refuseConflicts<O extends OptionTable>(
  { name, conflicts = [] }: Syntax<ArgumentTable, O>,
  given: ReadonlySet<string>,
  options: OptionsOf<O>,
): void {
  for (const conflict of conflicts) {
    const [first, second] = conflict.between.map(optionName);
    if (first === undefined || second === undefined) continue;
    if (!given.has(first) || !given.has(second) || conflict.when?.(options) === false) continue;
    throw badUsage(
      name,
      `--${second}`,
      conflict.says ?? `--${first} and --${second} exclude each other`,
    );
  }
}

function refuseAlone<O extends OptionTable>(
  { name, needs = [] }: Syntax<ArgumentTable, O>,
  given: ReadonlySet<string>,
): void {
  for (const [option, other] of needs.map((pair) => pair.map(optionName)))
    if (option !== undefined && other !== undefined && given.has(option) && !given.has(other))
      throw badUsage(name, `--${option}`, `--${option} goes with --${other}`);
}

/** Each argument its words, from the left; the last takes what is left. */
function assigned<A extends ArgumentTable>(
  { name, takes, ...parts }: Syntax<A, OptionTable>,
  words: readonly string[],
): ArgumentsOf<A> {
  const all = Object.values(parts.arguments);
  const least = all.reduce((sum, one) => sum + one.least, 0);
  const most = all.reduce((sum, one) => sum + one.most, 0);
  if (words.length < least || words.length > most)
    throw badUsage(name, words[most] ?? words.join(' '), `${name} takes ${takes}`);
  let at = 0;
  return mapped(parts.arguments, (argument) => {
    const mine = words.slice(at, argument === all.at(-1) ? words.length : at + argument.least);
    at += mine.length;
    return argument.read(mine, name);
  }) as ArgumentsOf<A>;
}

const mapped = <T>(
  table: Readonly<Record<string, T>>,
  read: (one: T, key: string) => unknown,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(table).map(([key, one]) => [key, read(one, key)]));
