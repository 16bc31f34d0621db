// The duplex suites of `echometer run`: checks what a run needs, runs the suites, gives the tables as text. It prints nothing itself.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseCases } from '../../../../kernel/api/run/cases.ts';
import type { CaseList } from '../../../../kernel/api/run/cases.ts';
import type { DataFile, DataTrial, RunFile } from '../../../../kernel/api/run/results.ts';
import { marksSentence } from '../../../../viz/tables/marks.ts';
import { resolutionSentence } from '../../../../viz/tables/resolution.ts';
import { duplexFindings } from '../../../../viz/report/duplex-findings.ts';
import { devicesOf } from '../../../../viz/input/run-input.ts';
import { itemLines } from '../../../../viz/print/page-text.ts';
import { runTables } from '../../../../viz/print/run-text.ts';
import { TERMINAL_COLUMNS } from '../../../../viz/print/terminal.ts';
import { wrapText } from '../../../../viz/text/width.ts';
import { runSuite, trialText } from '../../duplex/suite.ts';
import { EXIT } from '../../errors.ts';
import { loadKernel } from '../../kernel/load.ts';
import { packageRoot } from '../../package-root.ts';
import { writeMarkdownReport } from '../../report/write.ts';
import type { CommandResult, Surroundings } from '../../command/command.ts';
import { shownPath } from '../shown-path.ts';
import type { RunOptions } from './options.ts';
import { setupsOf } from './variants.ts';

export async function runDuplex(
  options: RunOptions,
  /** The serializers follow into the same folder. */
  plansSerializers: boolean,
  surroundings: Surroundings,
): Promise<CommandResult> {
  const list = readCases();
  const kernel = loadKernel();
  const setups = await setupsOf(options);
  const { store, run, data } = await runSuite({
    options: { ...options, plansSerializers, timeoutMs: options.timeout * 1000 },
    list,
    kernel,
    setups,
    surroundings,
  });
  const source = store.source();
  const trials = source.trials();
  const report = { run, data, trials, samples: source.samplesOf(trials) };
  const reportPath = await writeMarkdownReport(report, kernel, store.folder);
  const failed = data.trials.filter((trial) => trial.state === 'failed').length;
  return {
    stdout: options.json
      ? `${JSON.stringify(data, null, 2)}\n`
      : resultText(run, data, shownPath(reportPath)),
    exit: failed === 0 ? EXIT.done : EXIT.failed,
  };
}

export function readCases(): CaseList {
  return parseCases(
    readFileSync(join(packageRoot(), 'kernel', 'api', 'run', 'cases.json'), 'utf8'),
  );
}

function resultText(run: RunFile, data: DataFile, reportPath: string): string {
  return [
    `${run.device.label}; profile ${run.profile}${run.profile === 'full' ? '' : ' (not for publication)'}, seed ${run.seed}`,
    '',
    ...itemLines(duplexFindings(devicesOf([{ run, data }])), TERMINAL_COLUMNS),
    ...wrapText(resolutionSentence(data), TERMINAL_COLUMNS),
    ...wrapText(marksSentence(data, run), TERMINAL_COLUMNS),
    '',
    ...runTables({ run, data }).flatMap((table) => [table, '']),
    ...trialList(
      data,
      'failed',
      ({ failure }) => `${failure?.code ?? ''}, ${failure?.message ?? ''}`,
    ),
    ...trialList(data, 'unsupported', ({ reason }) => reason ?? ''),
    `Report: ${reportPath}`,
    '',
  ].join('\n');
}

/** The trials that no table shows, each with its reason. */
function trialList(
  data: DataFile,
  state: DataTrial['state'],
  why: (trial: DataTrial) => string,
): string[] {
  const trials = data.trials.filter((trial) => trial.state === state);
  if (trials.length === 0) return [];
  const lines = trials.map(
    (trial) => `  ${trial.suite} ${trial.case}, ${trialText(trial)}: ${why(trial)}`,
  );
  return [`${trials.length} ${state} ${trials.length === 1 ? 'trial' : 'trials'}:`, ...lines, ''];
}
