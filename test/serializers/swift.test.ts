// The Swift rows against the other runner and the manifest, and through the driver where their program is built. It builds nothing.
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { EDGE_FIELDS } from '../../kernel/api/facade/catalog-edge.ts';
import { DATA_TYPES, TYPE_CONFIG_HASHES } from '../../kernel/api/facade/catalog.ts';
import { LogWriter } from '../../host-node/src/serializers/log-writer.ts';
import { WARM_PLAN } from '../../viz/rows/warm-protocol.ts';
import { swiftRowsStart } from '../../host-node/src/serializers/swift-rows.ts';

const swift = new URL('../../host-ios/Serializers/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, swift), 'utf8');
const core = (path: string): string => read(`Core/Sources/SerializerCore/${path}`);
const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]*)"/g)].map(([, word = '']) => word);
const between = (text: string, start: string, end: string): string =>
  text.slice(text.indexOf(start) + start.length, text.indexOf(end, text.indexOf(start)));

const made: string[] = [];
const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'swift-rows-'));
  made.push(path);
  return path;
};
afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true });
});

describe('the Swift runner writes what host-node writes', () => {
  test('its logs have the same columns in the same order', () => {
    const path = join(folder(), 'log.csv');
    new LogWriter(path, true).close();
    const text = core('Log/LogWriter.swift');
    const columns = quoted(between(text, 'static let columns = [', ']'));
    const warm = quoted(between(text, 'static let warmColumns = [', ']'));
    expect([...columns, ...warm].join(',')).toBe(readFileSync(path, 'utf8').trim());
  });

  test('it knows the same type configurations', () => {
    const text = between(core('Data/DataType.swift'), 'configHash', 'category');
    const found = DATA_TYPES.map((type) => new RegExp(`\\.${type}: "(\\w+)"`).exec(text)?.[1]);
    expect(found).toEqual(DATA_TYPES.map((type) => TYPE_CONFIG_HASHES[type]));
  });

  test('it asks about the same edge values', () => {
    const rows = [...core('Row/EdgeValues.swift').matchAll(/EdgeValue\("(\w+)", "([\w-]+)"/g)];
    expect(rows.map(([, field, group]) => [field, group])).toEqual(
      EDGE_FIELDS.map(({ name, fieldClass }) => [name, fieldClass]),
    );
  });

  test('it warms up by the same plan', () => {
    const text = core('Measure/Warm.swift');
    for (const [name, value] of Object.entries(WARM_PLAN)) {
      const [, digits = '', exponent = ''] =
        new RegExp(`var ${name}(?:: Double)? = ([\\d_]+)(e6)?`).exec(text) ?? [];
      expect([name, Number(digits) * (exponent === '' ? 1 : 1e6)]).toEqual([name, value]);
    }
  });
});

describe('the rows of the reference page', () => {
  test('stand in its registration order', () => {
    const text = core('Row/RowCatalog.swift');
    const ids = [...text.matchAll(/(?:id: |library\()"([\w.]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(
      (
        'Foundation.JSONEncoder IkigaJSON Foundation.PropertyListEncoder BinaryCodable SwiftMsgpack SwiftCbor SwiftBSON ' +
        'Yams XMLCoder TOML SwiftProtobuf FlatBuffers SwiftAvroCore CapnProto'
      ).split(' '),
    );
  });

  test('print the versions that the manifest asks for', () => {
    const manifest = read('Libraries/Package.swift');
    const pinned = [...manifest.matchAll(/version:\s+"([\d.]+)"/g)].map(([, version]) => version);
    const rows = new URL('Libraries/Sources/SerializerLibraries/', swift);
    const printed = readdirSync(rows)
      .filter((name) => name.endsWith('Row.swift'))
      .flatMap((name) => {
        const [, version] =
          /version: "([\d.]+)"/.exec(readFileSync(new URL(name, rows), 'utf8')) ?? [];
        return version === undefined ? [] : [version];
      });
    expect(printed.sort()).toEqual(pinned.sort());
    const choices = /let (?:protobuf|ikiga)\w*(?:: Version)? = "([\d.]+)"/g;
    const chosen = (text: string): readonly (string | undefined)[] =>
      [...text.matchAll(choices)].map(([, version]) => version);
    const versions = read('Libraries/Sources/SerializerLibraries/Versions.swift');
    expect(chosen(versions)).toEqual(chosen(manifest));
    expect(chosen(manifest)).toHaveLength(4);
  });

  test('are switched by definitions, never by what can be imported', () => {
    const rows = new URL('Libraries/Sources/SerializerLibraries/', swift);
    for (const name of readdirSync(rows).filter((file) => file.endsWith('Row.swift'))) {
      const text = readFileSync(new URL(name, rows), 'utf8');
      expect([name, /^#if WITH_\w+$/m.test(text)]).toEqual([name, true]);
      expect(text).not.toContain('canImport');
    }
  });
});

describe('the program of the Swift rows', () => {
  const clone = (where: string): string => {
    const root = folder();
    mkdirSync(join(root, 'host-ios/tools'), { recursive: true });
    writeFileSync(join(root, 'host-ios/tools/toolchain.sh'), `#!/bin/sh\necho ${where}\n`, {
      mode: 0o755,
    });
    return root;
  };

  test('is looked for in a clone only', () => {
    expect(() => swiftRowsStart(folder())).toThrow(/^cannot start the Swift rows: .*clone/);
  });

  test('needs a toolchain, and says which', () => {
    const root = clone('/nonexistent');
    expect(() => swiftRowsStart(root)).toThrow(
      /^cannot start the Swift rows: there is no Swift toolchain; install Swift 6/,
    );
  });

  test('is built when it is missing and a toolchain is there', () => {
    const root = clone('system');
    const program = join('host-ios/Serializers/Core/.build/release');
    const build = (host: string): void => {
      expect(host).toBe(join(root, 'host-ios'));
      mkdirSync(join(root, program), { recursive: true });
      writeFileSync(join(root, program, 'serializer-rows-core'), '');
    };
    const { command } = swiftRowsStart(root, build);
    expect(command[0]).toBe(join(root, 'host-ios/tools/toolchain.sh'));
    expect(command.slice(1)).toEqual(['run', join(root, program, 'serializer-rows-core')]);
  });

  test('that does not come out of a build is an error of its own', () => {
    expect(() => swiftRowsStart(clone('system'), () => undefined)).toThrow(/they are not built/);
  });
});
