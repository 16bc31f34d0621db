// Packed runs: sizes are refused before anything is unpacked, bytes are checked by their CRC-32, on every host.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { crc32, zipEntries } from '../kernel/api/collection/zip.ts';
import { inflateRaw as inflateInNode } from '../host-node/src/results/unpack.ts';
import { inflateRaw as inflateInPage } from '../viz/archive/unpack.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';
import { madeRun, writeFolder } from './fixtures/run-folder.ts';
import { LAPTOP } from './fixtures/synthetic-run.ts';

const made = madeRun(LAPTOP, 1);

const packed = (files: ReadonlyMap<string, Uint8Array>, level: 0 | 6 = 6): Uint8Array =>
  zipSync(Object.fromEntries(files), { level });

describe('a zip', () => {
  const inflaters = [inflateInNode, inflateInPage];

  it('has the CRC-32 of every zip', () => {
    // Check value of the catalogue of CRCs (CRC-32/ISO-HDLC).
    expect(crc32(strToU8('123456789'))).toBe(0xcbf43926);
  });

  it('gives its files, stored and deflated', () => {
    const files = new Map([
      ['a/run.json', strToU8('{}'.repeat(1000))],
      ['a/empty.csv', new Uint8Array()],
    ]);
    for (const inflate of inflaters)
      for (const level of [0, 6] as const) {
        const entries = zipEntries('x', packed(files, level), inflate);
        expect(entries.map(({ name, size }) => [name, size])).toEqual([
          ['a/run.json', 2000],
          ['a/empty.csv', 0],
        ]);
        expect(entries.map((entry) => new Uint8Array(entry.read()))).toEqual([...files.values()]);
      }
  });

  it('made by another program reads the same', () => {
    const folder = join(temporaryFolder(), 'run');
    writeFolder(folder, made.files);
    const path = join(temporaryFolder(), 'py.zip');
    execFileSync('python3', [
      '-c',
      'import sys, zipfile, pathlib\n' +
        'z = zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED)\n' +
        'for p in sorted(pathlib.Path(sys.argv[2]).rglob("*")):\n' +
        '    if p.is_file():\n' +
        '        with z.open(str(p.relative_to(sys.argv[2])), "w", force_zip64=True) as f: f.write(p.read_bytes())\n' +
        'z.close()',
      path,
      folder,
    ]);
    const entries = zipEntries(path, readFileSync(path), inflateInNode);
    expect(entries.length).toBe(made.files.size);
    for (const entry of entries)
      expect(new Uint8Array(entry.read())).toEqual(
        new Uint8Array(readFileSync(join(folder, entry.name))),
      );
  });

  it('whose bytes were changed is refused by its CRC-32, on every host', () => {
    const bytes = packed(new Map([['run.json', strToU8('{"schemaVersion": 1}')]]), 0);
    const at = Buffer.from(bytes).indexOf('schemaVersion');
    bytes[at] = 0x53;
    for (const inflate of inflaters)
      expect(() => zipEntries('x', bytes, inflate)[0]?.read()).toThrow(
        expect.objectContaining({ code: 'BAD_ZIP', subject: 'x/run.json' }),
      );
  });

  it('that claims another size than it has is refused, on every host', () => {
    for (const claimed of [10, 100_000]) {
      const bytes = packed(new Map([['run.json', strToU8('x'.repeat(1000))]]));
      const directory = Buffer.from(bytes).indexOf(Buffer.from('PK\x01\x02', 'latin1'));
      new DataView(bytes.buffer, bytes.byteOffset).setUint32(directory + 24, claimed, true);
      for (const inflate of inflaters)
        expect(() => zipEntries('x', bytes, inflate)[0]?.read(), String(claimed)).toThrow(
          expect.objectContaining({ code: 'BAD_ZIP' }),
        );
    }
  });

  it('cut off anywhere is refused by name', () => {
    const bytes = packed(made.files);
    for (let length = 0; length < bytes.length; length += 997)
      expect(() =>
        zipEntries('x', bytes.subarray(0, length), inflateInNode).map((entry) => entry.read()),
      ).toThrow(expect.objectContaining({ code: 'BAD_ZIP' }));
  });

  it('whose files would take gigabytes is refused before any of it is unpacked', async () => {
    const bytes = packed(made.files);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const headers = Buffer.from(bytes);
    // Each claims 400 MB in the directory, which is read first.
    for (
      let at = headers.indexOf('PK\x01\x02');
      at >= 0;
      at = headers.indexOf('PK\x01\x02', at + 1)
    )
      view.setUint32(at + 24, 400_000_000, true);
    const path = join(temporaryFolder(), 'bomb.echometer');
    writeFileSync(path, bytes);
    const outcome = await runCli(['verify', path]);
    expect(outcome.exit).toBe(2);
    expect(outcome.stderr).toContain('[TOO_LARGE]');
  });
});
