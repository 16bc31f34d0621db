// `echometer report` and `verify` of folders with serializer logs: logs alone, compressed ones, and beside a duplex run.

import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ERROR_COLUMNS } from '../kernel/api/logs/errors-file.ts';
import { expectDone, runCli, temporaryFolder } from './fixtures/cli.ts';

const LOGS = resolve(import.meta.dirname, 'golden/serializers');
const LOG = '2026-08-16-150620.bytes-json-libs.csv';
const SIDECAR = '2026-08-16-150620.configs.json';
const measured = join(temporaryFolder(), 'run');
const log = readFileSync(join(LOGS, LOG));

const errors = Buffer.from(
  `${ERROR_COLUMNS.join(',')}\nmessage,Foundation.JSONEncoder,bytes,7,out of paper\n`,
);

function addLogs(folder: string, isCompressed: boolean): string {
  const place = join(folder, 'logs/swift');
  mkdirSync(place, { recursive: true });
  const add = (name: string, bytes: Buffer): void => {
    if (isCompressed) writeFileSync(join(place, `${name}.gz`), gzipSync(bytes));
    else writeFileSync(join(place, name), bytes);
  };
  add(LOG, log);
  add(LOG.replace(/\.csv$/, '.errors.csv'), errors);
  writeFileSync(join(place, SIDECAR), readFileSync(join(LOGS, SIDECAR)));
  return folder;
}

const logsFolder = (isCompressed: boolean): string =>
  addLogs(join(temporaryFolder(), 'logs only ü'), isCompressed);

/** A copy of a real run: `verify` looks at its kernel and its plan. */
function copyOfRun(): string {
  const folder = join(temporaryFolder(), 'mixed');
  cpSync(measured, folder, { recursive: true });
  return folder;
}

const mixedFolder = (): string => addLogs(copyOfRun(), false);

const reportOf = (folder: string): string => readFileSync(join(folder, 'report.md'), 'utf8');

beforeAll(async () => {
  const args = ['--profile', 'smoke', '--only', 'latency/64B', '--out', measured];
  expectDone(await runCli(['run', 'duplex', ...args]));
});

describe('a report of serializer logs', () => {
  it('has their tables, figures and every file of a report', async () => {
    const folder = logsFolder(false);
    const outcome = await runCli(['report', folder]);
    expect(outcome).toMatchObject({ exit: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/figures\/.*\.svg/);
    for (const name of ['report.html', 'report.pdf'])
      expect(statSync(join(folder, name)).size).toBeGreaterThan(10_000);
    expect(reportOf(folder)).toMatch(/^# Serializers on /);
    expect(reportOf(folder)).toContain('Summary: Swift, cold suite');
  });

  it('says the same of a compressed log', async () => {
    const [plain, packed] = [logsFolder(false), logsFolder(true)];
    for (const folder of [plain, packed])
      expect(await runCli(['report', folder])).toMatchObject({ exit: 0, stderr: '' });
    expect(reportOf(packed).replaceAll('.csv.gz', '.csv')).toBe(reportOf(plain));
    expect(reportOf(packed)).toMatch(/^- .*out of paper/m);
  });

  it('names a compressed log that is cut off', async () => {
    const folder = logsFolder(true);
    const file = join(folder, 'logs/swift', `${LOG}.gz`);
    writeFileSync(file, readFileSync(file).subarray(0, 500));
    const outcome = await runCli(['report', folder]);
    expect(outcome.exit).toBe(2);
    expect(outcome.stderr).toContain('UNREADABLE_LOG');
    expect(outcome.stderr).toContain(`${LOG}.gz`);
  });
});

describe('a folder with a duplex run and serializer logs', () => {
  it('becomes one report of both', async () => {
    const folder = mixedFolder();
    expect(await runCli(['report', folder])).toMatchObject({ exit: 0, stderr: '' });
    expect(reportOf(folder)).toContain('# Round trips on ');
    expect(reportOf(folder)).toContain('Summary: Swift, cold suite');
  });

  it('is verified with its log sections, and a changed number in them is found', async () => {
    const folder = mixedFolder();
    await runCli(['report', folder]);
    const verified = await runCli(['verify', folder]);
    expect(verified.stdout).toContain('report.md says the same');
    expect(verified.exit).toBe(0);
    const lines = reportOf(folder).split('\n');
    const at = lines.findIndex((line) => line.includes('Summary: Swift, cold suite')) + 4;
    lines[at] = (lines[at] ?? '').replace(/\d/, '9$&');
    writeFileSync(join(folder, 'report.md'), lines.join('\n'));
    const changed = await runCli(['verify', folder]);
    expect(changed.exit).toBe(1);
    expect(changed.stdout).toContain(`first in line ${at + 1};`);
  });

  it('is verified with the report that the run itself wrote, before the logs', async () => {
    const folder = mixedFolder();
    expect((await runCli(['verify', folder])).stdout).toContain('report.md says the same');
  });
});
