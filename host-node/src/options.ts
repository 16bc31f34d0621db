// The command line as one checked object. It reads arguments and nothing else: no file, no environment.

import { PROFILES } from '../../kernel/api/run/cases.ts';
import type { Profile } from '../../kernel/api/run/cases.ts';
import {
  atMostOne,
  badUsage,
  flag,
  oneLine,
  oneOf,
  parse,
  text,
  wholeNumber,
  word,
} from './command/arguments.ts';
import { type ExportOptions, parseExport } from './commands/export.ts';
import { usageError } from './errors.ts';
import { parseCompare, type CompareOptions } from './commands/compare-options.ts';
import { HELP } from './help.ts';
import { NODE_LANES } from './lane/lanes.ts';
import type { NodeLane } from './lane/lanes.ts';
import { isSerializerCommand, parseSerializerCommand } from './serializers/options.ts';
import type { SerializerOptions } from './serializers/options.ts';

export interface RunOptions {
  readonly command: 'run';
  /** After `all` the serializers follow into the same folder; `asPlanned` is a resumed run's own answer. */
  readonly what: 'duplex' | 'all' | 'asPlanned';
  readonly profile: Profile;
  readonly only: string | null;
  readonly seed: number | null;
  /** Of every case instead of the profile's; with `resume` cases are brought up to it. */
  readonly trials: number | null;
  readonly python: string | null;
  readonly worker: string | null;
  /** What the report calls the version of `worker`. */
  readonly workerVersion: string | null;
  readonly lane: 'auto' | NodeLane;
  readonly out: string | null;
  readonly resume: string | null;
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

export interface ReportOptions {
  readonly command: 'report';
  readonly runs: readonly string[];
  readonly out: string | null;
}

export interface ViewOptions {
  readonly command: 'view';
  readonly runs: readonly string[];
}

export type Options =
  | RunOptions
  | CompareOptions
  | ReportOptions
  | ViewOptions
  | VerifyOptions
  | DoctorOptions
  | ExportOptions
  | SerializerOptions
  | { readonly command: 'help'; readonly text: string }
  | { readonly command: 'version' };

const DEFAULT_TIMEOUT_S = 30;
/** A day. Node's timers hold 2^31 ms, and one that is longer fires at once. */
const LONGEST_TIMEOUT_S = 86_400;
/** The names of a run's files have four digits or more; a plan beyond this is a slip of the finger. */
const MOST_TRIALS = 1000;
const LANES = ['auto', ...NODE_LANES] as const;
/** What a resumed run takes from its run.json. */
const SETTLED = ['profile', 'only', 'seed', 'out', 'label'] as const;

export function parseOptions(argv: readonly string[]): Options {
  const [command, ...rest] = argv;
  if (command === undefined || command === '--help' || command === '-h' || command === 'help')
    return { command: 'help', text: HELP.general };
  if (command === '--version' || command === '-V') return { command: 'version' };
  if (isSerializerCommand(argv)) return parseSerializerCommand(argv);
  if (command === 'run') return parseRun(rest);
  if (command === 'report') return parseReport(rest);
  if (command === 'view') return parseView(rest);
  if (command === 'compare') return parseCompare(rest);
  if (command === 'verify') return parseVerify(rest);
  if (command === 'doctor') return parseDoctor(rest);
  if (command === 'export') return parseExport(rest);
  throw usageError(
    'UNKNOWN_COMMAND',
    command,
    `there is no command "${command}"`,
    'there are run, report, analyze, compare, stats, export, verify, view and doctor',
  );
}

/** Options of `run` that exclude each other. */
function refuseContradictions(values: Readonly<Record<string, unknown>>): void {
  if (values['python'] !== undefined && values['worker'] !== undefined)
    throw badUsage('run', '--worker', '--python and --worker exclude each other');
  if (values['worker-version'] !== undefined && values['worker'] === undefined)
    throw badUsage('run', '--worker-version', '--worker-version goes with --worker');
  if (values['lane'] === 'pyodide' && (values['python'] ?? values['worker']) !== undefined)
    throw badUsage(
      'run',
      '--lane',
      'the pyodide lane brings its own Python: no --python, no --worker',
    );
  if (values['resume'] !== undefined) {
    const given = SETTLED.find((name) => values[name] !== undefined);
    if (given !== undefined)
      throw badUsage('run', `--${given}`, `--resume goes on with the run's own --${given}`);
  }
}

function parseRun(argv: readonly string[]): Options {
  const { values, positionals } = parse('run', argv, {
    profile: text,
    only: text,
    seed: text,
    trials: text,
    python: text,
    worker: text,
    'worker-version': text,
    lane: text,
    out: text,
    resume: text,
    label: text,
    timeout: text,
    json: flag,
    help: { type: 'boolean', short: 'h' },
  });
  if (values['help'] === true) return { command: 'help', text: HELP.run };
  const said = atMostOne('run', positionals);
  if (said !== null) oneOf('run', said, ['duplex', 'serializers', 'all']);
  refuseContradictions(values);
  return {
    command: 'run',
    what: whatToRun(said, values),
    profile: oneOf('--profile', word(values['profile']) ?? 'quick', PROFILES),
    only: word(values['only']),
    seed: wholeNumber('--seed', word(values['seed']), 0, Number.MAX_SAFE_INTEGER),
    trials: wholeNumber('--trials', word(values['trials']), 1, MOST_TRIALS),
    python: word(values['python']),
    worker: word(values['worker']),
    workerVersion: oneLine('--worker-version', word(values['worker-version'])),
    lane: oneOf('--lane', word(values['lane']) ?? 'auto', LANES),
    out: word(values['out']),
    resume: word(values['resume']),
    label: oneLine('--label', word(values['label'])),
    timeoutMs: seconds('--timeout', word(values['timeout'])) * 1000,
    json: values['json'] === true,
  };
}

function whatToRun(
  said: string | null,
  values: Readonly<Record<string, unknown>>,
): RunOptions['what'] {
  // --only names cases of the duplex suites, and a worker of another language runs no Python rows.
  if (said === 'duplex' || (values['only'] ?? values['worker']) !== undefined) return 'duplex';
  return said === null && values['resume'] !== undefined ? 'asPlanned' : 'all';
}

function parseReport(argv: readonly string[]): Options {
  const { values, positionals } = parse('report', argv, {
    out: text,
    help: { type: 'boolean', short: 'h' },
  });
  if (values['help'] === true) return { command: 'help', text: HELP.report };
  if (positionals.length === 0) throw badUsage('report', '', 'report takes one run or several');
  return { command: 'report', runs: positionals, out: word(values['out']) };
}

function parseView(argv: readonly string[]): Options {
  const { values, positionals } = parse('view', argv, { help: { type: 'boolean', short: 'h' } });
  if (values['help'] === true) return { command: 'help', text: HELP.view };
  return { command: 'view', runs: positionals };
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

function seconds(name: string, value: string | null): number {
  return wholeNumber(name, value, 1, LONGEST_TIMEOUT_S) ?? DEFAULT_TIMEOUT_S;
}
