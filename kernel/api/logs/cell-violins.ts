// What a latency figure of one cell shows: the five fastest serializers, serialize against deserialize, both modes together, as the reference draws it.
import { ifDefined } from '../facade/errors.ts';
import type { Workspace } from '../facade/workspace.ts';
import { summarize, violin } from '../statistics/summary.ts';
import { groupBy } from './group-by.ts';
import type { LogGroup } from './group.ts';
import { cleanRows } from './policy.ts';
import type { Policy } from './policy.ts';
import { cellTitle } from './tables.ts';

export interface CellViolinHalf {
  readonly n: number;
  readonly mean: number;
  readonly median: number;
  readonly xs: readonly number[];
  readonly densities: readonly number[];
}

export interface CellViolins {
  /** `javascript_message@n=1`: also the name of the file. */
  readonly id: string;
  readonly title: string;
  readonly modes: readonly string[];
  /** Points in the figure: two a row of the log. */
  readonly points: number;
  readonly rows: readonly {
    readonly name: string;
    readonly halves: readonly [CellViolinHalf, CellViolinHalf];
  }[];
}

const SHOWN = 5;
const GRID_POINTS = 64;
const NS_PER_US = 1000;

export function cellViolins(
  groups: readonly LogGroup[],
  policy: Policy,
  workspace: Workspace,
): readonly CellViolins[] {
  const cells = groupBy(groups, ({ key }) =>
    [key.language, key.dataType, key.instances, key.typeConfigHash].join('\n'),
  );
  return [...cells.values()].sort(byCell).flatMap((own) => {
    const cell = oneCell(own, policy, workspace);
    return cell === null ? [] : [cell];
  });
}

/** As the columns of Ops/Sec; a warm log's own order is a shuffle. */
function byCell([a]: readonly LogGroup[], [b]: readonly LogGroup[]): number {
  if (a === undefined || b === undefined) return 0;
  if (a.key.dataType !== b.key.dataType) return a.key.dataType < b.key.dataType ? -1 : 1;
  return a.key.instances - b.key.instances;
}

interface Entry {
  readonly name: string;
  readonly serUs: Float64Array;
  readonly deserUs: Float64Array;
  readonly mean: number;
}

function oneCell(
  own: readonly LogGroup[],
  policy: Policy,
  workspace: Workspace,
): CellViolins | null {
  const [first] = own;
  if (first === undefined) return null;
  const entries = [...groupBy(own, ({ key }) => key.serializer)]
    .map(([name, groups]) => entryOf(name, groups, policy, workspace))
    .filter(({ serUs }) => serUs.length > 0)
    .sort((a, b) => a.mean - b.mean)
    .slice(0, SHOWN);
  const { language, dataType, instances } = first.key;
  return {
    id: `${language}_${dataType}@n=${instances}`,
    title: cellTitle(dataType, instances),
    modes: [...new Set(own.map(({ key }) => key.mode))],
    points: entries.reduce((sum, { serUs }) => sum + 2 * serUs.length, 0),
    rows: entries.map(({ name, serUs, deserUs }) => ({
      name,
      halves: [half(serUs, workspace), half(deserUs, workspace)],
    })),
  };
}

function entryOf(
  name: string,
  groups: readonly LogGroup[],
  policy: Policy,
  workspace: Workspace,
): Entry {
  const rows = groups.map((group) => cleanRows(group, policy, workspace));
  const serUs = joined(rows.map(({ serNs }) => serNs));
  const deserUs = joined(rows.map(({ deserNs }) => deserNs));
  const all = joined([serUs, deserUs]);
  const mean = all.length === 0 ? Infinity : summarize(workspace, all).mean;
  return { name, serUs: microseconds(serUs), deserUs: microseconds(deserUs), mean };
}

const microseconds = (values: Float64Array): Float64Array => values.map((ns) => ns / NS_PER_US);

function joined(parts: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function half(values: Float64Array, workspace: Workspace): CellViolinHalf {
  const { n, mean, median } = summarize(workspace, values);
  const shape = ifDefined(() => violin(workspace, values, GRID_POINTS));
  if (shape === null) return { n, mean, median, xs: [median], densities: [1] };
  return { n, mean, median, xs: [...shape.grid], densities: [...shape.width] };
}
