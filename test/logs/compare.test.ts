// Two logs against each other, the regression gate and pooled sessions.
import { describe, expect, test } from 'vitest';
import { analyzeGroups } from '../../kernel/api/logs/analysis.ts';
import { baselineOf, gate, readBaseline } from '../../kernel/api/logs/baseline.ts';
import type { LogGroup } from '../../kernel/api/logs/group.ts';
import { claimOf, poolSessions } from '../../kernel/api/logs/sessions.ts';
import { compareVersions } from '../../kernel/api/logs/version-compare.ts';
import { versionPage } from '../../viz/report/version-comparison.ts';
import { around, made, workspace } from '../fixtures/log-groups.ts';

describe('two logs', () => {
  const names = Array.from({ length: 10 }, (_, index) => `S${index}`);
  const log = (factor: number): LogGroup[] =>
    names.map((name, index) => made(name, around(Math.round(1000 * (index + 1) * factor))));

  test('that are equal differ by nothing and alarm nobody', () => {
    const { differences, alarm } = compareVersions(log(1), log(1), 'all', workspace);
    expect(differences.map(({ deltaPercent }) => deltaPercent)).toEqual(names.map(() => 0));
    expect(alarm).toBeNull();
  });

  test('where A is slower have a positive difference', () => {
    const slow = made('S', around(1200));
    const { differences } = compareVersions([slow], [made('S', around(1000))], 'all', workspace);
    expect(differences[0]?.deltaPercent).toBeGreaterThan(15);
    expect([differences[0]?.cliffsDelta, differences[0]?.significant]).toEqual([1, true]);
  });

  test('where nearly everything moved one way raise the alarm', () => {
    const comparison = compareVersions(log(1.2), log(1), 'all', workspace);
    expect(comparison.alarm).toMatch(/10 of 10 groups are slower/);
    expect(versionPage(comparison, ['a.csv', 'b.csv']).lead.join()).toMatch(/^Alarm: 10 of 10/);
  });

  test('name what only one of them has', () => {
    const a = [made('A', around(10)), made('B', [10])];
    const b = [made('B', around(10)), made('C', around(10))];
    const comparison = compareVersions(a, b, 'all', workspace);
    const list = (keys: readonly { serializer: string }[]) => keys.map((key) => key.serializer);
    expect(list(comparison.onlyInA)).toEqual(['A']);
    expect(list(comparison.onlyInB)).toEqual(['C']);
    expect(list(comparison.tooFew)).toEqual(['B']);
  });
});

describe('the gate', () => {
  const stats = (groups: LogGroup[], suite: 'cold' | 'warm' = 'cold') =>
    analyzeGroups(groups, 'all', workspace).groups.map((group) => ({ ...group, suite }));
  const baseline = baselineOf(stats([made('A', around(1000))]), 'all');

  test.each([
    ['ok', around(1050)],
    ['slower', around(1300)],
    ['unclear', [...around(1000, 9), ...around(1200, 11)]],
  ])('says %s', (verdict, totals) => {
    const [result] = gate(stats([made('A', totals)]), baseline, 10);
    expect(result?.verdict).toBe(verdict);
  });

  test('says new for what the baseline lacks, and gone for what only it has', () => {
    const results = gate(stats([made('Z', around(1))]), baseline, 10);
    expect(results.map(({ key, verdict }) => [key.serializer, verdict])).toEqual([
      ['Z', 'new'],
      ['A', 'gone'],
    ]);
  });

  // Both suites of a run in one baseline had one key: every cold number was compared with a warm one.
  test('compares cold with cold and warm with warm', () => {
    const both = [...stats([made('A', around(1000))]), ...stats([made('A', around(100))], 'warm')];
    const results = gate(both, baselineOf(both, 'all'), 10);
    expect(results.map(({ verdict, ratio }) => [verdict, ratio])).toEqual([
      ['ok', 1],
      ['ok', 1],
    ]);
  });

  test('reads back what it wrote and refuses anything else', () => {
    expect(readBaseline(JSON.stringify(baseline))).toEqual(baseline);
    expect(readBaseline('{')).toBe('it is no JSON');
    expect(readBaseline('null')).toMatch(/schema/);
  });
});

describe('sessions', () => {
  const session = (name: string, machineId: string, center: number) => ({
    name,
    machineId,
    groups: analyzeGroups([made('A', around(center)), made('B', around(1500))], 'all', workspace)
      .groups,
    unranked: new Set<string>(),
  });

  test('pool to the median of their medians and count who was fastest', () => {
    const sessions = [session('1', 'm', 1000), session('2', 'm', 2000), session('3', 'm', 1100)];
    const [a, b] = poolSessions(sessions, workspace);
    expect([a?.sessions, a?.timesFastest, b?.timesFastest]).toEqual([3, 2, 1]);
    expect(a?.medianOfMediansNs).toBeGreaterThan(1099);
    expect(a?.medianOfMediansNs).toBeLessThan(1112);
  });

  test('never count a row as fastest that does a part of the work', () => {
    const sessions = [{ ...session('1', 'm', 1000), unranked: new Set(['A']) }];
    const wins = poolSessions(sessions, workspace).map(({ timesFastest }) => timesFastest);
    expect(wins).toEqual([0, 1]);
  });

  test('allow a claim by their number and their machines', () => {
    const one = session('1', 'm', 1000);
    const other = session('2', 'n', 1000);
    expect([claimOf([one]), claimOf([one, one, one]), claimOf([one, other])]).toEqual([
      'L1',
      'L2',
      'L3',
    ]);
  });
});
