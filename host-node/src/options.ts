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
    seed: wholeNumber('--seed', word(values['seed']), 0),
    python: word(values['python']),
    worker: word(values['worker']),
    lane: oneOf('--lane', word(values['lane']) ?? 'auto', LANES),
    out: word(values['out']),
    label: word(values['label']),
    timeoutMs: (wholeNumber('--timeout', word(values['timeout']), 1) ?? DEFAULT_TIMEOUT_S) * 1000,
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
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    const said = reasonOf(error).split('. ')[0] ?? '';
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

function wholeNumber(name: string, value: string | null, least: number): number | null {
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

function word(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function badUsage(command: string, subject: string, what: string): Error {
  return usageError('BAD_USAGE', subject, what, `see echometer ${command} --help`);
}
