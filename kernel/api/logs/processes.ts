// What the processes of a group gave, each with the same weight: the numbers that tables print. A process is what repeats; the calls inside of one are not independent.
import type { Workspace } from '../facade/workspace.ts';
import { summarize } from '../statistics/summary.ts';
import type { LogGroup } from './group.ts';

export interface Processes {
  /** Median total of each process, every measured row of it, in the order of their numbers. */
  readonly mediansNs: readonly number[];
  /** Medians over the processes of each one's median. */
  readonly medianNs: number;
  readonly serMedianNs: number;
  readonly deserMedianNs: number;
  /** Median over the processes of each one's mean total. */
  readonly meanNs: number;
  /** Processes whose warm-up did not settle or whose samples drifted; null in a suite that has no warm-up. */
  readonly unsteady: number | null;
}

/** Which process each row is of; null for a log that does not say: it is one run. */
export const processOfRows = (group: LogGroup): Float64Array | null => group.optional('process');

/** Null for a log without marks. No fence removes a row: over all processes it would take whole slow ones for outliers. */
export function processesOf(group: LogGroup, workspace: Workspace): Processes | null {
  const places = rowsByProcess(group);
  if (places === null || places.length === 0) return null;
  const summaries = (series: 'totalNs' | 'serNs' | 'deserNs') => {
    const values = group.series(series);
    return places.map((rows) =>
      summarize(
        workspace,
        Float64Array.from(rows, (row) => values[row] ?? NaN),
      ),
    );
  };
  const middle = (values: readonly number[]): number =>
    summarize(workspace, Float64Array.from(values)).median;
  const totals = summaries('totalNs');
  const mediansNs = totals.map(({ median }) => median);
  return {
    mediansNs,
    medianNs: middle(mediansNs),
    serMedianNs: middle(summaries('serNs').map(({ median }) => median)),
    deserMedianNs: middle(summaries('deserNs').map(({ median }) => median)),
    meanNs: middle(totals.map(({ mean }) => mean)),
    unsteady: unsteadyOf(group, places),
  };
}

/** The measured rows of each process. */
function rowsByProcess(group: LogGroup): readonly (readonly number[])[] | null {
  const process = processOfRows(group);
  if (process === null) return null;
  const repetition = group.series('repetition');
  const found = new Map<number, number[]>();
  process.forEach((number, row) => {
    if (Number.isNaN(number) || repetition[row] === 0) return;
    const rows = found.get(number);
    if (rows === undefined) found.set(number, [row]);
    else rows.push(row);
  });
  return [...found].sort(([a], [b]) => a - b).map(([, rows]) => rows);
}

function unsteadyOf(group: LogGroup, places: readonly (readonly number[])[]): number | null {
  const flags = group.optional('unsteady');
  return flags === null
    ? null
    : places.filter((rows) => rows.some((row) => flags[row] === 1)).length;
}

/** What a table prints of a group. */
export interface Headline {
  readonly totalNs: number;
  readonly meanTotalNs: number;
  readonly serNs: number;
  readonly deserNs: number;
  readonly opsPerSec: number;
}

const NS_PER_S = 1e9;

/** A total of 0 ns is below the clock's step: the reference writes 0 and so do we. */
export const opsPerSec = (ns: number): number => (ns === 0 ? 0 : NS_PER_S / ns);

/** What a headline needs of a group's statistics. */
interface Told {
  readonly processes: Processes | null;
  readonly total: { readonly median: number; readonly mean: number };
  readonly ser: { readonly median: number };
  readonly deser: { readonly median: number };
  readonly averageOpsPerSec: number;
}

/** Of the processes where the log names them, else of all its rows. */
export function headlineOf({ processes, total, ser, deser, averageOpsPerSec }: Told): Headline {
  return processes === null
    ? {
        totalNs: total.median,
        meanTotalNs: total.mean,
        serNs: ser.median,
        deserNs: deser.median,
        opsPerSec: averageOpsPerSec,
      }
    : {
        totalNs: processes.medianNs,
        meanTotalNs: processes.meanNs,
        serNs: processes.serMedianNs,
        deserNs: processes.deserMedianNs,
        opsPerSec: opsPerSec(processes.meanNs),
      };
}
