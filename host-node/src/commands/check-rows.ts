// `echometer check-rows`: rows of your own against the rules of docs/rows.md. It prints nothing itself.
import type { DataType } from '../../../kernel/api/facade/catalog.ts';
import { DEFAULT_SEED } from '../../../kernel/api/facade/catalog.ts';
import { fixtureText } from '../../../kernel/api/facade/generator.ts';
import { anyNumber } from '../command/argument.ts';
import type { CommandResult } from '../command/command.ts';
import { defineCommand } from '../command/definition.ts';
import { flag, list, text } from '../command/option.ts';
import type { OptionsOf } from '../command/option.ts';
import { badUsage } from '../command/values.ts';
import { EXIT, reasonOf, usageError } from '../errors.ts';
import { openWorkspace } from '../kernel/open.ts';
import { checkRows } from '../serializers/check-rows.ts';
import type { RowCheck } from '../serializers/check-rows.ts';
import { RestartableRows, rowsStart } from '../serializers/driver.ts';
import { readOwn } from '../serializers/own.ts';
import type { Own } from '../serializers/own.ts';
import { cellsOf } from '../serializers/plan.ts';
import { ProcessFailure, RowFailure, RowProcess } from '../serializers/row-channel.ts';
import type { RowsStart } from '../serializers/row-channel.ts';

const ANSWER_TIMEOUT_MS = 20_000;

const OPTIONS = {
  rowsCommand: text('CMD', 'a program that speaks the protocol of docs/rows.md'),
  data: list('LIST', 'values of your own, as in run serializers'),
  python: text('PATH', 'the Python of rows in Python (default python3)'),
  json: flag('a list of {row, faults, cells}'),
};

interface CheckOptions extends OptionsOf<typeof OPTIONS> {
  readonly rows: readonly string[];
}

export const command = defineCommand({
  name: 'check-rows',
  description: `
    Asks rows of your own everything that a run asks them, and names the rule of docs/rows.md that
    one breaks: a value that does not come back, a size or a time that cannot be, a cached output, a
    print, an end. Nothing is measured and nothing written. Exit code 1 when a rule is broken.`,
  arguments: { rows: anyNumber('FILE') },
  takes: 'files with rows',
  options: OPTIONS,
  run: runCheckRows,
});

async function runCheckRows(options: CheckOptions): Promise<CommandResult> {
  if (options.rows.length === 0 && options.rowsCommand === null)
    throw badUsage('check-rows', '', 'check-rows takes files with rows, or --rows-command');
  const own = await readOwn(options);
  const checks: RowCheck[] = [];
  for (const start of startsOf(own, options.python)) checks.push(...(await checked(start, own)));
  const isKept = checks.length > 0 && checks.every(({ faults }) => faults.length === 0);
  return {
    stdout: options.json ? `${JSON.stringify(checks, null, 2)}\n` : checksText(checks),
    exit: isKept ? EXIT.done : EXIT.failed,
  };
}

interface Start {
  readonly start: RowsStart;
  /** A program has no rows of ours. */
  readonly isProgram: boolean;
}

function startsOf({ rows, command }: Own, python: string | null): readonly Start[] {
  const files = (['javascript', 'python'] as const).flatMap((language) => {
    const own = rows[language] ?? [];
    return own.length === 0 ? [] : [{ start: rowsStart(language, python, own), isProgram: false }];
  });
  return [
    ...files,
    ...(command === null ? [] : [{ start: { command, folder: null }, isProgram: true }]),
  ];
}

async function checked({ start, isProgram }: Start, own: Own): Promise<readonly RowCheck[]> {
  const workspace = await openWorkspace();
  const rows = new RestartableRows(() => new RowProcess(start, ANSWER_TIMEOUT_MS));
  try {
    return await checkRows({
      rows,
      cells: [...cellsOf(), ...own.cells],
      fixtureText: ({ type, instances, text }, first = 0) =>
        text ?? fixtureText(workspace, type as DataType, instances, DEFAULT_SEED, first),
      isOwn: (about) => isProgram || about.own === true,
    });
  } catch (error) {
    if (!(error instanceof ProcessFailure || error instanceof RowFailure)) throw error;
    throw usageError(
      'BAD_ROWS',
      start.command.join(' '),
      `the rows were not to be had (${reasonOf(error)})`,
      'docs/rows.md says what a process of rows answers',
    );
  } finally {
    await rows.close();
  }
}

function checksText(checks: readonly RowCheck[]): string {
  if (checks.length === 0) return 'there is no row of yours\n';
  const lines = checks.flatMap(({ row, faults, cells }) =>
    faults.length === 0
      ? [`ok      ${row}: ${cells} cells, bytes and streams`]
      : faults.map((fault) => `broken  ${row}: ${fault}`),
  );
  return `${lines.join('\n')}\n`;
}
