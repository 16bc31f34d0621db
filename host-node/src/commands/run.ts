// `echometer run`: checks what a run needs, runs the suites, gives the tables as text. It prints nothing itself.

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { CaseError, parseCases } from '../../../kernel/api/cases.ts';
import type { CaseList } from '../../../kernel/api/cases.ts';
import type { DataFile, RunFile } from '../../../kernel/api/results.ts';
import { duplexTables } from '../../../viz/tables/duplex.ts';
import { marksSentence } from '../../../viz/tables/marks.ts';
import { resolutionSentence } from '../../../viz/tables/resolution.ts';
import { TERMINAL_COLUMNS, textTable, wrapText } from '../../../viz/tables/table.ts';
import { runSuite } from '../duplex/suite.ts';
import { EXIT, usageError } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import type { RunOptions } from '../options.ts';
import { packageRoot } from '../package-root.ts';
import { markdownReport } from '../report/markdown.ts';
import { resolveCommand, resolvePython } from '../worker/command.ts';
import type { CommandResult, Surroundings } from './command.ts';

export async function runDuplex(
  options: RunOptions,
  surroundings: Surroundings,
): Promise<CommandResult> {
  const list = readCases();
  const kernel = loadKernel();
  const worker =
    options.worker === null ? resolvePython(options.python) : resolveCommand(options.worker);
  const { store, run, data } = await runSuite({
    options,
    list,
    kernel,
    worker,
    surroundings,
  }).catch(explainCaseError);
  const reportPath = store.writeReport(markdownReport(run, data));
  const failed = data.trials.filter((trial) => trial.state === 'failed').length;
  return {
    stdout: options.json
      ? `${JSON.stringify(data, null, 2)}\n`
      : resultText(run, data, shownPath(reportPath)),
    exit: failed === 0 ? EXIT.done : EXIT.failed,
  };
}

function readCases(): CaseList {
  return parseCases(readFileSync(join(packageRoot(), 'kernel', 'api', 'cases.json'), 'utf8'));
}

/** Relative when it lies below the working folder. */
function shownPath(path: string): string {
  const below = relative('', path);
  return below.startsWith('..') ? path : below;
}

function explainCaseError(error: unknown): never {
  if (error instanceof CaseError && error.code === 'UNKNOWN_CASE')
    throw usageError(
      'UNKNOWN_CASE',
      error.subject,
      error.message,
      'see docs/methodology.md for the cases',
    );
  throw error;
}

function resultText(run: RunFile, data: DataFile, reportPath: string): string {
  const failed = data.trials.flatMap((trial) =>
    trial.failure === undefined
      ? []
      : [
          `  ${trial.suite} ${trial.case}, trial ${trial.trial}: ${trial.failure.code}, ${trial.failure.message}`,
        ],
  );
  return [
    `${run.device.label}; profile ${run.profile}, seed ${run.seed}`,
    '',
    ...wrapText(resolutionSentence(data), TERMINAL_COLUMNS),
    ...wrapText(marksSentence(data), TERMINAL_COLUMNS),
    '',
    ...duplexTables(data).flatMap((table) => [textTable(table), '']),
    ...(failed.length === 0 ? [] : [`${failed.length} failed trials:`, ...failed, '']),
    `Report: ${reportPath}`,
    '',
  ].join('\n');
}
