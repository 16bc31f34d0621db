// The catalogue, its generated schemas and the documented fixtures. No library is measured here.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DATA_TYPES, TYPE_CONFIG_HASHES, TYPE_CONFIGS } from '../../kernel/api/facade/catalog.ts';
import { artifacts } from '../../viz/rows/generate/artifacts.ts';
import { instance } from './reference-generator.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const sorted = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, inner]) => [key, sorted(inner)]),
      )
    : value;

describe('the data catalogue', () => {
  test.each(DATA_TYPES)('hashes the resolved configuration of %s as the reference does', (type) => {
    const compact = JSON.stringify(sorted(TYPE_CONFIGS[type]));
    expect(sha256(compact).slice(0, 12)).toBe(TYPE_CONFIG_HASHES[type]);
  });

  test('the reference generator gives the golden instances', () => {
    const golden = JSON.parse(
      read('test/golden/serializers/instances-seed42-first3.json'),
    ) as Record<string, unknown[]>;
    for (const type of DATA_TYPES)
      expect([0, 1, 2].map((index) => instance(type, index))).toEqual(golden[type]);
  });
});

describe('generated code', () => {
  const { files, modules, python } = artifacts();
  const schemaOf: Readonly<Record<string, string | undefined>> = {
    'flatbuffers-suite.ts': files['suite.fbs'],
    'capnp-suite.ts': files['suite.capnp'],
    'pbf-suite.ts': files['suite.proto'],
  };

  test.each(Object.keys(files))('%s is what the catalogue gives', (name) => {
    expect(read(`viz/rows/generated/${name}`)).toBe(files[name]);
  });

  test('python/rows/suite.json is what the catalogue gives', () => {
    expect(read('python/rows/suite.json')).toBe(python);
  });

  test.each(Object.keys(modules))('%s is what the catalogue gives', (name) => {
    const [, , ...body] = read(`viz/rows/generated/${name}`).split('\n');
    expect(body.join('\n')).toBe(modules[name]?.text);
  });

  test('every compiled module names the hash of the schema it was compiled from', () => {
    const compiled = readdirSync(new URL('viz/rows/generated', root)).filter(
      (name) => name.endsWith('.ts') && !(name in modules),
    );
    expect(compiled.sort()).toEqual(Object.keys(schemaOf).sort());
    for (const name of compiled) {
      const hash = /schema-sha256: ([0-9a-f]{64})/.exec(read(`viz/rows/generated/${name}`))?.[1];
      expect(hash, name).toBe(sha256(schemaOf[name] ?? ''));
    }
  });
});
