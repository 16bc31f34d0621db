// The warm suite's side of the analysis: curves, tables, and the change of ranks. No process is started.
import { describe, expect, test } from 'vitest';

import { analyzeGroups } from '../../kernel/api/logs/analysis.ts';
import { rankChanges, rankFacts } from '../../kernel/api/logs/cold-warm.ts';
import { LogGroup } from '../../kernel/api/logs/group.ts';
import { readSidecar, unrankedRows } from '../../kernel/api/logs/sidecar.ts';
import { honestSummary } from '../../kernel/api/logs/tables.ts';
import { boundedCurve, curvesIn, readCurves } from '../../kernel/api/logs/warm-curve.ts';
import type { WarmCurve } from '../../kernel/api/logs/warm-curve.ts';
import { tableMarkdown } from '../../viz/print/markdown.ts';
import { logTable } from '../../viz/tables/log-tables.ts';
import { fidelityTable, rowTable, sizeTable } from '../../viz/tables/row-tables.ts';
import { isMostlyUnsteady, isWarm, warmTable } from '../../viz/tables/warm-table.ts';
import { roundMachines, warmUpsOf } from '../../kernel/api/logs/warm-up.ts';
import { made, workspace } from '../fixtures/log-groups.ts';

/** Rounds of totals in ns, with the rounds that did not settle. */
function warm(serializer: string, rounds: readonly number[][], unsteady: number[] = []): LogGroup {
  const group = new LogGroup({ ...made(serializer, []).key });
  rounds.forEach((totals, round) => {
    totals.forEach((totalNs, index) => {
      group.add({
        repetition: round * 10 + index + 1,
        serNs: totalNs - 1,
        deserNs: 1,
        totalNs,
        size: 100,
        fidelity: 1,
        memoryPeakBytes: 0,
        runOrder: 0,
        schedulePosition: 0,
        line: 2,
      });
      group.addOptional('round', round);
      group.addOptional('process', round);
      group.addOptional('unsteady', unsteady.includes(round) ? 1 : 0);
      group.addOptional('sizeGzip', 90);
    });
  });
  return group;
}
const analyzed = (groups: LogGroup[], unranked?: ReadonlySet<string>) =>
  analyzeGroups(groups, 'iqr_1.5', workspace, unranked).groups;

const curve = (extra: Partial<WarmCurve>): WarmCurve => ({
  serializer: 'A',
  cell: 'message@n=1',
  mode: 'bytes',
  round: 0,
  place: 0,
  phasesNs: [1, 2, 3, 4],
  size: 1,
  steady: true,
  callsPerSample: 1,
  samples: 1,
  batches: 1,
  curve: [[0, 5]],
  startedAt: '',
  elapsedMs: 10,
  loadAverage: [1, 2],
  stealNs: 5,
  ...extra,
});

describe('a warm-up curve', () => {
  test('keeps its beginning whole, then ever fewer batches, and its last', () => {
    const points = boundedCurve(Array.from({ length: 10_000 }, (_, index) => index + 0.26));
    expect(points.length).toBeLessThan(64);
    expect(points.slice(0, 33).map(([index]) => index)).toEqual(
      Array.from({ length: 33 }, (_, index) => index),
    );
    expect(points.at(-1)).toEqual([9999, 9999.3]);
    for (let at = 34; at < points.length - 1; at++)
      expect(points[at]?.[0]).toBeGreaterThanOrEqual(1.25 * (points[at - 1]?.[0] ?? 0));
  });

  test('that was cut by a kill is not read', () => {
    const line = JSON.stringify(curve({}));
    expect(readCurves(`${line}\n${line.slice(0, 40)}`)).toHaveLength(1);
  });

  test('read-curves: what is no curve is a problem with its line, and no crash', () => {
    const line = JSON.stringify(curve({}));
    const lines = [line, '[]', 'null', '{"round":0}', line, ''].join('\n');
    const { curves, problems } = curvesIn('x.curves.jsonl', [new TextEncoder().encode(lines)]);
    expect(curves).toHaveLength(2);
    expect(problems.map(({ code, firstLine, count }) => [code, firstLine, count])).toEqual([
      ['BAD_CURVE', 2, 3],
    ]);
  });

  test('gives the median first call over the rounds, and the machine of each round', () => {
    const curves = [
      curve({ phasesNs: [100, 0, 0, 0] }),
      curve({ phasesNs: [300, 0, 0, 0], round: 1, loadAverage: [5, 7] }),
      curve({ phasesNs: [200, 0, 0, 0], round: 2, stealNs: null }),
    ];
    const [first] = warmUpsOf(curves, workspace);
    expect([first?.firstCallNs, first?.firstBatchNs, first?.rounds]).toEqual([200, 5, 3]);
    expect(roundMachines(curves, workspace).map(({ loadAverage }) => loadAverage.median)).toEqual([
      1.5, 6, 1.5,
    ]);
    expect(roundMachines(curves, workspace).map(({ stealNs }) => stealNs)).toEqual([5, 5, null]);
  });
});

