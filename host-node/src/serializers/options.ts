// Options of the serializer commands: run serializers, analyze, compare, stats. Checked once, here.
import { PROFILES as RUN_PROFILES } from '../../../kernel/api/run/cases.ts';
import { DATA_TYPES, DEFAULT_SEED } from '../../../kernel/api/facade/catalog.ts';
import { PROFILES } from '../../../kernel/api/logs/metrics.ts';
import type { MetricsProfile } from '../../../kernel/api/logs/metrics.ts';
import { DEFAULT_POLICY, POLICIES } from '../../../kernel/api/logs/policy.ts';
import type { Policy } from '../../../kernel/api/logs/policy.ts';
import {
  atMostOne,
  badUsage,
  flag,
  oneOf,
  parse,
  text,
  wholeNumber,
  word,
} from '../command/arguments.ts';
import { LANGUAGES } from './driver.ts';
import type { Language } from './driver.ts';
import { SERIALIZER_HELP } from './help.ts';
import type { OwnFiles } from './own.ts';
import { cellsOf, RUN_MODES, runModeOf } from './plan.ts';
import type { RunMode, SerializerPlan } from './plan.ts';

/** The reference's limit for a regression. */
const DEFAULT_LIMIT_PERCENT = 10;

export interface RunSerializersOptions {
  readonly command: 'run-serializers';
  readonly plan: SerializerPlan;
  readonly own: OwnFiles;
  readonly out: string | null;
  readonly resume: string | null;
  readonly json: boolean;
}

export interface CheckRowsOptions {
  readonly command: 'check-rows';
  readonly own: OwnFiles;
  readonly python: string | null;
  readonly json: boolean;
}

export interface AnalyzeCommandOptions {
  readonly command: 'analyze';
  readonly paths: readonly string[];
  readonly language: string | null;
  readonly policy: Policy;
  readonly asPublished: boolean;
  readonly profile: MetricsProfile | null;
  readonly intervals: boolean;
  readonly baseline: string | null;
  readonly limitPercent: number;
  readonly anyway: boolean;
  readonly differentMachines: boolean;
  readonly allowMissing: boolean;
  readonly out: string | null;
  readonly json: boolean;
}

export interface StatsOptions {
  readonly command: 'stats';
  readonly file: string;
  readonly json: boolean;
}

export type SerializerOptions =
  RunSerializersOptions | CheckRowsOptions | AnalyzeCommandOptions | StatsOptions;

type Parsed = SerializerOptions | { readonly command: 'help'; readonly text: string };

export function isSerializerCommand(argv: readonly string[]): boolean {
  const [command, first] = argv;
  if (command === 'run') return first === 'serializers';
  return command === 'analyze' || command === 'stats' || command === 'check-rows';
}

export function parseSerializerCommand([command = '', ...rest]: readonly string[]): Parsed {
  if (command === 'run') return parseRunSerializers(rest.slice(1));
  if (command === 'check-rows') return parseCheckRows(rest);
  return command === 'stats' ? parseStats(rest) : parseAnalyze(rest);
}

const help = { type: 'boolean', short: 'h' } as const;

const listOf = (value: unknown): readonly string[] =>
  (word(value) ?? '').split(',').filter((part) => part !== '');

const RUN_OPTIONS = {
  'run-mode': text,
  profile: text,
  serializer: text,
  data: text,
  mode: text,
  language: text,
  python: text,
  rows: text,
  'rows-command': text,
  seed: text,
  out: text,
  resume: text,
  json: flag,
  help,
} as const;

type Values = ReturnType<typeof parse>['values'];

function parseRunSerializers(argv: readonly string[]): Parsed {
  const { values, positionals } = parse('run', argv, RUN_OPTIONS);
  if (values['help'] === true) return { command: 'help', text: SERIALIZER_HELP.run };
  atMostOne('run', ['serializers', ...positionals]);
  const out = word(values['out']);
  const resume = word(values['resume']);
  if (out !== null && resume !== null)
    throw badUsage('run', '--resume', '--out and --resume exclude each other');
  const data = listOf(values['data']);
  const own = {
    rows: listOf(values['rows']),
    rowsCommand: word(values['rows-command']),
    data: data.filter(isFile),
  };
  const types = data.filter((part) => !isFile(part));
  const json = values['json'] === true;
  return {
    command: 'run-serializers',
    plan: askedPlan(values, types, own),
    own,
    out,
    resume,
    json,
  };
}

