// Every JavaScript row: golden sizes, round trips in every mode, and the checks that a dishonest row must fail.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { DATA_TYPES, INSTANCE_COUNTS } from '../../kernel/api/facade/catalog.ts';
import type { DataType } from '../../kernel/api/facade/catalog.ts';
import { EDGE_FIELDS } from '../../kernel/api/facade/catalog-edge.ts';
import { JAVASCRIPT_ROWS } from '../../host-node/src/serializers/rows/index.ts';
import { compareValues, edgeFidelity, isKept } from '../../viz/rows/fidelity.ts';
import { findFault, probeRow } from '../../viz/rows/probe.ts';
import type { Codec, LoadedRow, Row } from '../../viz/rows/row.ts';
import { adaptedStream, encodedBytes, plainCodec } from '../../viz/rows/row.ts';
import { fixture, instance } from './reference-generator.ts';

const cells = DATA_TYPES.flatMap((type) => INSTANCE_COUNTS.map((n) => [type, n] as const));
const loaded = new Map<string, LoadedRow>();

beforeAll(async () => {
  for (const row of JAVASCRIPT_ROWS) loaded.set(row.id, await row.load());
});

function of(id: string): LoadedRow {
  const row = loaded.get(id);
  if (row === undefined) throw new Error(`no row "${id}"`);
  return row;
}

function sizeOf(id: string, type: DataType, instances: number): number {
  const codec = of(id).prepare(type, instances);
  return encodedBytes(codec.encode(codec.toNative(fixture(type, instances)))).length;
}

const golden = readFileSync(
  new URL('../golden/serializers/golden-sizes-seed42.csv', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => line.split(','));

describe('golden sizes of seed 42', () => {
  const columns: readonly (readonly [string, readonly string[]])[] = [
    ['json', ['JSON', 'JSON (string)', 'fast-json-stringify + JSON.parse']],
    ['protobuf', ['protobuf-es', 'protobufjs (reflection int64=number)', 'pbf (int64=number)']],
    ['avro', ['avsc']],
    ['cbor', ['cbor-x (variableMapSize)', 'cborg']],
    ['bplist', ['plist (binary)']],
    ['msgpack_minimal', ['@msgpack/msgpack', 'msgpackr (variableMapSize)']],
  ];
  const sizes = (column: string): Record<string, number> => {
    const at = golden[0]?.indexOf(column) ?? -1;
    const rows = golden.slice(1);
    return Object.fromEntries(rows.map((cell) => [`${cell[0]} ${cell[1]}`, Number(cell[at])]));
  };
  const cases = columns.flatMap(([column, ids]) => ids.map((id) => [id, column] as const));

  test.each(cases)('%s writes all ten golden sizes of %s', (id, column) => {
    const measured = cells.map(([type, n]) => [`${type} ${n}`, sizeOf(id, type, n)] as const);
    expect(measured).toHaveLength(10);
    expect(Object.fromEntries(measured)).toEqual(sizes(column));
  });

  test('minimal MessagePack means 13,544.6 bytes over the ten cells', () => {
    const all = cells.map(([type, n]) => sizeOf('@msgpack/msgpack', type, n));
    expect(all.reduce((a, b) => a + b) / 10).toBe(13_544.6);
  });
});

const ranked = JAVASCRIPT_ROWS.filter((row) => row.ranked).map(({ id }) => id);

describe.each(ranked)('%s', (id) => {
  test('gives every cell back through bytes', () => {
    for (const [type, n] of cells) {
      const codec = of(id).prepare(type, n);
      const domain = fixture(type, n);
      const back = codec.toDomain(codec.decode(codec.encode(codec.toNative(domain))));
      expect(compareValues(domain, back), `${type} ${n}`).toBe(
        id === 'cborg' && type !== 'strings' ? 'reordered' : 'exact',
      );
    }
  });

  test('gives every cell back through its stream', async () => {
    for (const [type, n] of cells) {
      const codec = of(id).prepare(type, n);
      const stream = of(id).stream?.(type, n) ?? adaptedStream(codec);
      const domain = fixture(type, n);
      const back = await stream.read(await stream.write(domain));
      expect(isKept(compareValues(domain, back)), `${type} ${n}`).toBe(true);
    }
  });
});

describe.each(JAVASCRIPT_ROWS.map((row) => [row.id, row] as const))('%s', (id, row) => {
  test('keeps its outputs apart from call to call', () => {
    for (const type of DATA_TYPES) {
      const pair = { type, first: instance(type, 0), second: instance(type, 1) };
      expect(findFault(of(id).prepare(type, 1), pair, row.ranked), type).toBeNull();
    }
  });

  test('judges every edge field', () => {
    const results = edgeFidelity(row, of(id).prepare('edge', 1));
    expect(results.map(({ field }) => field)).toEqual(EDGE_FIELDS.map(({ name }) => name));
  });
});

test('row ids are unique and hold no comma', () => {
  const ids = JAVASCRIPT_ROWS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => id.includes(','))).toEqual([]);
});

