// The reader of sources against what is no file of a run: links, FIFOs, folders, damaged and lying zips, damaged JSON and
// curves. Everything is refused or passed over by name; nothing hangs, nothing is a bug of ours.

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';

import { crc32, zipEntries } from '../kernel/api/collection/zip.ts';
import { inflateRaw as inflateInNode, unpack } from '../host-node/src/results/unpack.ts';
import { inflateRaw as inflateInPage, unpack as unpackInPage } from '../viz/archive/unpack.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';
import type { CliOutcome } from './fixtures/cli.ts';
import { madeRun, writeFolder } from './fixtures/run-folder.ts';
import type { RunFolder } from './fixtures/run-folder.ts';
import { LAPTOP } from './fixtures/synthetic-run.ts';

const LOG = resolve(
  import.meta.dirname,
  'golden/serializers/2026-08-16-150620.bytes-json-libs.csv',
);
const SAMPLE = resolve(import.meta.dirname, '../docs/sample-serializers/swift');

let made: RunFolder;
beforeAll(() => {
  made = madeRun(LAPTOP, 1);
});

function runFolder(): string {
  const folder = join(temporaryFolder(), 'run');
  writeFolder(folder, made.files);
  return folder;
}

const packed = (files: ReadonlyMap<string, Uint8Array>, level: 0 | 6 = 6): Uint8Array =>
  zipSync(Object.fromEntries(files), { level });

/** Exit code and the code of the error, or of what stdout says. */
const said = ({ exit, stderr }: CliOutcome): string =>
  `${exit} ${/\[(\w+)\]/.exec(stderr)?.[1] ?? ''}`;

describe('read-special-files', () => {
  it('a link in a run is not followed, wherever it leads', async () => {
    const folder = runFolder();
    rmSync(join(folder, 'run.json'));
    symlinkSync('/dev/zero', join(folder, 'run.json'));
    for (const command of ['verify', 'report', 'view'])
      expect(said(await runCli([command, folder])), command).toBe('2 NOT_A_RUN');
    const { stderr } = await runCli(['report', folder]);
    expect(stderr).toContain('run.json (a link)');
  });

  it('a FIFO in the place of samples is named', async () => {
    const folder = runFolder();
    const column = join(folder, 'samples/0001.receipt.u64');
    rmSync(column);
    execFileSync('mkfifo', [column]);
    const outcome = await runCli(['verify', folder]);
    expect(said(outcome)).toBe('1 INCOMPLETE_RUN');
    expect(outcome.stderr).toContain('is a FIFO: only plain files are read');
  });

  it('a FIFO among logs is passed over, one that is named is refused', async () => {
    const folder = join(temporaryFolder(), 'logs');
    mkdirSync(folder);
    const fifo = join(folder, 'y.csv');
    execFileSync('mkfifo', [fifo]);
    expect(said(await runCli(['analyze', fifo]))).toBe('2 NOT_A_FILE');
    const alone = await runCli(['analyze', folder]);
    expect(said(alone)).toBe('2 NO_LOGS');
    expect(alone.stderr).toContain('y.csv (a FIFO)');
    cpSync(LOG, join(folder, 'x.csv'));
    expect(await runCli(['analyze', '--no-intervals', folder])).toMatchObject({ exit: 0 });
  });

  it('a folder by the name of a log is no log', async () => {
    const folder = join(temporaryFolder(), 'x.csv');
    mkdirSync(folder);
    expect(said(await runCli(['analyze', folder]))).toBe('2 NO_LOGS');
  });

  it('a log may be named by a link', async () => {
    const link = join(temporaryFolder(), 'latest.csv');
    symlinkSync(LOG, link);
    expect(await runCli(['analyze', '--no-intervals', link])).toMatchObject({ exit: 0 });
  });
});

