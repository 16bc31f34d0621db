// The loaded runs and logs and the reader's choices -> what the page shows, in the form in which a report has it: a PDF of
// the page is then a report. Pure but for the kernels it computes with.

import { compareRuns } from '../../../kernel/api/compare/compare-runs.ts';
import type { Table } from '../../definition.ts';
import { devicesOf, type Device } from '../../input/run-input.ts';
import { reportContent, type ReportContent } from '../../report/content.ts';
import type { Section } from '../../report/section.ts';
import { logContent } from '../../report/log-content.ts';
import { logSections, type LogsInput } from '../../report/log-sections.ts';
import { comparisonTable } from '../../tables/comparison.ts';
import { fullCycleTable } from '../../tables/full-cycle.ts';
import { failedTable, systemsTable } from '../../tables/systems.ts';
import { verdictTable } from '../../tables/verdicts.ts';
import { figuresOf, type Curves } from './figures-of.ts';
import type { LoadedRun } from './load.ts';
import type { PageKernel } from './page-kernel.ts';
import { comparedWith, viewOf, type PageState } from './state.ts';

export interface Loaded {
  readonly runs: readonly LoadedRun[];
  /** Null without logs. */
  readonly logs: LogsInput | null;
  readonly curves: Curves;
}

export interface NamedTable {
  readonly name: string;
  readonly table: Table;
}

/** Tables that belong to no figure. */
export function tablesOf({ runs }: Loaded, state: PageState, kernel: PageKernel): NamedTable[] {
  if (runs.length === 0) return [];
  const devices = devicesOf(runs);
  const failed = failedTable(devices);
  const cycle = fullCycleTable(devices, viewOf(state));
  return [
    { name: 'systems', table: systemsTable(devices) },
    ...verdictsOf(runs, devices, state, kernel),
    ...(devices.length > 1
      ? [{ name: 'comparison', table: comparisonTable(devices, state.baseline) }]
      : []),
    ...(cycle === null ? [] : [{ name: 'full-cycle', table: cycle }]),
    ...(failed.rows.length > 0 ? [{ name: 'failed', table: failed }] : []),
  ];
}

function verdictsOf(
  runs: readonly LoadedRun[],
  devices: readonly Device[],
  state: PageState,
  { workspace }: PageKernel,
): NamedTable[] {
  const other = comparedWith(state, runs.length);
  const [a, b] = [runs[state.baseline] ?? runs[0], runs[other ?? -1]];
  if (a === undefined || b === undefined || a === b) return [];
  const labels = [a, b].map((run) => devices[runs.indexOf(run)]?.label ?? '');
  const comparison = compareRuns(workspace, a, b, null);
  return [
    { name: 'verdicts', table: verdictTable(comparison, [labels[0] ?? '', labels[1] ?? '']) },
  ];
}

/** Sections of the logs, made once: they do not depend on the reader's choices. */
export const logSectionsOf = (logs: LogsInput | null): readonly Section[] =>
  logs === null ? [] : logSections(logs);

export function contentOf(loaded: Loaded, state: PageState, kernel: PageKernel): ReportContent {
  const { runs, logs, curves } = loaded;
  if (runs.length === 0 && logs !== null) return logContent(logs);
  const figures = figuresOf(runs, curves, state);
  const verdicts = verdictsOf(runs, devicesOf(runs), state, kernel).map(({ table }): Section => {
    return { id: 'verdicts', title: 'Comparison', paragraphs: [], figure: null, table };
  });
  return reportContent({ runs, figures, more: [...verdicts, ...logSectionsOf(logs)] });
}
