// Statistics of logs against published numbers, the reference's schedule, tables, gate and comparisons.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DATA_TYPES, INSTANCE_COUNTS } from '../../kernel/api/catalog.ts';
import { fixtureText, generateInstance } from '../../kernel/api/generator.ts';
import { analyzeGroups } from '../../kernel/api/logs/analysis.ts';
import { baselineOf, gate, readBaseline } from '../../kernel/api/logs/baseline.ts';
import { unitOf, withThousands } from '../../kernel/api/logs/figures-text.ts';
import { LogGroup } from '../../kernel/api/logs/group.ts';
import { cleanRows } from '../../kernel/api/logs/policy.ts';
import { pythonTuple } from '../../kernel/api/logs/python-repr.ts';
import { LogReader } from '../../kernel/api/logs/read.ts';
import { resultsPage } from '../../kernel/api/logs/results-page.ts';
import { blockOrder } from '../../kernel/api/logs/schedule.ts';
import { claimOf, poolSessions } from '../../kernel/api/logs/sessions.ts';
import { logStatistics } from '../../kernel/api/logs/statistics.ts';
import { columnTexts, honestSummary, publishedSummary } from '../../kernel/api/logs/tables.ts';
import { compareVersions, versionMarkdown } from '../../kernel/api/logs/version-compare.ts';
import { freshKernel } from '../fixtures/kernels.ts';
import { fixture } from '../serializers/reference-generator.ts';

const kernel = freshKernel();
kernel.openScratch(32 << 20);
const statistics = logStatistics(kernel.raw);

const golden = (name: string): Buffer =>
  readFileSync(new URL(`../golden/serializers/${name}`, import.meta.url));

function published(): readonly LogGroup[] {
  const reader = new LogReader('swift.csv', { language: 'swift' });
  reader.push(golden('2026-08-16-150620.bytes-json-libs.csv'));
  return reader.end().groups;
}

interface PublishedRow {
  readonly library: string;
  readonly io: string;
  readonly write_median_ns: number;
  readonly read_median_ns: number;
  readonly total_median_ns: number;
  readonly total_mean_ns: number;
  readonly total_p95_ns: number;
  readonly total_p99_ns: number;
  readonly total_ci_low_ns: number;
  readonly total_ci_high_ns: number;
  readonly size_bytes: number;
  readonly fidelity: number;
  readonly runs: number;
  readonly runs_raw: number;
  readonly outliers_removed: number;
  readonly cliffs_delta_vs_fastest: number;
  readonly cliffs_label: string;
}

describe('the generator of the kernel', () => {
  test('gives the golden instances', () => {
    const first3 = JSON.parse(golden('instances-seed42-first3.json').toString()) as Record<
      string,
      unknown[]
    >;
    for (const type of DATA_TYPES)
      expect([0, 1, 2].map((index) => generateInstance(kernel.raw, type, index, 42n))).toEqual(
        first3[type],
      );
  });

  test('gives the same fixtures as the reference generator, field order too', () => {
    for (const type of DATA_TYPES)
      for (const n of INSTANCE_COUNTS)
        expect(fixtureText(kernel.raw, type, n, 42n)).toBe(JSON.stringify(fixture(type, n)));
  });

  test('gives other instances for another seed and another first index', () => {
    const text = fixtureText(kernel.raw, 'event', 1, 42n);
    expect(fixtureText(kernel.raw, 'event', 1, 43n)).not.toBe(text);
    expect(fixtureText(kernel.raw, 'event', 1, 42n, 1)).not.toBe(text);
  });
});

describe('the schedule', () => {
  test('shuffles A, B, C of the documented block to C, B, A', () => {
    const block = {
      seed: 42n,
      dataType: 'message',
      instances: 1,
      typeConfigHash: 'abc',
      mode: 'bytes',
      repetition: 0,
    } as const;
    expect(blockOrder(statistics, block, ['A', 'B', 'C'])).toEqual(['C', 'B', 'A']);
  });

  test('gives all 200 positions of the published log', () => {
    const registered = [
      'Foundation.JSONEncoder',
      'IkigaJSON',
      'Foundation.PropertyListEncoder',
      'BinaryCodable',
      'SwiftMsgpack',
      'SwiftCbor',
      'SwiftBSON',
      'Yams',
      'XMLCoder',
      'TOML',
      'SwiftProtobuf',
      'FlatBuffers',
      'SwiftAvroCore',
      'CapnProto',
    ];
    let positions = 0;
    for (const group of published()) {
      const { key } = group;
      const written = group.series('schedulePosition');
      group.series('repetition').forEach((repetition, index) => {
        const block = { ...key, seed: 42n, repetition };
        const order = blockOrder(statistics, block, registered);
        expect(order.indexOf(key.serializer)).toBe(written[index]);
        positions += 1;
      });
    }
    expect(positions).toBe(200);
  });
});