describe('damaged facts', () => {
  const withTrial = (change: (trial: Record<string, unknown>) => void): string => {
    const folder = runFolder();
    const path = join(folder, 'trials/0001.json');
    const trial = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    change(trial);
    writeFileSync(path, JSON.stringify(trial));
    return folder;
  };

  it('read-missing-reference: a field that is computed with is named', async () => {
    const folder = withTrial((trial) => {
      trial['reference'] = { rounds: 1, afterNs: [1] };
    });
    for (const args of [
      ['verify', folder],
      ['compare', folder, folder],
    ]) {
      const outcome = await runCli(args);
      expect(said(outcome), args[0]).toBe('2 BAD_FIELD');
      expect(outcome.stderr).toContain('0001.json: reference.beforeNs');
    }
  });

  it('verify-sessions-contradict: an ok trial whose sessions say otherwise is refused', async () => {
    const sessions = made.files.get('trials/0001.json');
    const [session] = (
      JSON.parse(new TextDecoder().decode(sessions)) as { sessions: Record<string, unknown>[] }
    ).sessions;
    const changes: readonly Record<string, unknown>[] = [
      { mismatches: 99 },
      { verifiedFrames: 0 },
      { endedNs: '99999999999999' },
    ];
    for (const change of changes) {
      const folder = withTrial((trial) => {
        trial['sessions'] = [{ ...session, ...change }];
      });
      expect(said(await runCli(['verify', folder]))).toBe('1 CONTRADICTING_FACTS');
    }
    const mismatched = withTrial((trial) => {
      trial['warmupVerified'] = { frames: 0, bytes: 0, mismatches: 1 };
    });
    expect(said(await runCli(['verify', mismatched]))).toBe('1 CONTRADICTING_FACTS');
  });

  it('a sample near 2^64 is named', async () => {
    const folder = runFolder();
    const path = join(folder, 'samples/0001.receipt.u64');
    const bytes = readFileSync(path);
    bytes.writeBigUInt64LE(2n ** 64n - 2n, bytes.length - 8);
    writeFileSync(path, bytes);
    const outcome = await runCli(['verify', folder]);
    expect(said(outcome)).toBe('1 INCOMPLETE_RUN');
    expect(outcome.stderr).toContain('above 2^53 ns');
    expect(said(await runCli(['compare', folder, folder]))).toBe('2 BAD_FIELD');
  });
});

/** `head -c 3000000 /dev/zero | zstd -3`: a Node 20 makes none itself. */
const ZSTD_OF_3_000_000_ZEROS = Buffer.from(
  '28b52ffd8058c0c62d005400001000000100fbff39c002' + '02001000'.repeat(21) + '03360e00',
  'hex',
);

describe('read-curves', () => {
  const withCurves = (bytes: Uint8Array): string => {
    const folder = join(temporaryFolder(), 'run');
    cpSync(SAMPLE, folder, { recursive: true });
    const name = '2026-11-30-184805.warm.curves.jsonl.gz';
    writeFileSync(join(folder, 'logs/swift', name), bytes);
    return folder;
  };
  const analyze = (folder: string): Promise<CliOutcome> =>
    runCli(['analyze', '--no-intervals', folder]);

  it('that are no gzip are refused by name', async () => {
    expect(said(await analyze(withCurves(strToU8('no gzip'))))).toBe('2 UNREADABLE_LOG');
  });

  it('of which a line is [] are read past, and it is counted', async () => {
    const { exit, stdout } = await analyze(withCurves(gzipSync('[]\n{}\n')));
    expect(exit).toBe(0);
    expect(stdout).toContain('line is no curve of a warm cell; it is not used (2 times)');
  });

  it('that unpack into more than the limit are refused on every host', () => {
    const zeros = Buffer.alloc(3_000_000);
    const bombs = { gz: gzipSync(zeros), zst: ZSTD_OF_3_000_000_ZEROS };
    for (const one of [unpack, unpackInPage])
      for (const ending of ['gz', 'zst'] as const) {
        expect(() => one('x', ending, bombs[ending], 1_000_000)).toThrow(
          expect.objectContaining({ code: 'TOO_LARGE' }),
        );
        expect(one('x', ending, bombs[ending], 3_000_000)).toHaveLength(3_000_000);
        expect(() => one('x', ending, strToU8('no such file'), 100)).toThrow(
          expect.objectContaining({ code: 'UNREADABLE_LOG' }),
        );
      }
  });
});

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
    const folder = runFolder();
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
    expect(said(await runCli(['verify', path]))).toBe('2 TOO_LARGE');
  });
});

describe('verify-silent-packed', () => {
  it('a packed run is checked as its folder is', async () => {
    const folder = join(temporaryFolder(), 'swift');
    cpSync(SAMPLE, folder, { recursive: true });
    const pack = (): string => {
      const names = execFileSync('find', [basename(folder), '-type', 'f'], {
        cwd: join(folder, '..'),
        encoding: 'utf8',
      });
      const files = names
        .trim()
        .split('\n')
        .map((name): [string, Uint8Array] => [
          name,
          new Uint8Array(readFileSync(join(folder, '..', name))),
        ]);
      const path = join(temporaryFolder(), 'x.echometer');
      writeFileSync(path, zipSync(Object.fromEntries(files), { level: 1 }));
      return path;
    };
    const whole = await runCli(['verify', pack()]);
    expect(whole).toMatchObject({ exit: 0 });
    for (const part of [
      'stats.json is what its logs give',
      'results.md says the same',
      '20 figures',
    ])
      expect(whole.stdout).toContain(part);
    const page = readFileSync(join(folder, 'results.md'), 'utf8');
    writeFileSync(join(folder, 'results.md'), page.replace(/\d{4}/, '9999'));
    renameSync(join(folder, 'figures'), join(folder, 'old'));
    expect(await runCli(['verify', pack()])).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('results.md differs') as string,
    });
  }, 120_000);
});
