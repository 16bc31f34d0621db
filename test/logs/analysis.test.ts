// Statistics of logs against published numbers, the reference's schedule, tables, gate and comparisons.
import { textFixed } from '../../kernel/api/statistics/data.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DATA_TYPES, INSTANCE_COUNTS } from '../../kernel/api/facade/catalog.ts';
import { fixtureText, generateInstance } from '../../kernel/api/facade/generator.ts';
import { analyzeGroups } from '../../kernel/api/logs/analysis.ts';
import type { LogGroup } from '../../kernel/api/logs/group.ts';
import { cleanRows } from '../../kernel/api/logs/policy.ts';
import { pythonTuple } from '../../kernel/api/logs/python-repr.ts';
import { LogReader } from '../../kernel/api/logs/read.ts';
import { blockOrder } from '../../kernel/api/logs/schedule.ts';
import { honestSummary, publishedSummary } from '../../kernel/api/logs/tables.ts';
import { tableMarkdown } from '../../viz/print/markdown.ts';
import { pageMarkdown } from '../../viz/print/page-markdown.ts';
import { logPage } from '../../viz/report/log-page.ts';
import { analyzedLogs, DEFAULT_LOG_OPTIONS } from '../../viz/report/log-sections.ts';
import { logTable } from '../../viz/tables/log-tables.ts';
import { around, made, workspace } from '../fixtures/log-groups.ts';
import { fixture } from '../serializers/reference-generator.ts';

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
      expect([0, 1, 2].map((index) => generateInstance(workspace, type, index, 42n))).toEqual(
        first3[type],
      );
  });

  test('gives the same fixtures as the reference generator, field order too', () => {
    for (const type of DATA_TYPES)
      for (const n of INSTANCE_COUNTS)
        expect(fixtureText(workspace, type, n, 42n)).toBe(JSON.stringify(fixture(type, n)));
  });

  test('gives other instances for another seed and another first index', () => {
    const text = fixtureText(workspace, 'event', 1, 42n);
    expect(fixtureText(workspace, 'event', 1, 43n)).not.toBe(text);
    expect(fixtureText(workspace, 'event', 1, 42n, 1)).not.toBe(text);
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
    expect(blockOrder(workspace, block, ['A', 'B', 'C'])).toEqual(['C', 'B', 'A']);
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
        const order = blockOrder(workspace, block, registered);
        expect(order.indexOf(key.serializer)).toBe(written[index]);
        positions += 1;
      });
    }
    expect(positions).toBe(200);
  });
});

describe('the published statistics', () => {
  const { rows } = JSON.parse(golden('results.json').toString()) as { rows: PublishedRow[] };
  const { groups } = analyzeGroups(published(), 'iqr_1.5', workspace);

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
        cliffs_delta_vs_fastest: Number(textFixed(workspace, group?.effect.cliffsDelta ?? NaN, 4)),
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
      const rows = cleanRows(group, policy, workspace);
      return [rows.totalNs.length, rows.outliersRemoved, rows.valuesClipped > 0];
    });
    expect(runs[0]).toEqual([99, 0, false]);
    expect(runs[1]?.[1]).toBeLessThan(20);
    expect(runs[2]).toEqual([99, 0, true]);
  });
});

describe('effects', () => {
  test('are against the lowest median of the same cell and mode', () => {
    const { groups } = analyzeGroups(
      [
        made('A', around(2000)),
        made('B', around(1000)),
        made('C', around(500), { mode: 'stream' }),
      ],
      'all',
      workspace,
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
    const { groups, withoutRuns } = analyzeGroups([made('A', [])], 'all', workspace);
    expect([groups.length, withoutRuns.map(({ serializer }) => serializer)]).toEqual([0, ['A']]);
  });
});

describe('tables', () => {
  test('print a column in one unit, ties marked and missing values as a dash', () => {
    const values = [180, 1300, 1300, null];
    const column = { title: 'x', unit: 'scaled', digits: 2, best: 'highest', values } as const;
    const labels = ['a', 'b', 'c', 'd'];
    const table = {
      title: 'T',
      note: '',
      labels,
      names: labels,
      unranked: new Set<number>(),
      columns: [column],
    };
    const text = tableMarkdown(logTable(table, 'x')).split('\n').slice(4, 8);
    expect(text).toEqual(['| a | 0.18K |', '| b | **1.3K** |', '| c | **1.3K** |', '| d | – |']);
  });

  test('mark the best of each kind where kinds are known, and of a kind of one row nothing', () => {
    const column = {
      title: 'x',
      unit: 'plain',
      digits: 2,
      best: 'lowest',
      values: [5, 9, 1, 7],
    } as const;
    const labels = ['a', 'b', 'c', 'd'];
    const table = {
      title: 'T',
      note: '',
      labels,
      names: labels,
      unranked: new Set<number>(),
      columns: [column],
    };
    const kinds = new Map([
      ['a', 'text'],
      ['b', 'binary'],
      ['c', 'schema'],
      ['d', 'text'],
    ]);
    const lines = tableMarkdown(logTable(table, 'x', kinds)).split('\n');
    expect(lines.slice(4, 8)).toEqual([
      '| a | text | **5** |',
      '| d | text | 7 |',
      '| b | binary | 9 |',
      '| c | schema | 1 |',
    ]);
    expect(lines.at(-1)).toBe('Bold is the best of its kind.');
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
      workspace,
    );
    const median = (table: { columns: readonly { values: readonly (number | null)[] }[] }) =>
      table.columns[0]?.values.map((value) => Math.round(value ?? NaN));
    expect(median(publishedSummary(groups))).toEqual([4, 1]);
    expect(median(honestSummary(groups))).toEqual([1, 1]);
  });

  test('a results page names what it pooled, its problems and its configuration', () => {
    const reader = new LogReader('x.csv', { language: 'swift' });
    const [header, ...rows] = golden('2026-08-16-150620.bytes-json-libs.csv')
      .toString()
      .split('\n');
    reader.push(Buffer.from([header, ...rows.slice(0, -1), 'cut', ''].join('\n')));
    const files = [{ log: reader.end(), suite: 'cold', sidecar: null, curves: [] }] as const;
    const page = pageMarkdown(
      logPage(analyzedLogs(files, workspace, { ...DEFAULT_LOG_OPTIONS, profile: 'pairwise' })),
    );
    expect(page).toContain('## Swift, cold suite');
    expect(page).toContain('| IkigaJSON:2.5.3 | **54.4** |');
    expect(page).toContain('| total_p95_ns | 58,245.6 ‡ | 59,991.0 ‡ |');
    expect(page).toContain('‡ fewer than ten values lie beyond');
    expect(page).toContain('| source | x.csv |');
    expect(page).toContain('(figures/swift-document-n-1.svg)');
    // Above the tables: a page of thousands of lines hides what stands at its end.
    expect(page.indexOf('x.csv:202: row has another')).toBeLessThan(page.indexOf('### Summary'));
  });
});

test('the repr of a key is that of Python', () => {
  expect(pythonTuple(['a', "b'c", 'd"e\'', 1])).toBe(`('a', "b'c", 'd"e\\'', 1)`);
  expect(pythonTuple(['x\n\\'])).toBe("('x\\n\\\\',)");
});
