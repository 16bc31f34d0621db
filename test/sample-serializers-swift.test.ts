// docs/sample-serializers/swift, the committed full run of the Swift rows: complete, in the documented order, and still what its logs give.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

import { blockOrder } from '../kernel/api/logs/schedule.ts';
import type { LogGroup } from '../kernel/api/logs/group.ts';
import type { StatsFile } from '../kernel/api/logs/stats-file.ts';
import { openFolder } from '../host-node/src/results/source.ts';
import type { NamedLog } from '../kernel/api/logs/log-set.ts';
import { differenceOf, recomputed } from '../host-node/src/serializers/verify.ts';
import { workspace } from './fixtures/log-groups.ts';

const SAMPLE = resolve(import.meta.dirname, '../docs/sample-serializers/swift');
const GOLDEN = resolve(import.meta.dirname, 'golden/serializers/golden-sizes-seed42.csv');
const ROUNDS = 5;

/** In registration order, with document 1 of seed 42 as the reference logs it. */
const DOCUMENT_1 = new Map([
  ['Foundation.JSONEncoder', 448],
  ['IkigaJSON', 448],
  ['Foundation.PropertyListEncoder', 399],
  ['BinaryCodable', 337],
  ['SwiftMsgpack', 329],
  ['SwiftCbor', 332],
  ['SwiftBSON', 525],
  ['Yams', 429],
  ['XMLCoder', 729],
  ['TOML', 508],
  ['SwiftProtobuf', 155],
  ['FlatBuffers', 440],
  ['SwiftAvroCore', 114],
  ['CapnProto', 376],
]);
const ROWS = [...DOCUMENT_1.keys()];

/** Rows of formats whose size is published for all ten cells, with the column of the golden file. */
const PUBLISHED = new Map([
  ['Foundation.JSONEncoder', 'json'],
  ['IkigaJSON', 'json'],
  ['Foundation.PropertyListEncoder', 'bplist'],
  ['SwiftProtobuf', 'protobuf'],
  ['SwiftAvroCore', 'avro'],
  ['SwiftCbor', 'cbor'],
]);

const written = JSON.parse(readFileSync(join(SAMPLE, 'stats.json'), 'utf8')) as StatsFile;
const page = readFileSync(join(SAMPLE, 'results.md'), 'utf8');

describe('the sample run of the Swift rows', () => {
  const { source } = openFolder(SAMPLE);
  let files: readonly NamedLog[];
  const groups = (suite: 'cold' | 'warm'): readonly LogGroup[] =>
    files.filter((file) => file.suite === suite).flatMap(({ log }) => log.groups);

  beforeAll(() => {
    files = source.logs();
  });

  test('is what its logs give', () => {
    expect(differenceOf(recomputed(source), written)).toBeNull();
  });

  test('has both suites of all fourteen rows without a problem or an error', () => {
    expect(written.logs.map(({ suite }) => suite)).toEqual(['cold', 'warm']);
    for (const { problems } of written.logs) expect(problems).toEqual([]);
    expect(source.names.filter((name) => name.includes('.errors.'))).toEqual([]);
    for (const [suite, modes] of [
      ['cold', ['bytes', 'stream']],
      ['warm', ['bytes']],
    ] as const) {
      const keys = groups(suite).map(({ key }) => [key.serializer, key.mode].join('|'));
      expect(keys).toHaveLength(ROWS.length * modes.length * 10);
      expect(new Set(keys).size).toBe(ROWS.length * modes.length);
    }
    for (const group of groups('cold')) expect(group.count).toBe(100);
  });

  test('has the published sizes: document 1 of every row, all ten cells of six', () => {
    const [header = '', ...lines] = readFileSync(GOLDEN, 'utf8').trim().split('\n');
    const names = header.split(',');
    const published = new Map(
      lines.map((line) => {
        const cells = line.split(',');
        return [`${cells[0] ?? ''}@${cells[1] ?? ''}`, cells];
      }),
    );
    for (const group of [...groups('cold'), ...groups('warm')]) {
      const { serializer, dataType, instances } = group.key;
      const where = `${serializer} ${dataType} ${instances}`;
      const size = Number(group.series('size')[0]);
      if (dataType === 'document' && instances === 1)
        expect(size, where).toBe(DOCUMENT_1.get(serializer));
      const column = PUBLISHED.get(serializer);
      if (column === undefined) continue;
      const golden = published.get(`${dataType}@${instances}`)?.[names.indexOf(column)];
      expect(size, where).toBe(Number(golden));
    }
  });

  test('ran every block in the order of the documented shuffle', () => {
    let positions = 0;
    for (const group of groups('cold')) {
      const place = group.series('schedulePosition');
      group.series('repetition').forEach((repetition, index) => {
        const order = blockOrder(workspace, { ...group.key, seed: 42n, repetition }, ROWS);
        expect(order.indexOf(group.key.serializer)).toBe(place[index]);
        positions += 1;
      });
    }
    expect(positions).toBe(ROWS.length * 10 * 2 * 100);
  });

  test('measured fidelity: floats that did not come back bit by bit lower the score', () => {
    const scores = new Map<string, number>();
    for (const group of groups('cold'))
      for (const score of group.series('fidelity'))
        scores.set(group.key.serializer, Math.min(scores.get(group.key.serializer) ?? 1, score));
    const below = ROWS.filter((row) => (scores.get(row) ?? 0) < 1);
    expect(below).toContain('Yams');
    for (const exact of ['Foundation.JSONEncoder', 'SwiftProtobuf', 'SwiftAvroCore', 'CapnProto'])
      expect(scores.get(exact), exact).toBe(1);
  });

  test('has five processes behind every warm number', () => {
    const warm = written.logs.find(({ suite }) => suite === 'warm');
    const rounds = warm?.groups.map((group) => group.processes?.mediansNs.length);
    expect(new Set(rounds)).toEqual(new Set([ROUNDS]));
  });

  test('has a page with every version, the two orders side by side, and figures that exist', () => {
    for (const row of ROWS) expect(page).toMatch(new RegExp(`\\| ${row}:\\S+`));
    expect(page).toContain('### Swift: why cold and warm have other orders');
    expect(page).toContain('# Swift: rows and fidelity');
    expect(page).toMatch(/Foundation \(2 rows\): cold \/ warm/);
    expect(page).toContain('Swift is machine code before it runs');
    const figures = [...page.matchAll(/\]\((figures\/[^)]+)\)/g)].map(([, file = '']) => file);
    expect(figures).toHaveLength(22);
    for (const file of figures) expect(existsSync(join(SAMPLE, file)), file).toBe(true);
  });
});
