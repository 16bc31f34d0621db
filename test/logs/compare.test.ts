// The regression gate and pooled sessions.
import { describe, expect, test } from 'vitest';
import { analyzeGroups } from '../../kernel/api/logs/analysis.ts';
import { baselineText, readBaseline } from '../../kernel/api/compare/baseline.ts';
import { logsRun } from '../../kernel/api/compare/logs.ts';
import { compareSides } from '../../kernel/api/compare/sides.ts';
import type { LogGroup } from '../../kernel/api/logs/group.ts';
import { claimOf, poolSessions } from '../../kernel/api/logs/sessions.ts';
import type { NamedLog } from '../../kernel/api/logs/log-set.ts';
import { around, made, workspace } from '../fixtures/log-groups.ts';

describe('the gate', () => {
  const measured = (groups: readonly LogGroup[], suite: 'cold' | 'warm' = 'cold') => {
    const log = { groups, problems: [] } as unknown as NamedLog['log'];
    return logsRun(workspace, 'log', [{ log, suite, sidecar: null, curves: [] }]);
  };
  const against = (base: readonly LogGroup[], changed: readonly LogGroup[]) => {
    const read = readBaseline(baselineText(measured(base)), 'baseline.json');
    if (typeof read === 'string') throw new Error(read);
    return compareSides(workspace, [read], [measured(changed)], {
      ...{ thresholdPercent: 10, filter: null, metric: null, runEffect: null },
      differentMachines: false,
    });
  };

  test.each([
    ['worse', around(1400)],
    ['better', around(700)],
  ])('says %s', (verdict, totals) => {
    const { cases } = against([made('A', around(1000))], [made('A', totals)]);
    expect(cases).toMatchObject([{ verdict, unitWord: 'batch' }]);
  });

  test('does not call a log worse than its own baseline', () => {
    const { cases } = against([made('A', around(1000))], [made('A', around(1000))]);
    expect(cases).toMatchObject([{ verdict: 'same', ratio: 1 }]);
  });

  test('names what only the baseline has, and what it lacks', () => {
    const found = against([made('A', around(10))], [made('Z', around(10))]);
    expect(found.cases).toEqual([]);
    expect(found.onlyInBase).toEqual(['A message bytes (x, cold)']);
    expect(found.onlyInNew).toEqual(['Z message bytes (x, cold)']);
  });

  // Both suites of a run in one baseline had one key: every cold number was compared with a warm one.
  test('compares cold with cold and warm with warm', () => {
    const [cold] = measured([made('A', around(1000))]).cases;
    const [warm] = measured([made('A', around(1000))], 'warm').cases;
    expect(cold?.key).not.toBe(warm?.key);
  });

  test('reads back what it wrote and refuses anything else', () => {
    const run = measured([made('A', around(1000))]);
    const read = readBaseline(baselineText(run), 'b');
    expect(read).toMatchObject({ name: 'b', cases: run.cases, facts: run.facts });
    expect(readBaseline('{', 'b')).toBe('it is no JSON');
    expect(readBaseline('null', 'b')).toMatch(/schema/);
    const nothing = { schema: 'echometer.baseline/3', run: { cases: [null], facts: [] } };
    expect(readBaseline(JSON.stringify(nothing), 'b')).toBe('case 0 is not whole');
  });
});

describe('sessions', () => {
  const session = (name: string, center: number) => ({
    name,
    groups: analyzeGroups([made('A', around(center)), made('B', around(1500))], 'all', workspace)
      .groups,
    unranked: new Set<string>(),
  });

  test('pool to the median of their medians and count who was fastest', () => {
    const sessions = [session('1', 1000), session('2', 2000), session('3', 1100)];
    const [a, b] = poolSessions(sessions, workspace);
    expect([a?.sessions, a?.timesFastest, b?.timesFastest]).toEqual([3, 2, 1]);
    expect(a?.medianOfMediansNs).toBeGreaterThan(1099);
    expect(a?.medianOfMediansNs).toBeLessThan(1112);
  });

  test('never count a row as fastest that does a part of the work', () => {
    const sessions = [{ ...session('1', 1000), unranked: new Set(['A']) }];
    const wins = poolSessions(sessions, workspace).map(({ timesFastest }) => timesFastest);
    expect(wins).toEqual([0, 1]);
  });

  test('allow a claim by their number', () => {
    const one = session('1', 1000);
    expect([claimOf([one]), claimOf([one, one]), claimOf([one, one, one])]).toEqual([
      'L1',
      'L1',
      'L2',
    ]);
  });
});