test('every serializer of the reference page has a counterpart', () => {
  const answered = new Set(JAVASCRIPT_ROWS.map(({ counterpart }) => counterpart));
  expect(
    [
      'BinaryCodable',
      'CapnProto',
      'FlatBuffers',
      'Foundation.JSONEncoder',
      'Foundation.PropertyListEncoder',
      'IkigaJSON',
      'SwiftAvroCore',
      'SwiftBSON',
      'SwiftCbor',
      'SwiftMsgpack',
      'SwiftProtobuf',
      'TOML',
      'XMLCoder',
      'Yams',
    ].filter((name) => !answered.has(name)),
  ).toEqual([]);
});

describe('a row', () => {
  const fake = (codec: Codec | Error): Row => ({
    id: 'fake',
    library: 'fake',
    format: 'fake',
    kind: 'text',
    counterpart: null,
    reuse: 'none',
    schemaDriven: false,
    ranked: true,
    load: () =>
      codec instanceof Error
        ? Promise.reject(codec)
        : Promise.resolve({ addon: 'none', prepare: () => codec }),
  });
  const pair = {
    type: 'event',
    first: instance('event', 0),
    second: instance('event', 1),
  } as const;
  const encode = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
  const decode = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString());
  const detailOf = async (row: Row): Promise<string> => {
    const state = await probeRow(row, pair);
    return state.state === 'ok' ? 'ok' : `${state.state}: ${state.detail}`;
  };

  test('that works is ok', async () => {
    expect(await detailOf(fake(plainCodec(encode, decode)))).toBe('ok');
  });

  test('whose library is absent is not installed', async () => {
    const from = '/home/someone/node_modules/echometer/dist/rows/index.js';
    const absent = Object.assign(new Error(`Cannot find package 'x' imported from ${from}`), {
      code: 'ERR_MODULE_NOT_FOUND',
    });
    // print-path-in-results: the loader names a folder of the user, which stood in results.md.
    expect(await detailOf(fake(absent))).toBe('not-installed: x is not installed');
  });

  test('whose library fails while loading is broken', async () => {
    expect(await detailOf(fake(new Error('addon mismatch')))).toBe('broken: addon mismatch');
  });

  test('that serves one output for every instance is found out', async () => {
    const once = encode(pair.first);
    expect(await detailOf(fake(plainCodec(() => once, decode)))).toMatch(/cached output/);
  });

  test('that reuses its output buffer is found out', async () => {
    const pool = new Uint8Array(4096);
    const pooled = (value: unknown): Uint8Array => {
      const bytes = encode(value);
      pool.set(bytes);
      return pool.subarray(0, bytes.length);
    };
    expect(await detailOf(fake(plainCodec(pooled, decode)))).toMatch(/not an owned byte range/);
  });

  test('that loses a field is broken', async () => {
    const losing = (bytes: Uint8Array): unknown => ({ ...(decode(bytes) as object), producer: '' });
    expect(await detailOf(fake(plainCodec(encode, losing)))).toMatch(/did not come back/);
  });
});

