// `echometer list`: what can be measured, by the names that other commands take. It prints nothing itself.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DATA_TYPES } from '../../../kernel/api/facade/catalog.ts';
import { parseCases, PROFILES, SUITES } from '../../../kernel/api/run/cases.ts';
import type { DuplexCase } from '../../../kernel/api/run/cases.ts';
import { optionalChoice } from '../command/argument.ts';
import type { CommandResult } from '../command/command.ts';
import { defineCommand } from '../command/definition.ts';
import { flag, text } from '../command/option.ts';
import type { OptionsOf } from '../command/option.ts';
import { EXIT } from '../errors.ts';
import { NODE_LANES } from '../lane/lanes.ts';
import { packageRoot } from '../package-root.ts';
import { rowsByLanguage } from '../serializers/known-rows.ts';
import type { LanguageRows } from '../serializers/known-rows.ts';
import { RUN_MODES } from '../serializers/plan.ts';

const WHAT = ['suites', 'cases', 'rows', 'lanes', 'profiles', 'data'] as const;
type What = (typeof WHAT)[number];

const OPTIONS = {
  python: text('PATH', 'the Python whose rows are asked for (default python3)'),
  json: flag('the same as one JSON object'),
};

interface ListOptions extends OptionsOf<typeof OPTIONS> {
  readonly what: What | null;
}

export const command = defineCommand({
  name: 'list',
  description: `
    Lists suites and cases (run --only), rows (run serializers --serializer), data types (--data),
    lanes (--lane), profiles (--profile) and run modes (--run-mode). Rows say whether their library is there.`,
  arguments: { what: optionalChoice(WHAT) },
  takes: 'at most one argument',
  options: OPTIONS,
  run: list,
});

type Listed = Partial<Record<What | 'runModes', unknown>>;

async function list({ what, python, json }: ListOptions): Promise<CommandResult> {
  const cases = readCases();
  const rows = what === null || what === 'rows' ? await rowsByLanguage(python) : [];
  const all = {
    suites: SUITES.filter((suite) => cases.some((one) => one.suite === suite)),
    cases: cases.map(caseFacts),
    rows,
    lanes: NODE_LANES,
    profiles: PROFILES,
    runModes: RUN_MODES,
    data: DATA_TYPES,
  };
  const asked = Object.entries(all).filter(([name]) => what === null || name === what);
  const stdout = json
    ? `${JSON.stringify(Object.fromEntries(asked) satisfies Listed, null, 2)}\n`
    : asked.map(([name]) => textOf(name as keyof typeof all, all, cases)).join('\n');
  return { stdout, exit: EXIT.done };
}

function readCases(): readonly DuplexCase[] {
  const file = join(packageRoot(), 'kernel', 'api', 'run', 'cases.json');
  return parseCases(readFileSync(file, 'utf8')).cases;
}

const caseFacts = ({ suite, case: name, counts, ...params }: DuplexCase) => ({
  name: `${suite}/${name}`,
  ...params,
  trials: Object.fromEntries(PROFILES.map((profile) => [profile, counts[profile].trials])),
});

function textOf(
  name: string,
  all: Readonly<Record<string, unknown>> & { readonly rows: readonly LanguageRows[] },
  cases: readonly DuplexCase[],
): string {
  if (name === 'cases') return casesText(cases);
  if (name === 'rows') return all.rows.map(rowsText).join('\n');
  return `${name}: ${(all[name] as readonly string[]).join(' ')}\n`;
}

/** With a star what a plain run leaves out. */
function casesText(cases: readonly DuplexCase[]): string {
  const suites = [...new Set(cases.map(({ suite }) => suite))];
  const lines = suites.map((suite) => {
    const names = cases
      .filter((one) => one.suite === suite)
      .map(({ case: name, onlyByName }) => (onlyByName === true ? `${name}*` : name));
    return `  ${suite}: ${names.join('  ')}`;
  });
  return `cases (* only by name):\n${lines.join('\n')}\n`;
}

function rowsText({ language, rows, missing }: LanguageRows): string {
  const lines = rows.map(({ id, format, kind, state }) => `  ${id}: ${format}, ${kind}, ${state}`);
  const none = missing === null ? [] : [`  none: ${missing}`];
  return `rows in ${language}:\n${[...lines, ...none].join('\n')}\n`;
}
