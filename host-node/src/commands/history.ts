// `echometer history SOURCE...`: cases over many results, where their levels change, and a gate on the newest change.

import { historyOf, HISTORY_SCHEMA, LEAST_POINTS } from '../../../kernel/api/compare/history.ts';
import type { History } from '../../../kernel/api/compare/history.ts';
import type { Result } from '../../../kernel/api/compare/occasions.ts';
import { historyPage } from '../../../viz/report/history.ts';
import { several } from '../command/argument.ts';
import type { CommandResult, Surroundings } from '../command/command.ts';
import { defineCommand } from '../command/definition.ts';
import { choiceOf, FOREIGN_CONFLICTS, FOREIGN_OPTIONS } from '../command/foreign-options.ts';
import { choice, flag, percent, text, whole } from '../command/option.ts';
import type { OptionsOf } from '../command/option.ts';
import { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import { EXIT } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import { writePage } from '../report/write.ts';
import { collectionsAt } from '../results/collections.ts';
import { printedPage } from './printed-page.ts';
import { shownPath } from './shown-path.ts';

const OPTIONS = {
  filter: text('TEXT', 'only cases whose name or parameter holds this'),
  metric: text('TEXT', 'only metrics whose name holds this'),
  last: whole('N', 'only the newest N results of each case', { least: 2 }),
  threshold: percent('changes up to this size are none (default: every change counts)'),
  failOn: choice(
    'worse',
    'exit 1 when the newest change of a case is one for the worse, or when the newest result lacks a case of the one before',
    ['worse'],
  ),
  allowMissing: flag('with --fail-on: what the newest result lacks is said and does not count'),
  out: text('DIR', 'write report.html, report.md, report.pdf and a figure a case there'),
  json: flag('print every point and change as JSON'),
  ...FOREIGN_OPTIONS,
};

interface HistoryCommand extends OptionsOf<typeof OPTIONS> {
  readonly sources: readonly string[];
}

export const command = defineCommand({
  name: 'history',
  description: `
    Puts the cases of many results on lines and says where a level changes, by how much, and whether
    the newest change is one for the worse. A SOURCE is a run, logs, a file or folder of another
    benchmark tool, a folder of runs or packed runs, the data.js of github-action-benchmark, or asv's
    folder .asv/results. Results are ordered by time where all of them say it, else as they are named.

    From six results of a case on changes are looked for; one wild result is none.`,
  arguments: { sources: several('SOURCE') },
  takes: 'one source or several',
  options: OPTIONS,
  conflicts: FOREIGN_CONFLICTS,
  needs: [['allowMissing', 'failOn']],
  closing: 'Exit codes: 0 looked, 1 with --fail-on worse, 4 nothing could be compared.',
  run: runHistory,
});

async function runHistory(
  options: HistoryCommand,
  { progress }: Pick<Surroundings, 'progress'>,
): Promise<CommandResult> {
  const workspace = loadKernel().openWorkspace();
  const read = { workspace, language: null, choice: choiceOf(options) };
  const results: Result[] = [];
  for (const source of options.sources) results.push(...(await collectionsAt(source, read)));
  const history = historyOf(workspace, results, {
    ...options,
    thresholdPercent: options.threshold ?? 0,
  });
  requireHistory(history, options);
  if (options.out !== null)
    for (const path of await writePage(historyPage(history, { figures: true }), options.out))
      progress(shownPath(path));
  return {
    stdout: options.json ? jsonOf(history) : printedPage(historyPage(history, { figures: false })),
    exit: options.failOn !== null && isWorse(history, options) ? EXIT.failed : EXIT.done,
  };
}

const jsonOf = (history: History): string =>
  `${JSON.stringify({ schema: HISTORY_SCHEMA, ...history }, null, 2)}\n`;

/** A gate never passes without having looked. */
function requireHistory({ series }: History, { sources, failOn }: HistoryCommand): void {
  if (series.every(({ points }) => points.length < 2))
    throw nothing(
      sources,
      series.length === 0 ? 'have no case that was asked for' : 'have no case with two results',
      'name more results of the same cases',
    );
  if (failOn === null) return;
  if (series.every(({ verdict }) => verdict === 'short'))
    throw nothing(
      sources,
      `have no case with ${2 * LEAST_POINTS} results`,
      'name more results: in fewer no change can be told',
    );
  if (series.every(({ verdict, better }) => verdict === 'short' || better === null))
    throw nothing(sources, 'do not say which way is better', 'say it with --lower or --higher');
}

function nothing(sources: readonly string[], why: string, next: string): EchometerError {
  const subject = sources.join(', ');
  const what = `${subject} ${why}`;
  return new EchometerError({
    code: 'NOT_COMPARABLE',
    subject,
    what,
    next,
    outcome: 'notComparable',
  });
}

const isWorse = ({ series, missing }: History, { allowMissing }: HistoryCommand): boolean =>
  series.some(({ verdict }) => verdict === 'worse') || (missing.length > 0 && !allowMissing);
