// The command line as one checked object. It reads arguments and nothing else: no file, no environment.

import { parseArgs } from 'node:util';

import { PROFILES } from '../../kernel/api/cases.ts';
import type { Profile } from '../../kernel/api/cases.ts';
import { reasonOf, usageError } from './errors.ts';
import { HELP } from './help.ts';

export interface RunOptions {
  readonly command: 'run';
  readonly profile: Profile;
  readonly only: string | null;
  readonly seed: number | null;
  readonly python: string | null;
  readonly worker: string | null;
  readonly lane: 'auto' | 'socket';
  readonly out: string | null;
  readonly label: string | null;
  readonly timeoutMs: number;
  readonly json: boolean;
}

export interface VerifyOptions {
  readonly command: 'verify';
  readonly run: string | null;
  readonly json: boolean;
}

export interface DoctorOptions {
  readonly command: 'doctor';
  readonly python: string | null;
  readonly json: boolean;
}

export type Options =
  | RunOptions
  | VerifyOptions
  | DoctorOptions
  | { readonly command: 'help'; readonly text: string }
  | { readonly command: 'version' };

const DEFAULT_TIMEOUT_S = 30;
/** A day. Node's timers hold 2^31 ms, and one that is longer fires at once. */
const LONGEST_TIMEOUT_S = 86_400;
const LANES = ['auto', 'socket'] as const;

const flag = { type: 'boolean' } as const;
const text = { type: 'string' } as const;

export function parseOptions(argv: readonly string[]): Options {
  const [command, ...rest] = argv;
  if (command === undefined || command === '--help' || command === '-h' || command === 'help')
    return { command: 'help', text: HELP.general };
  if (command === '--version' || command === '-V') return { command: 'version' };
  if (command === 'run') return parseRun(rest);
  if (command === 'verify') return parseVerify(rest);
  if (command === 'doctor') return parseDoctor(rest);
  throw usageError(
    'UNKNOWN_COMMAND',
    command,
    `there is no command "${command}"`,
    'see echometer --help',
  );
}

function parseRun(argv: readonly string[]): Options {
  const { values, positionals } = parse('run', argv, {
    profile: text,
    only: text,
    seed: text,
    python: text,
    worker: text,
    lane: text,
    out: text,
    label: text,
    timeout: text,
    json: flag,
    help: { type: 'boolean', short: 'h' },
  });
  if (values['help'] === true) return { command: 'help', text: HELP.run };
  const what = atMostOne('run', positionals) ?? 'all';
  oneOf('run', what, ['duplex', 'all']);
  if (values['python'] !== undefined && values['worker'] !== undefined)
    throw badUsage('run', '--worker', '--python and --worker exclude each other');
  return {
    command: 'run',
    profile: oneOf('--profile', word(values['profile']) ?? 'quick', PROFILES),
    only: word(values['only']),
    seed: wholeNumber('--seed', word(values['seed']), 0, Number.MAX_SAFE_INTEGER),
    python: word(values['python']),
    worker: word(values['worker']),
    lane: oneOf('--lane', word(values['lane']) ?? 'auto', LANES),
    out: word(values['out']),
    label: oneLine('--label', word(values['label'])),
    timeoutMs: seconds('--timeout', word(values['timeout'])) * 1000,
    json: values['json'] === true,
  };
}

function parseVerify(argv: readonly string[]): Options {
  const { values, positionals } = parse('verify', argv, {
    json: flag,
    help: { type: 'boolean', short: 'h' },
  });
  if (values['help'] === true) return { command: 'help', text: HELP.verify };
  return {
    command: 'verify',
    run: atMostOne('verify', positionals),
    json: values['json'] === true,
  };
}

function parseDoctor(argv: readonly string[]): Options {
  const { values, positionals } = parse('doctor', argv, {
    python: text,
    json: flag,
    help: { type: 'boolean', short: 'h' },
  });
  if (values['help'] === true) return { command: 'help', text: HELP.doctor };
  if (positionals.length > 0)
    throw badUsage('doctor', positionals[0] ?? '', 'doctor takes no argument');
  return { command: 'doctor', python: word(values['python']), json: values['json'] === true };
}

type OptionTable = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>
>;

interface Parsed {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

function parse(command: string, argv: readonly string[], options: OptionTable): Parsed {
  const parsed = parseStrictly(command, argv, options);
  const lists = parsed.tokens.filter((token) => token.kind === 'option' && token.name === 'only');
  // Of other options the last one counts, so that a wrapper's can be overruled; a list would lose its first part.
  if (lists.length > 1) throw badUsage(command, '--only', '--only is one list, with commas');
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

function atMostOne(command: string, positionals: readonly string[]): string | null {
  if (positionals.length > 1)
    throw badUsage(command, positionals[1] ?? '', `${command} takes at most one argument`);
  return positionals[0] ?? null;
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw usageError(
    'BAD_OPTION',
    name,
    `${name} cannot be "${value}"`,
    `choose one of ${allowed.join(', ')}`,
  );
}

function wholeNumber(
  name: string,
  value: string | null,
  least: number,
  most: number,
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

function seconds(name: string, value: string | null): number {
  return wholeNumber(name, value, 1, LONGEST_TIMEOUT_S) ?? DEFAULT_TIMEOUT_S;
}

/** A text that stands in headings, tables and terminals: something, and no control characters. */
function oneLine(name: string, value: string | null): string | null {
  if (value === null || (value.trim() !== '' && !/\p{Cc}/u.test(value))) return value;
  throw usageError(
    'BAD_OPTION',
    name,
    `${name} cannot be ${JSON.stringify(value)}`,
    'give one line of visible text',
  );
}

function word(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function badUsage(command: string, subject: string, what: string): Error {
  return usageError('BAD_USAGE', subject, what, `see echometer ${command} --help`);
}