describe('edge fidelity', () => {
  const judged = (id: string): Record<string, string> => {
    const row = JAVASCRIPT_ROWS.find((candidate) => candidate.id === id);
    if (row === undefined) throw new Error(`no row "${id}"`);
    const results = edgeFidelity(row, of(id).prepare('edge', 1));
    return Object.fromEntries(results.map(({ field, fidelity }) => [field, fidelity]));
  };

  test('JSON refuses int64, loses -0, NaN, bytes and dates, and keeps text', () => {
    expect(judged('JSON')).toMatchObject({
      int64_max: 'refused',
      negative_zero: 'lossy',
      not_a_number: 'lossy',
      bytes: 'lossy',
      date: 'lossy',
      unicode: 'exact',
      empty_list: 'exact',
      null_value: 'exact',
    });
  });

  test('V8 keeps everything', () => {
    expect(new Set(Object.values(judged('v8.serialize')))).toEqual(new Set(['exact']));
  });

  test('protobuf-es keeps int64 limits and has no date or null', () => {
    expect(judged('protobuf-es')).toMatchObject({
      int64_max: 'exact',
      int64_min: 'exact',
      float32: 'exact',
      negative_zero: 'exact',
      date: 'unsupported',
      null_value: 'unsupported',
    });
  });

  test('pbf drops -0 and rounds int64', () => {
    expect(judged('pbf (int64=number)')).toMatchObject({ negative_zero: 'lossy' });
    expect(judged('pbf (int64=number)')['int53_plus_one']).not.toBe('exact');
  });

  test('BSON keeps bytes and int64 with its two options', () => {
    expect(judged('bson (useBigInt64 promoteBuffers)')).toMatchObject({
      int64_max: 'exact',
      date: 'exact',
      bytes: 'type',
    });
  });

  const holed: unknown[] = new Array<unknown>(1);
  holed.push(1);

  test.each([
    ['a hole that came back as a number', holed, [5, 1], 'lossy'],
    ['a hole that came back as undefined', holed, [undefined, 1], 'type'],
    ['a map that came back empty', new Map([['a', 1]]), {}, 'lossy'],
    ['a map', new Map([['a', 1]]), new Map([['a', 1]]), 'exact'],
    ['a map as an object', new Map([['a', 1]]), { a: 1 }, 'type'],
    ['an object as a map', { a: 1 }, new Map([['a', 1]]), 'type'],
    [
      'a map in another order',
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
      new Map([
        ['b', 2],
        ['a', 1],
      ]),
      'reordered',
    ],
    ['a set that came back empty', new Set([1]), {}, 'lossy'],
    ['a set', new Set([1, 2]), new Set([1, 2]), 'exact'],
    ['a set as a list', new Set([1, 2]), [1, 2], 'type'],
    ['an invalid date', new Date(NaN), new Date(NaN), 'exact'],
    ['an invalid date that became one', new Date(NaN), new Date(0), 'lossy'],
    ['numbers as the fields of an object', new Float64Array([1]), { 0: 1 }, 'lossy'],
    ['numbers as a list', new Float64Array([1.5]), [1.5], 'type'],
    ['numbers in another width', new Float64Array([1.1]), new Float32Array([1.1]), 'lossy'],
    ['a buffer', new Uint8Array([1]).buffer, new Uint8Array([1]).buffer, 'exact'],
    ['a buffer that came back empty', new Uint8Array([1]).buffer, {}, 'lossy'],
    ['an expression that came back empty', /a/, {}, 'lossy'],
    ['an expression', /a/g, /a/g, 'exact'],
    ['an own __proto__ that was renamed', JSON.parse('{"__proto__":1}'), { __proto_: 1 }, 'lossy'],
    ['an own __proto__', JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}'), 'exact'],
  ])('of %s', (_, before, after, verdict) => {
    expect(compareValues(before, after)).toBe(verdict);
  });

  test('rows-proto-key: an own __proto__ that is renamed or refused is named', () => {
    expect(judged('JSON')).toMatchObject({ proto_key: 'exact', empty_key: 'exact' });
    expect(judged('v8.serialize')).toMatchObject({ proto_key: 'exact', constructor_key: 'exact' });
    for (const id of ['msgpackr (variableMapSize)', 'cbor-x (variableMapSize)'])
      expect(judged(id)).toMatchObject({ proto_key: 'lossy', constructor_key: 'exact' });
    for (const id of ['@msgpack/msgpack', 'devalue', 'superjson'])
      expect(judged(id)).toMatchObject({ proto_key: 'refused' });
    expect(judged('protobuf-es')).toMatchObject({ proto_key: 'unsupported' });
  });

  test('comparing values tells a type change from a loss', () => {
    expect(compareValues(1n, 1)).toBe('type');
    expect(compareValues(9007199254740993n, 9007199254740992)).toBe('lossy');
    expect(compareValues({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe('reordered');
    expect(compareValues(new Uint8Array([1]), Buffer.from([1]))).toBe('type');
    expect(compareValues(-0, 0)).toBe('lossy');
  });
});