describe('a warm cell', () => {
  const groups = analyzed([
    warm(
      'Fast',
      [
        [1000, 1001],
        [1100, 1101],
        [3000, 3001],
      ],
      [1, 2],
    ),
    warm('Slow', [[9000], [9100], [9200]]),
  ]);

  test('is the median of its processes, with the range between them', () => {
    expect(groups[0]?.processes).toEqual({
      mediansNs: [1000.5, 1100.5, 3000.5],
      medianNs: 1100.5,
      serMedianNs: 1099.5,
      deserMedianNs: 1,
      meanNs: 1100.5,
      unsteady: 2,
    });
    const text = tableMarkdown(warmTable(groups.filter(isWarm), 'T', new Set()));
    expect(text).toContain('| Fast | **1.1 [1, 3] \\*** |');
    expect(text).toContain('| Slow | 9.1 [9, 9.2] |');
    expect(groups.filter(isWarm).map(isMostlyUnsteady)).toEqual([true, false]);
  });

  test('stands in the summary with the median of its processes, however many samples each gave', () => {
    // Pooled behind one fence it is the fast process that gave most samples: 10,700 ns instead of 13,400 in a real log.
    const uneven = analyzed([
      warm('Uneven', [Array.from({ length: 40 }, () => 1000), [3000, 3001], [3100, 3101]]),
    ]);
    expect(uneven[0]?.total.median).toBe(1000);
    const [total, ser, , ops] = honestSummary(uneven).columns;
    expect([total?.values, ser?.values, ops?.values]).toEqual([[3.0005], [2.9995], [1e9 / 3000.5]]);
  });

  test('of a row that only opens its input is never the best', () => {
    const text = tableMarkdown(warmTable(groups.filter(isWarm), 'T', new Set(['Fast'])));
    expect(text).toContain('| Fast † | 1.1');
    expect(text).toContain('| Slow | **9.1 [9, 9.2]**');
    const summary = logTable(honestSummary(groups, new Set(['Fast'])), 'x');
    expect(summary.rows.map((row) => row[1])).toMatchObject([{ isBest: false }, { isBest: true }]);
    expect(
      analyzed([warm('Fast', [[10, 11]]), warm('Slow', [[90, 91]])], new Set(['Fast'])).map(
        ({ effect }) => effect.reference,
      ),
    ).toEqual(['Slow', 'Slow']);
  });

  test('has its sizes under compression in a table of their own', () => {
    const sizes = sizeTable(groups);
    expect(sizes === null ? '' : tableMarkdown(sizes)).toContain('| Fast | 100 | 90 | – |');
    expect(sizeTable(analyzed([made('A', [1, 2])]))).toBeNull();
  });
});

describe('cold against warm', () => {
  const cold = analyzed([made('JSON', [20_000]), made('lib', [50_000]), made('opens', [1000])]);
  const hot = analyzed([warm('JSON', [[10_000]]), warm('lib', [[5000]]), warm('opens', [[500]])]);
  const changes = rankChanges(
    cold,
    hot,
    [
      {
        serializer: 'lib',
        cell: 'message@n=1',
        mode: 'bytes',
        rounds: 1,
        firstCallNs: 9e5,
        firstBatchNs: null,
        batches: 1,
      },
    ],
    new Set(['opens']),
  );

  test('ranks what does the whole work, before and after', () => {
    expect(changes).toEqual([
      { serializer: 'lib', coldUs: 50, coldRank: 2, warmUs: 5, warmRank: 1, firstCallUs: 900 },
      { serializer: 'JSON', coldUs: 20, coldRank: 1, warmUs: 10, warmRank: 2, firstCallUs: null },
    ]);
  });

  test('gives the cause in numbers: gains by kind, moves and correlation', () => {
    expect(rankFacts(changes, new Set(['JSON']), workspace)).toEqual({
      gains: [
        { isBuiltIn: true, rows: 1, median: 2, min: 2, max: 2 },
        { isBuiltIn: false, rows: 1, median: 10, min: 10, max: 10 },
      ],
      thirds: null,
      stays: 0,
      correlation: -1,
    });
  });
});

describe('the rows of a run', () => {
  const sidecar = readSidecar(
    JSON.stringify({
      serializers: {
        items: [
          {
            name: 'A',
            version: '1',
            state: 'ok',
            format: 'JSON',
            kind: 'text',
            fidelity: { int64: { exact: 1, refused: 3 } },
          },
          { name: 'B', state: 'not-installed', detail: 'no module' },
          { name: 'C', state: 'ok', ranked: false, fidelity: null },
        ],
      },
    }),
  );
  test('are listed with their state, and those that failed with their reason', () => {
    const rows = sidecar?.rows ?? [];
    expect(rows.map(({ state, detail }) => `${state} ${detail}`)[1]).toBe(
      'not-installed no module',
    );
    expect(tableMarkdown(rowTable(rows))).toContain('| C † |');
    const fidelity = fidelityTable(rows);
    expect(fidelity === null ? '' : tableMarkdown(fidelity)).toContain('| A | 1 / 4 refused |');
    expect([...unrankedRows(sidecar)]).toEqual(['C']);
  });

  test('of a foreign sidecar are none', () => {
    expect(readSidecar('{"serializers":{"items":[{"name":"A","version":"1"}]}}')?.rows).toEqual([]);
    expect(fidelityTable([])).toBeNull();
  });
});
