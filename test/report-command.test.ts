// `echometer report` as a user calls it, on run folders with spaces and unicode, packed runs and broken ones.

import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { runCli, temporaryFolder } from './fixtures/cli.ts';
import { madeRun, writeFolder } from './fixtures/run-folder.ts';
import { LAPTOP, TABLET } from './fixtures/synthetic-run.ts';

const laptop = madeRun(LAPTOP);
const tablet = madeRun(TABLET);
const FILES = ['report.html', 'report.md', 'report.pdf', 'figures/latency.svg'];

function inFolder(name: string, files: ReadonlyMap<string, Uint8Array>): string {
  const folder = join(temporaryFolder(), name);
  writeFolder(folder, files);
  return folder;
}

function changedRun(name: string, change: (run: Record<string, unknown>) => string): string {
  const files = new Map(laptop.files);
  const run = JSON.parse(new TextDecoder().decode(files.get('run.json'))) as object;
  files.set('run.json', new TextEncoder().encode(change({ ...run })));
  return inFolder(name, files);
}

describe('echometer report', () => {
  it('writes into the run’s folder and leaves no temporary file', async () => {
    const folder = inFolder('a run with spaces and ü', laptop.files);
    const outcome = await runCli(['report', folder]);
    expect(outcome).toMatchObject({ exit: 0, stderr: '' });
    for (const name of FILES) {
      expect(outcome.stdout).toContain(join(folder, name));
      expect(statSync(join(folder, name)).size).toBeGreaterThan(1000);
    }
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('writes the same bytes again', async () => {
    const folder = inFolder('run', laptop.files);
    const read = () => FILES.map((name) => readFileSync(join(folder, name)).toString('base64'));
    await runCli(['report', folder]);
    const first = read();
    await runCli(['report', folder]);
    expect(read()).toEqual(first);
  });

  it('shows a folder and a packed run side by side and says what differs', async () => {
    const folder = inFolder('laptop', laptop.files);
    const packed = join(temporaryFolder(), 'tablet.echometer');
    const entries = [...tablet.files].map(([name, bytes]) => [`tablet/${name}`, bytes] as const);
    writeFileSync(packed, zipSync(Object.fromEntries(entries)));
    const out = join(temporaryFolder(), 'new', 'folder');
    const outcome = await runCli(['report', folder, packed, '--out', out]);
    expect(outcome).toMatchObject({ exit: 0, stderr: '' });
    expect(existsSync(join(folder, 'report.md'))).toBe(false);
    const text = readFileSync(join(out, 'report.md'), 'utf8');
    expect(text).toContain('# Round trips on Laptop and Tablet mini');
    expect(text).toContain('The runs differ in processor');
    expect(text).toMatch(/\| 64 B \| Laptop \|.*\n\| 64 B \| Tablet mini \|/);
  });

  it.each([
    ['a path that is not there', () => join(temporaryFolder(), 'nothing'), 'UNREADABLE'],
    ['a folder without a run', () => temporaryFolder(), 'NOT_A_RUN'],
    ['broken JSON', () => changedRun('broken', () => '{"schemaVersion": 1'), 'NOT_JSON'],
    [
      'a newer schema',
      () => changedRun('newer', (run) => JSON.stringify({ ...run, schemaVersion: 2 })),
      'NEWER_SCHEMA',
    ],
    [
      'a run that was not finished',
      () => {
        const files = new Map(laptop.files);
        files.delete('data.json');
        return inFolder('unfinished', files);
      },
      'UNFINISHED_RUN',
    ],
    [
      'a data.json without the parameters of a trial',
      () => {
        const files = new Map(laptop.files);
        const text = new TextDecoder().decode(files.get('data.json'));
        files.set('data.json', new TextEncoder().encode(text.replace('"params"', '"other"')));
        return inFolder('without', files);
      },
      'BAD_FIELD',
    ],
    [
      'samples that were cut off',
      () => {
        const files = new Map(laptop.files);
        const name = 'samples/0001.receipt.u64';
        files.set(name, files.get(name)?.subarray(0, 808) ?? new Uint8Array());
        return inFolder('cut', files);
      },
      'BAD_FIELD',
    ],
    [
      'a date that is none',
      () => changedRun('date', (run) => JSON.stringify({ ...run, startedAt: 'yesterday' })),
      'BAD_FIELD',
    ],
    [
      'a credit of nothing',
      () => {
        const files = new Map(laptop.files);
        const text = new TextDecoder().decode(files.get('data.json'));
        const none = text.replaceAll(/"creditBytes": ?\d+/g, '"creditBytes":0');
        return inFolder('credit', files.set('data.json', new TextEncoder().encode(none)));
      },
      'BAD_FIELD',
    ],
    [
      'a file that is no zip',
      () => {
        const path = join(temporaryFolder(), 'x.echometer');
        writeFileSync(path, 'PK but no zip');
        return path;
      },
      'BAD_ZIP',
    ],
  ])('refuses %s by name, with exit code 2', async (_, make, code) => {
    const path = make();
    const outcome = await runCli(['report', path]);
    expect(outcome.exit).toBe(2);
    expect(outcome.stderr).toContain(path);
    expect(outcome.stderr).toContain(`[${code}]`);
    expect(outcome.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('says which place it cannot write to', async () => {
    const folder = inFolder('run', laptop.files);
    const file = join(temporaryFolder(), 'file');
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '');
    const outcome = await runCli(['report', folder, '--out', join(file, 'below')]);
    expect(outcome.exit).toBe(3);
    expect(outcome.stderr).toContain('[CANNOT_WRITE]');
  });

  it('needs a run', async () => {
    const outcome = await runCli(['report']);
    expect(outcome.exit).toBe(2);
    expect(outcome.stderr).toContain('[BAD_USAGE]');
  });
});
