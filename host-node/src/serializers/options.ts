// Options of the serializer commands: run serializers, analyze, compare, stats. Checked once, here.
import { PROFILES as RUN_PROFILES } from '../../../kernel/api/run/cases.ts';
import { DATA_TYPES, DEFAULT_SEED } from '../../../kernel/api/facade/catalog.ts';
import { DEFAULT_LIMIT_PERCENT } from '../../../kernel/api/logs/baseline.ts';
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
import { cellsOf, RUN_MODES, runModeOf } from './plan.ts';
import type { RunMode, SerializerPlan } from './plan.ts';

export interface RunSerializersOptions {
  readonly command: 'run-serializers';
  readonly plan: SerializerPlan;
  readonly out: string | null;
  readonly resume: string | null;
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
  readonly out: string | null;
  readonly json: boolean;
}

export interface CompareLogsOptions {
  readonly command: 'compare-logs';
  readonly a: string;
  readonly b: string;
  readonly policy: Policy;
  readonly thresholdPercent: number | null;
  readonly failOnWorse: boolean;
}

export interface StatsOptions {
  readonly command: 'stats';
  readonly file: string;
  readonly json: boolean;
}

export type SerializerOptions =
  RunSerializersOptions | AnalyzeCommandOptions | CompareLogsOptions | StatsOptions;

type Parsed = SerializerOptions | { readonly command: 'help'; readonly text: string };

/** `compare` of two CSV logs is ours; of two runs it is not. */
export function isSerializerCommand(argv: readonly string[]): boolean {
  const [command, first] = argv;
  if (command === 'run') return first === 'serializers';
  if (command === 'compare') return argv.filter((word) => /\.csv(\.gz)?$/.test(word)).length >= 2;
  return command === 'analyze' || command === 'stats';
}

export function parseSerializerCommand([command = '', ...rest]: readonly string[]): Parsed {
  if (command === 'run') return parseRunSerializers(rest.slice(1));
  if (command === 'compare') return parseCompare(rest);
  return command === 'stats' ? parseStats(rest) : parseAnalyze(rest);
}

const help = { type: 'boolean', short: 'h' } as const;

const listOf = (value: unknown): readonly string[] =>
  (word(value) ?? '').split(',').filter((part) => part !== '');

function parseRunSerializers(argv: readonly string[]): Parsed {
  const { values, positionals } = parse('run', argv, {
    'run-mode': text,
    profile: text,
    serializer: text,
    data: text,
    mode: text,
    language: text,
    python: text,
    seed: text,
    out: text,
    resume: text,
    json: flag,
    help,
  });
  if (values['help'] === true) return { command: 'help', text: SERIALIZER_HELP.run };
  atMostOne('run', ['serializers', ...positionals]);
  const profile = oneOf('--profile', word(values['profile']) ?? 'quick', RUN_PROFILES);
  const types = listOf(values['data']).map((type) => oneOf('--data', type, DATA_TYPES));
  const modes = listOf(values['mode']).map((mode) => oneOf('--mode', mode, MODES));
  const languages = listOf(values['language']).map((name) => oneOf('--language', name, LANGUAGES));
  const out = word(values['out']);
  const resume = word(values['resume']);
  if (out !== null && resume !== null)
    throw badUsage('run', '--resume', '--out and --resume exclude each other');
  return {
    command: 'run-serializers',
    plan: {
      runMode: runModeNamed(word(values['run-mode'])) ?? runModeOf(profile),
      seed: BigInt(wholeNumber('--seed', word(values['seed']), 0) ?? DEFAULT_SEED),
      cells: cellsOf(types.length === 0 ? DATA_TYPES : types),
      modes: modes.length === 0 ? MODES : modes,
      languages: languages.length === 0 ? DEFAULT_LANGUAGES : languages,
      serializers: listOf(values['serializer']),
      python: word(values['python']),
      needsLanguages: languages.length > 0,
    },
    out,
    resume,
    json: values['json'] === true,
  };
}

/** A profile's name where a mode's is asked for means what the profile means: nobody has to know both lists. */
function runModeNamed(name: string | null): RunMode | null {
  if (name === null) return null;
  const known = oneOf('--run-mode', name, [...RUN_MODES, 'quick']);
  return known === 'quick' ? runModeOf(known) : known;
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
    out: text,
    json: flag,
    help,
  });
  if (values['help'] === true) return { command: 'help', text: SERIALIZER_HELP.analyze };
  const metrics = word(values['metrics']);
  if (values['no-intervals'] === true && values['baseline'] !== undefined)
    throw badUsage('analyze', '--no-intervals', 'the gate of --baseline needs the intervals');
  return {
    command: 'analyze',
    paths: positionals.length === 0 ? ['logs'] : positionals,
    language: word(values['language']),
    policy: oneOf('--policy', word(values['policy']) ?? DEFAULT_POLICY, POLICIES),
    asPublished: values['as-published'] === true,
    profile: metrics === null ? null : oneOf('--metrics', metrics, PROFILES),
    intervals: values['no-intervals'] !== true,
    baseline: word(values['baseline']),
    limitPercent: wholeNumber('--limit', word(values['limit']), 0) ?? DEFAULT_LIMIT_PERCENT,
    out: word(values['out']),
    json: values['json'] === true,
  };
}

function parseCompare(argv: readonly string[]): Parsed {
  const { values, positionals } = parse('compare', argv, {
    policy: text,
    threshold: text,
    'fail-on': text,
    anyway: flag,
    help,
  });
  if (values['help'] === true) return { command: 'help', text: SERIALIZER_HELP.compare };
  const [a, b, ...more] = positionals;
  if (a === undefined || b === undefined || more.length > 0)
    throw badUsage('compare', positionals.join(' '), 'compare takes two logs');
  const failOn = word(values['fail-on']);
  if (failOn !== null) oneOf('--fail-on', failOn, ['worse']);
  return {
    command: 'compare-logs',
    a,
    b,
    policy: oneOf('--policy', word(values['policy']) ?? DEFAULT_POLICY, POLICIES),
    thresholdPercent: wholeNumber('--threshold', word(values['threshold']), 0),
    failOnWorse: failOn === 'worse',
  };
}

function parseStats(argv: readonly string[]): Parsed {
  const { values, positionals } = parse('stats', argv, { json: flag, help });
  if (values['help'] === true) return { command: 'help', text: SERIALIZER_HELP.stats };
  const file = atMostOne('stats', positionals);
  if (file === null) throw badUsage('stats', '', 'stats takes a file of numbers, or - for stdin');
  return { command: 'stats', file, json: values['json'] === true };
}
