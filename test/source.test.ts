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

import { unpack } from '../host-node/src/results/unpack.ts';
import { unpack as unpackInPage } from '../viz/archive/unpack.ts';
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

describe('verify-silent-results-md', () => {
  it('pages and figures are checked, and what is not is named', async () => {
    const folder = join(temporaryFolder(), 'run');
    cpSync(SAMPLE, folder, { recursive: true });
    const figure = join(folder, 'figures/swift-event-n-1.svg');
    writeFileSync(figure, readFileSync(figure, 'utf8').replaceAll(/\d/g, '9'));
    writeFileSync(join(folder, 'report.html'), 'nines');
    const plan = join(folder, 'serializers.json');
    writeFileSync(plan, readFileSync(plan, 'utf8').replace(/"sha256": "\w/, '"sha256": "x'));
    const { exit, stdout } = await runCli(['verify', folder]);
    expect(exit).toBe(1);
    expect(stdout).toContain('swift-event-n-1.svg differs');
    expect(stdout).toContain('serializers.json is wrong: sha256 is not that of kernel.wasm');
    expect(stdout).toMatch(/not checked: .*report\.html.*\n?/);
    expect(stdout).toMatch(/not checked: .*184805\.configs\.json/);
  }, 120_000);
});

describe('gate-null-baseline', () => {
  it('a baseline without a group, or with a group that lacks a field, is refused by name', async () => {
    const path = join(temporaryFolder(), 'baseline.json');
    expect(await runCli(['analyze', LOG, '--baseline', path])).toMatchObject({ exit: 0 });
    const whole = JSON.parse(readFileSync(path, 'utf8')) as { run: { cases: unknown[] } };
    const { cases } = whole.run;
    const [first] = cases;
    for (const one of [
      null,
      1,
      [],
      { ...(first as object), units: undefined },
      { ...(first as object), step: -1 },
    ]) {
      const run = { ...whole.run, cases: [one, ...cases] };
      writeFileSync(path, JSON.stringify({ ...whole, run }));
      expect(said(await runCli(['analyze', LOG, '--baseline', path]))).toBe('2 BAD_BASELINE');
    }
  }, 60_000);
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
      '22 figures',
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
