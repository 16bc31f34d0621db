// Ranks within a kind are verdicts over processes; what is said of them says no more.
import { describe, expect, test } from 'vitest';
import { analyzeGroups } from '../../kernel/api/logs/analysis.ts';
import { LogGroup } from '../../kernel/api/logs/group.ts';
import { rankingOf, type Ranking } from '../../kernel/api/logs/ranking.ts';
import { readSidecar } from '../../kernel/api/logs/sidecar.ts';
import { coldWarmFigure, sizeTimeFigure } from '../../viz/figures/serializer-figures.ts';
import { tableMarkdown } from '../../viz/print/markdown.ts';
import {
  fidelityFindings,
  kindFindings,
  rankingTitle,
  rankingWords,
} from '../../viz/report/serializer-findings.ts';
import { rankingTable } from '../../viz/tables/ranking-table.ts';
import { made, workspace } from '../fixtures/log-groups.ts';

const CALLS = [1, 2, 3];

/** A group whose processes gave these times; three calls each, all alike. */
function timed(serializer: string, processes: readonly number[], size = 100): LogGroup {
  const group = new LogGroup({ ...made(serializer, []).key });
  const row = { serNs: 1, deserNs: 1, size, fidelity: 1, memoryPeakBytes: 0, runOrder: 0 };
  processes.forEach((totalNs, process) => {
    for (const repetition of CALLS) {
      group.add({ ...row, repetition, totalNs, schedulePosition: 0, line: 1 });
      group.addOptional('process', process);
      group.addOptional('unsteady', 0);
    }
  });
  return group;
}

const KINDS: Readonly<Record<string, string>> = { a: 'text', b: 'text', c: 'text', s: 'schema' };

const facts = (dates: Readonly<Record<string, 'exact' | 'lossy'>> = {}) =>
  readSidecar(
    JSON.stringify({
      serializers: {
        items: Object.entries(KINDS).map(([name, kind]) => ({
          name,
          kind,
          state: 'ok',
          fidelity: { date: { [dates[name] ?? 'lossy']: 2 }, int64: { exact: 4 } },
        })),
      },
    }),
  )?.rows ?? [];

const ranked = (warm: readonly LogGroup[], cold: readonly LogGroup[] = []): Ranking =>
  rankingOf(
    {
      warm: analyzeGroups(warm, 'all', workspace).groups,
      cold: analyzeGroups(cold, 'all', workspace).groups,
      warmUps: [],
      curves: [],
      facts: facts({ b: 'exact' }),
    },
    workspace,
  );

const ranksOf = ({ rows }: Ranking): unknown[] =>
  rows.map(({ serializer, standings }) => [serializer, standings.loop?.rank ?? null]);

describe('rows of a kind', () => {
  test('are ranked where the processes tell them apart, and share a rank where they do not', () => {
    const ranking = ranked([
      timed('c', [9000, 9100, 9050, 8990, 9010]),
      timed('a', [1000, 1010, 990, 1005, 995]),
      timed('b', [1010, 995, 1003, 990, 1001]),
      timed('s', [100, 101, 99, 100, 102]),
    ]);
    expect(ranksOf(ranking)).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 3],
      ['s', null],
    ]);
  });

  test('a row of another kind changes nothing, however fast it is', () => {
    const ranking = ranked([timed('a', [1000, 1001, 1002]), timed('s', [1, 1, 1])]);
    expect(ranksOf(ranking)).toEqual([
      ['a', null],
      ['s', null],
    ]);
  });

  test('have no rank from one process', () => {
    const ranking = ranked([timed('a', [1000]), timed('b', [9000])]);
    expect(ranksOf(ranking)).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  test('have no rank where their processes scatter more than they differ', () => {
    const ranking = ranked([
      timed('a', [1000, 3000, 500, 2500]),
      timed('b', [2600, 700, 2800, 1200]),
    ]);
    expect(ranksOf(ranking)).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });
});

describe('what is said', () => {
  const apart = ranked([
    timed('a', [1000, 1010, 990, 1005, 995]),
    timed('b', [2010, 1995, 2003, 1990, 2001], 90),
    timed('c', [9000, 9100, 9050, 8990, 9010]),
  ]);

  test('names the one that leads, the next with its range, and the smallest', () => {
    const [text = ''] = kindFindings(apart);
    expect(text).toMatch(
      /^Text formats: in a loop a \(1 µs\), b takes 2\.00 times as long \[1\.9\d, 2\.0\d\]\. Smallest: b \(90 B\)\.$/,
    );
    expect(rankingTitle('x', apart)).toBe('X: what leads in a loop');
  });

  test('says of rows that are not told apart that they are not', () => {
    const tied = ranked([
      timed('a', [1000, 1010, 990, 1005, 995]),
      timed('b', [1010, 995, 1003, 990, 1001]),
    ]);
    expect(kindFindings(tied)[0]).toContain('in a loop a (1 µs) and b (1 µs), not told apart.');
  });

  test('of one process says no order, draws no figure and gives the reason', () => {
    const one = ranked([timed('a', [1000]), timed('b', [9000], 90)]);
    expect(kindFindings(one)).toEqual(['Text formats: Smallest: b (90 B).']);
    expect(rankingTitle('x', one)).toBe('X: too few processes to rank');
    expect(rankingWords(one).at(-1)).toBe(
      'One process says nothing of chance: in a loop nothing is ranked.',
    );
    expect([sizeTimeFigure(one, 'X'), coldWarmFigure(one, 'X')]).toEqual([null, null]);
    expect(tableMarkdown(rankingTable(one, 'X'))).not.toContain('Rank |');
  });

  test('for one call and for a loop has both leaders, alike or not', () => {
    const warm = [timed('a', [100, 101, 99, 100]), timed('b', [500, 505, 495, 500])];
    const alike = ranked(warm, [
      timed('a', [1e3, 1010, 990, 1000]),
      timed('b', [9e3, 9e3, 9100, 9e3]),
    ]);
    expect(rankingTitle('x', alike)).toBe('X: a (text) leads for one call and in a loop');
    const other = ranked(warm, [
      timed('a', [9e3, 9010, 8990, 9e3]),
      timed('b', [1e3, 1e3, 1010, 1e3]),
    ]);
    expect(rankingTitle('x', other)).toBe(
      'X: for one call another row leads than in a loop in 1 of 1 kinds',
    );
  });

  test('of dates is what came back', () => {
    expect(fidelityFindings(apart)).toEqual([
      'Without losing dates: b (1 of 3 rows).',
      'Every value of the edge record comes back as it was from b.',
    ]);
  });

  test('claims no order that the verdict does not give, whatever the numbers', () => {
    // A small but certain difference: below what counts, so that the rank is shared.
    const close = ranked([
      timed('a', [1000, 1001, 999, 1000, 1000]),
      timed('b', [1030, 1031, 1029, 1030, 1030]),
    ]);
    expect(ranksOf(close)).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(kindFindings(close)[0]).toContain('not told apart');
  });
});