describe('the published statistics', () => {
  const { rows } = JSON.parse(golden('results.json').toString()) as { rows: PublishedRow[] };
  const { groups } = analyzeGroups(published(), 'iqr_1.5', statistics);

  test.each(rows.filter(({ io }) => io === 'memory').map((row) => [row.library, row] as const))(
    'of %s come out to the last digit',
    (library, row) => {
      const group = groups.find(({ serializer }) => serializer === library);
      expect({
        write_median_ns: group?.ser.median,
        read_median_ns: group?.deser.median,
        total_median_ns: group?.total.median,
        total_mean_ns: Math.round(group?.total.mean ?? NaN),
        total_p95_ns: Math.round(group?.total.p95 ?? NaN),
        total_p99_ns: Math.round(group?.total.p99 ?? NaN),
        total_ci_low_ns: Math.round(group?.total.ciLow ?? NaN),
        total_ci_high_ns: Math.round(group?.total.ciHigh ?? NaN),
        size_bytes: group?.medianSizeBytes,
        fidelity: group?.meanFidelity,
        runs: group?.runs,
        runs_raw: group?.runsRaw,
        outliers_removed: group?.outliersRemoved,
        cliffs_delta_vs_fastest: Number(statistics.fixed(group?.effect.cliffsDelta ?? NaN, 4)),
        cliffs_label: group?.effect.label,
      }).toEqual({
        write_median_ns: row.write_median_ns,
        read_median_ns: row.read_median_ns,
        total_median_ns: row.total_median_ns,
        total_mean_ns: row.total_mean_ns,
        total_p95_ns: row.total_p95_ns,
        total_p99_ns: row.total_p99_ns,
        total_ci_low_ns: row.total_ci_low_ns,
        total_ci_high_ns: row.total_ci_high_ns,
        size_bytes: row.size_bytes,
        fidelity: row.fidelity,
        runs: row.runs,
        runs_raw: row.runs_raw,
        outliers_removed: row.outliers_removed,
        cliffs_delta_vs_fastest: row.cliffs_delta_vs_fastest,
        cliffs_label: row.cliffs_label,
      });
    },
  );

  test('other policies keep, clip or remove less', () => {
    const [group] = published();
    if (group === undefined) throw new Error('the fixture has no group');
    const runs = (['all', 'iqr_3', 'winsorize_5_95'] as const).map((policy) => {
      const rows = cleanRows(group, policy, statistics);
      return [rows.totalNs.length, rows.outliersRemoved, rows.valuesClipped > 0];
    });
    expect(runs[0]).toEqual([99, 0, false]);
    expect(runs[1]?.[1]).toBeLessThan(20);
    expect(runs[2]).toEqual([99, 0, true]);
  });
});

/** A group with these totals after one warm-up row. */
function made(
  serializer: string,
  totals: readonly number[],
  extra: Partial<LogGroup['key']> = {},
): LogGroup {
  const group = new LogGroup({
    serializer,
    dataType: 'message',
    typeConfigHash: 'h',
    instances: 1,
    mode: 'bytes',
    language: 'x',
    ...extra,
  });
  group.versions.add('1');
  [9_999_999, ...totals].forEach((totalNs, repetition) => {
    group.add({
      repetition,
      serNs: totalNs - 1,
      deserNs: 1,
      totalNs,
      size: 100,
      fidelity: 1,
      memoryPeakBytes: 0,
      runOrder: 0,
      schedulePosition: 0,
      line: repetition + 2,
    });
  });
  return group;
}
const around = (center: number, n = 20): number[] =>
  Array.from({ length: n }, (_, index) => center + ((index * 7) % 11));

describe('effects', () => {
  test('are against the lowest median of the same cell and mode', () => {
    const { groups } = analyzeGroups(
      [
        made('A', around(2000)),
        made('B', around(1000)),
        made('C', around(500), { mode: 'stream' }),
      ],
      'all',
      statistics,
    );
    expect(
      groups.map(({ effect }) => [effect.reference, effect.cliffsDelta, effect.label]),
    ).toEqual([
      ['B', 1, 'large'],
      ['B', 0, 'reference'],
      ['C', 0, 'reference'],
    ]);
  });

  test('a group of warm-up rows only is named', () => {
    const { groups, withoutRuns } = analyzeGroups([made('A', [])], 'all', statistics);
    expect([groups.length, withoutRuns.map(({ serializer }) => serializer)]).toEqual([0, ['A']]);
  });
});

