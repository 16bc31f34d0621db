// What the curves of a warm suite say: how slow the first call of a fresh process was, and what the machine did meanwhile. Numbers of stats.json; no text.
import type { Workspace } from '../facade/workspace.ts';
import { summarize } from '../statistics/summary.ts';
import { groupBy } from './group-by.ts';
import type { Mode } from './columns.ts';
import type { WarmCurve } from './warm-curve.ts';

/** One serializer, cell and mode; medians over its rounds. */
export interface WarmUp {
  readonly serializer: string;
  readonly cell: string;
  readonly mode: Mode;
  readonly rounds: number;
  /** All four phases of the first call of the process. */
  readonly firstCallNs: number;
  /** Mean per call of the batch after it, about a millisecond of calls. */
  readonly firstBatchNs: number | null;
  readonly batches: number;
}

/** A round, or a part of one when the run was interrupted. */
export interface RoundMachine {
  readonly round: number;
  readonly cells: number;
  readonly elapsedMs: number;
  /** One-minute load averages, read around every cell. */
  readonly loadAverage: { readonly min: number; readonly median: number; readonly max: number };
  readonly stealNs: number | null;
}

export function warmUpsOf(curves: readonly WarmCurve[], workspace: Workspace): readonly WarmUp[] {
  const median = (values: readonly number[]): number =>
    summarize(workspace, Float64Array.from(values)).median;
  const cells = groupBy(curves, ({ serializer, cell, mode }) =>
    [serializer, cell, mode].join('\n'),
  );
  return [...cells.values()].flatMap((own): WarmUp[] => {
    const [first] = own;
    if (first === undefined) return [];
    const { serializer, cell, mode } = first;
    const batch = own.flatMap(({ curve }) => curve[0]?.[1] ?? []);
    return [
      {
        serializer,
        cell,
        mode,
        rounds: own.length,
        firstCallNs: median(own.map(({ phasesNs }) => phasesNs.reduce((sum, ns) => sum + ns, 0))),
        firstBatchNs: batch.length === 0 ? null : median(batch),
        batches: median(own.map(({ batches }) => batches)),
      },
    ];
  });
}

export function roundMachines(
  curves: readonly WarmCurve[],
  workspace: Workspace,
): readonly RoundMachine[] {
  const rounds = groupBy(curves, ({ round }) => String(round));
  return [...rounds.values()].flatMap((own): RoundMachine[] => {
    const [first] = own;
    if (first === undefined) return [];
    const load = Float64Array.from(own.flatMap(({ loadAverage }) => [...loadAverage]));
    const { min, median, max } = summarize(workspace, load);
    const steal = own.flatMap(({ stealNs }) => stealNs ?? []);
    return [
      {
        round: first.round,
        cells: own.length,
        elapsedMs: own.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0),
        loadAverage: { min, median, max },
        stealNs: steal.length === 0 ? null : steal.reduce((sum, ns) => sum + ns, 0),
      },
    ];
  });
}
