// Two logs group by group: difference of means, effect sizes, tests. The formulas of the reference's version comparison, and an alarm it lacks.
import { ifDefined } from '../facade/errors.ts';
import type { CliffsDelta } from '../statistics/tests.ts';
import type { Workspace } from '../facade/workspace.ts';
import { summarize } from '../statistics/summary.ts';
import { cliffsDelta, hedgesG, holm, mannWhitney } from '../statistics/tests.ts';
import type { GroupKey, LogGroup } from './group.ts';
import { groupId } from './group.ts';
import { cleanRows } from './policy.ts';
import type { Policy } from './policy.ts';

export interface VersionDifference extends GroupKey {
  readonly meanANs: number;
  readonly meanBNs: number;
  /** (meanA / meanB - 1) · 100: positive means that A is slower than B. */
  readonly deltaPercent: number;
  readonly cliffsDelta: number;
  readonly label: CliffsDelta['size'];
  readonly hedgesG: number | null;
  readonly p: number;
  /** Holm over all compared groups. */
  readonly pHolm: number;
  readonly significant: boolean;
}

export interface VersionComparison {
  readonly differences: readonly VersionDifference[];
  readonly onlyInA: readonly GroupKey[];
  readonly onlyInB: readonly GroupKey[];
  /** Compared by name but with fewer than two values on a side. */
  readonly tooFew: readonly GroupKey[];
  /** Nearly all groups moved one way: that is a machine, not a library. */
  readonly alarm: string | null;
}

const ALPHA = 0.05;
const MIN_VALUES = 2;
/** Of ten independent groups, nine moving the same way has a chance of 2 %. */
const ALARM_SHARE = 0.9;
const ALARM_GROUPS = 8;
/** Below this a shift of everything is not worth an alarm. */
const ALARM_PERCENT = 2;

export function compareVersions(
  a: readonly LogGroup[],
  b: readonly LogGroup[],
  policy: Policy,
  workspace: Workspace,
): VersionComparison {
  const inB = new Map(b.map((group) => [groupId(group.key), group]));
  const idsOfA = new Set(a.map((group) => groupId(group.key)));
  const pairs = a.flatMap((group) => {
    const other = inB.get(groupId(group.key));
    if (other === undefined) return [];
    const x = cleanRows(group, policy, workspace).totalNs;
    const y = cleanRows(other, policy, workspace).totalNs;
    return [{ key: group.key, x, y }];
  });
  const enough = pairs.filter(({ x, y }) => Math.min(x.length, y.length) >= MIN_VALUES);
  const tests = enough.map(({ x, y }) => mannWhitney(workspace, x, y, 'asymptotic').p);
  const adjusted = holm(workspace, tests);
  const differences = enough.map(({ key, x, y }, index): VersionDifference => {
    const meanANs = summarize(workspace, x).mean;
    const meanBNs = summarize(workspace, y).mean;
    const { delta, size: label } = cliffsDelta(workspace, x, y);
    const pHolm = adjusted[index] ?? 1;
    return {
      ...key,
      meanANs,
      meanBNs,
      deltaPercent: (meanANs / meanBNs - 1) * 100,
      cliffsDelta: delta,
      label,
      hedgesG: ifDefined(() => hedgesG(workspace, x, y)),
      p: tests[index] ?? 1,
      pHolm,
      significant: pHolm < ALPHA,
    };
  });
  return {
    differences,
    onlyInA: a.filter(({ key }) => !inB.has(groupId(key))).map(({ key }) => key),
    onlyInB: b.filter(({ key }) => !idsOfA.has(groupId(key))).map(({ key }) => key),
    tooFew: pairs.filter((pair) => !enough.includes(pair)).map(({ key }) => key),
    alarm: alarmOf(differences, 'in A'),
  };
}

/** Null for few groups, for small shifts and for shifts both ways. `where` follows "slower": "in A". */
export function alarmOf(
  groups: readonly Pick<VersionDifference, 'deltaPercent'>[],
  where: string,
): string | null {
  if (groups.length < ALARM_GROUPS) return null;
  const moved = (sign: number): number =>
    groups.filter(({ deltaPercent }) => deltaPercent * sign > ALARM_PERCENT).length;
  const slower = moved(1);
  const faster = moved(-1);
  const most = Math.max(slower, faster);
  if (most < ALARM_SHARE * groups.length) return null;
  const way = slower > faster ? 'slower' : 'faster';
  return (
    `${most} of ${groups.length} groups are ${way} ${where} by more than ${ALARM_PERCENT} %: ` +
    'when nearly everything moves one way, the machine changed, not the libraries'
  );
}