describe('tables', () => {
  test.each([
    [1165.5, 3, '1,170'],
    [0.581, 3, '0.581'],
    [18.4, 3, '18.4'],
    [579, 3, '579'],
    [4520, 3, '4,520'],
    [7, 3, '7'],
    [0.3, 2, '0.3'],
  ])('print %f with %i digits as %s', (value, digits, expected) => {
    const column = { title: '', unit: 'plain', digits, best: null, values: [value] } as const;
    expect(columnTexts(column, statistics)).toEqual([expected]);
  });

  test('print a column in one unit, ties bold and missing values as a dash', () => {
    const values = [180, 1300, 1300, null];
    const column = { title: '', unit: 'scaled', digits: 2, best: 'highest', values } as const;
    expect(columnTexts(column, statistics)).toEqual(['0.18K', '**1.3K**', '**1.3K**', '-']);
    expect(unitOf([2e6, 1])).toEqual({ divisor: 1e6, mark: 'M' });
    expect(withThousands('1234567.5')).toBe('1,234,567.5');
  });

  test('pool every group as published, and shared cells of the bytes mode by default', () => {
    const { groups } = analyzeGroups(
      [
        made('A', around(1000)),
        made('A', around(3000), { mode: 'stream' }),
        made('B', around(1000)),
        made('A', around(9000), { dataType: 'event' }),
      ],
      'all',
      statistics,
    );
    const median = (table: { columns: readonly { values: readonly (number | null)[] }[] }) =>
      table.columns[0]?.values.map((value) => Math.round(value ?? NaN));
    expect(median(publishedSummary(groups))).toEqual([4, 1]);
    expect(median(honestSummary(groups))).toEqual([1, 1]);
  });

  test('a results page names what it pooled, its problems and its configuration', () => {
    const page = resultsPage(
      {
        language: 'swift',
        analysis: analyzeGroups(published(), 'iqr_1.5', statistics),
        problems: [],
        configuration: ['Source CSV: x.csv'],
        asPublished: false,
        profile: 'pairwise',
        figures: [['Document · 1 instance', 'figures/x.svg']],
        pooled: [],
        claim: 'L1',
      },
      statistics,
    );
    expect(page).toContain('# Swift — Benchmark Results');
    expect(page).toContain('| IkigaJSON:2.5.3 | **54.4** |');
    expect(page).toContain('| total_p95_ns | 58245.6 | 59991.0 |');
    expect(page).toContain('- Source CSV: x.csv');
    expect(page).toContain('(figures/x.svg)');
  });
});

describe('two logs', () => {
  const names = Array.from({ length: 10 }, (_, index) => `S${index}`);
  const log = (factor: number): LogGroup[] =>
    names.map((name, index) => made(name, around(Math.round(1000 * (index + 1) * factor))));

  test('that are equal differ by nothing and alarm nobody', () => {
    const { differences, alarm } = compareVersions(log(1), log(1), 'all', statistics);
    expect(differences.map(({ deltaPercent }) => deltaPercent)).toEqual(names.map(() => 0));
    expect(alarm).toBeNull();
  });

  test('where A is slower have a positive difference', () => {
    const slow = made('S', around(1200));
    const { differences } = compareVersions([slow], [made('S', around(1000))], 'all', statistics);
    expect(differences[0]?.deltaPercent).toBeGreaterThan(15);
    expect([differences[0]?.cliffsDelta, differences[0]?.significant]).toEqual([1, true]);
  });

  test('where nearly everything moved one way raise the alarm', () => {
    const comparison = compareVersions(log(1.2), log(1), 'all', statistics);
    expect(comparison.alarm).toMatch(/10 of 10 groups are slower/);
    expect(versionMarkdown(comparison, ['a.csv', 'b.csv'], statistics)).toContain('**Alarm:**');
  });

  test('name what only one of them has', () => {
    const a = [made('A', around(10)), made('B', [10])];
    const b = [made('B', around(10)), made('C', around(10))];
    const comparison = compareVersions(a, b, 'all', statistics);
    const list = (keys: readonly { serializer: string }[]) => keys.map((key) => key.serializer);
    expect(list(comparison.onlyInA)).toEqual(['A']);
    expect(list(comparison.onlyInB)).toEqual(['C']);
    expect(list(comparison.tooFew)).toEqual(['B']);
  });
});

describe('the gate', () => {
  const stats = (groups: LogGroup[]) => analyzeGroups(groups, 'all', statistics).groups;
  const baseline = baselineOf(stats([made('A', around(1000))]), 'all');

  test.each([
    ['ok', around(1050)],
    ['slower', around(1300)],
    ['unclear', [...around(1000, 9), ...around(1200, 11)]],
  ])('says %s', (verdict, totals) => {
    const [result] = gate(stats([made('A', totals)]), baseline, 10);
    expect(result?.verdict).toBe(verdict);
  });

  test('says new for what the baseline lacks', () => {
    const [result] = gate(stats([made('Z', around(1))]), baseline, 10);
    expect(result?.verdict).toBe('new');
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
    groups: analyzeGroups([made('A', around(center)), made('B', around(1500))], 'all', statistics)
      .groups,
  });

  test('pool to the median of their medians and count who was fastest', () => {
    const sessions = [session('1', 'm', 1000), session('2', 'm', 2000), session('3', 'm', 1100)];
    const [a, b] = poolSessions(sessions, statistics);
    expect([a?.sessions, a?.timesFastest, b?.timesFastest]).toEqual([3, 2, 1]);
    expect(a?.medianOfMediansNs).toBeGreaterThan(1099);
    expect(a?.medianOfMediansNs).toBeLessThan(1112);
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

test('the repr of a key is that of Python', () => {
  expect(pythonTuple(['a', "b'c", 'd"e\'', 1])).toBe(`('a', "b'c", 'd"e\\'', 1)`);
  expect(pythonTuple(['x\n\\'])).toBe("('x\\n\\\\',)");
});