/** A value of the user's is a file; no data type has a dot or a slash in its name. */
const isFile = (part: string): boolean => /[./]/.test(part);

function askedPlan(values: Values, data: readonly string[], own: OwnFiles): SerializerPlan {
  const profile = oneOf('--profile', word(values['profile']) ?? 'quick', RUN_PROFILES);
  const types = data.map((type) => oneOf('--data', type, DATA_TYPES));
  const modes = listOf(values['mode']).map((mode) => oneOf('--mode', mode, MODES));
  const languages = listOf(values['language']).map((name) => oneOf('--language', name, LANGUAGES));
  return {
    runMode: runModeNamed(word(values['run-mode'])) ?? runModeOf(profile),
    seed: BigInt(wholeNumber('--seed', word(values['seed']), 0) ?? DEFAULT_SEED),
    cells: cellsOf(types.length === 0 ? DATA_TYPES : types),
    modes: modes.length === 0 ? MODES : modes,
    languages: [
      ...(languages.length === 0 ? DEFAULT_LANGUAGES : languages),
      ...(own.rowsCommand === null ? [] : (['command'] as const)),
    ],
    serializers: listOf(values['serializer']),
    python: word(values['python']),
    needsLanguages: languages.length > 0,
  };
}

/** A profile's name where a mode's is asked for means what the profile means: nobody has to know both lists. */
function runModeNamed(name: string | null): RunMode | null {
  if (name === null) return null;
  const known = oneOf('--run-mode', name, [...RUN_MODES, 'quick']);
  return known === 'quick' ? runModeOf(known) : known;
}

function parseCheckRows(argv: readonly string[]): Parsed {
  const { values, positionals } = parse('check-rows', argv, {
    'rows-command': text,
    data: text,
    python: text,
    json: flag,
    help,
  });
  if (values['help'] === true) return { command: 'help', text: SERIALIZER_HELP.checkRows };
  const rowsCommand = word(values['rows-command']);
  if (positionals.length === 0 && rowsCommand === null)
    throw badUsage('check-rows', '', 'check-rows takes files with rows, or --rows-command');
  return {
    command: 'check-rows',
    own: { rows: positionals, rowsCommand, data: listOf(values['data']) },
    python: word(values['python']),
    json: values['json'] === true,
  };
}

const MODES = ['bytes', 'stream'] as const;
/** Swift is asked for by name: its program may have to be built first. */
const DEFAULT_LANGUAGES: readonly Language[] = ['javascript', 'python'];

function parseAnalyze(argv: readonly string[]): Parsed {
  const { values, positionals } = parse('analyze', argv, {
    language: { type: 'string', short: 'l' },
    policy: text,
    'as-published': flag,
    'no-intervals': flag,
    metrics: text,
    baseline: text,
    limit: text,
    machines: text,
    anyway: flag,
    'allow-missing': flag,
    out: text,
    json: flag,
    help,
  });
  if (values['help'] === true) return { command: 'help', text: SERIALIZER_HELP.analyze };
  const metrics = word(values['metrics']);
  const machines = word(values['machines']);
  if (machines !== null) oneOf('--machines', machines, ['different']);
  return {
    command: 'analyze',
    paths: positionals.length === 0 ? ['logs'] : positionals,
    language: word(values['language']),
    policy: oneOf('--policy', word(values['policy']) ?? DEFAULT_POLICY, POLICIES),
    asPublished: values['as-published'] === true,
    profile: metrics === null ? null : oneOf('--metrics', metrics, PROFILES),
    intervals: values['no-intervals'] !== true,
    baseline: word(values['baseline']),
    limitPercent: wholeNumber('--limit', word(values['limit']), 1, 1000) ?? DEFAULT_LIMIT_PERCENT,
    anyway: values['anyway'] === true,
    differentMachines: machines === 'different',
    allowMissing: values['allow-missing'] === true,
    out: word(values['out']),
    json: values['json'] === true,
  };
}

function parseStats(argv: readonly string[]): Parsed {
  const { values, positionals } = parse('stats', argv, { json: flag, help });
  if (values['help'] === true) return { command: 'help', text: SERIALIZER_HELP.stats };
  const file = atMostOne('stats', positionals);
  if (file === null) throw badUsage('stats', '', 'stats takes a file of numbers, or - for stdin');
  return { command: 'stats', file, json: values['json'] === true };
}
