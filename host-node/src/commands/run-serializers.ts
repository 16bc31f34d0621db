// `echometer run serializers`: the options, and the plan that they ask for.

import { DATA_TYPES, DEFAULT_SEED } from '../../../kernel/api/facade/catalog.ts';
import type { DataType } from '../../../kernel/api/facade/catalog.ts';
import { PROFILES } from '../../../kernel/api/run/cases.ts';
import { defineCommand } from '../command/definition.ts';
import {
  choice,
  flag,
  line,
  list,
  listOf,
  repeatable,
  text,
  whole,
  withDefault,
} from '../command/option.ts';
import type { OptionsOf } from '../command/option.ts';
import { oneOf } from '../command/values.ts';
import { LANGUAGES } from '../serializers/driver.ts';
import type { Language } from '../serializers/driver.ts';
import type { OwnFiles } from '../serializers/own.ts';
import { cellsOf, RUN_MODES, runModeOf } from '../serializers/plan.ts';
import type { SerializerPlan } from '../serializers/plan.ts';
import { runSerializerRun } from './run/serializers.ts';

const MODES = ['bytes', 'stream'] as const;
/** Swift is asked for by name: its program may have to be built first. */
const DEFAULT_LANGUAGES: readonly Language[] = ['javascript', 'python'];

/** A value of the user's is a file; no data type has a dot or a slash in its name. */
const isFile = (part: string): boolean => /[./]/.test(part);

const OPTIONS = {
  runMode: choice(
    'NAME',
    'smoke or quick (3 repetitions in 2 processes, cold only, not for publication), all-single (10 in 5), full (100 in 5) or research (500 in 9); the default follows --profile',
    [...RUN_MODES, 'quick'],
  ),
  profile: withDefault(
    choice(
      'NAME',
      'smoke and quick (the default) mean smoke; full means full, cold and warm: about an hour',
      PROFILES,
    ),
    'quick',
  ),
  serializer: list('LIST', 'rows whose id contains one of these words; =ID means this one alone'),
  data: list(
    'LIST',
    'message, document, telemetry, strings, event; a file (JSON, or a module whose default export gives the value) adds your own value to them',
    (part, name) => (isFile(part) ? part : oneOf(name, part, DATA_TYPES)),
  ),
  rows: repeatable(
    list(
      'LIST',
      'files with rows of your own: a JavaScript module or a Python file (docs/rows.md); may be given again',
    ),
  ),
  rowsCommand: text(
    'CMD',
    'a program that speaks the protocol of docs/rows.md; quotes keep spaces',
  ),
  mode: listOf('LIST', 'bytes, stream', MODES),
  language: listOf(
    'LIST',
    'javascript, python (the default), swift (in a clone, with Swift 6)',
    LANGUAGES,
  ),
  python: text('PATH', 'the Python of the Python rows (default python3)'),
  seed: whole('N', `the seed of the data and of the order (default ${DEFAULT_SEED})`, { least: 0 }),
  out: text('DIR', "the run's folder: new or empty (default results/TIME-RANDOM)"),
  resume: text('DIR', 'go on with a run: finished cells are kept'),
  label: line('NAME', 'what tables and results call this run'),
  json: flag('print stats.json instead of tables'),
};

type Asked = OptionsOf<typeof OPTIONS>;

export const command = defineCommand({
  name: 'run serializers',
  description: `
    Encodes and decodes the five data types with every serializer of JavaScript and Python, checks
    that every value comes back, writes logs row by row and analyses them. Progress goes to stderr.`,
  arguments: {},
  takes: 'no argument',
  options: OPTIONS,
  conflicts: [
    { between: ['out', 'resume'] },
    { between: ['resume', 'label'], says: "--resume goes on with the run's own --label" },
  ],
  cleansUp: true,
  run: (options, surroundings) => {
    const { out, resume, json } = options;
    const own = ownOf(options);
    return runSerializerRun({ plan: askedPlan(options), own, out, resume, json }, surroundings);
  },
});

const ownOf = ({ rows, rowsCommand, data }: Asked): OwnFiles => ({
  rows,
  rowsCommand,
  data: data.filter(isFile),
});

export function askedPlan(asked: Asked): SerializerPlan {
  const types = asked.data.filter((part) => !isFile(part)) as readonly DataType[];
  const { runMode, mode: modes, language: languages } = asked;
  return {
    // A profile's name where a mode's is asked for means what the profile means: nobody has to know both lists.
    runMode: runMode === 'quick' ? runModeOf('quick') : (runMode ?? runModeOf(asked.profile)),
    seed: BigInt(asked.seed ?? DEFAULT_SEED),
    cells: cellsOf(types.length === 0 ? DATA_TYPES : types),
    modes: modes.length === 0 ? MODES : modes,
    languages: [
      ...(languages.length === 0 ? DEFAULT_LANGUAGES : languages),
      ...(asked.rowsCommand === null ? [] : (['command'] as const)),
    ],
    serializers: asked.serializer,
    python: asked.python,
    label: asked.label,
    needsLanguages: languages.length > 0,
  };
}
