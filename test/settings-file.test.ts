// echometer.config.json: its options hold, the command line overrules them, and what is wrong in it is named; init writes one.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import type { RunFile } from '../kernel/api/run/results.ts';
import { temporaryFolder } from './fixtures/cli.ts';

const CLI = resolve(import.meta.dirname, '../dist/host-node/src/cli.js');

function echometer(folder: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 110_000,
  });
  return { exit: status, stdout, stderr };
}

function folderWith(settings: unknown): string {
  const folder = temporaryFolder();
  const text = typeof settings === 'string' ? settings : JSON.stringify(settings);
  writeFileSync(join(folder, 'echometer.config.json'), text);
  return folder;
}

const runOf = (folder: string, name: string): RunFile =>
  JSON.parse(readFileSync(join(folder, name, 'run.json'), 'utf8')) as RunFile;

const RUN = { label: 'file', case: ['payload=1 frames=20', 'payload=2 frames=20'], trials: 1 };

describe('echometer.config.json', () => {
  it('holds options, and the command line overrules them', () => {
    const folder = folderWith({ schemaVersion: 1, run: { ...RUN, json: true } });
    const first = echometer(folder, 'run', '--out', 'first');
    expect([first.exit, first.stdout[0]], first.stderr).toEqual([0, '{']);
    expect(runOf(folder, 'first').device.label).toBe('file');
    expect(runOf(folder, 'first').order).toHaveLength(2);
    const more = ['--label', 'line', '--case', 'payload=3 frames=20', '--trials', '2'];
    expect(echometer(folder, 'run', '--out', 'second', ...more).exit).toBe(0);
    const second = runOf(folder, 'second');
    expect([second.device.label, second.order.map((one) => one.case)]).toEqual([
      'line',
      ['3B/1/1', '3B/1/1'],
    ]);
  }, 120_000);

  it('leaves out what excludes an option of the command line', () => {
    const folder = folderWith({ schemaVersion: 1, run: { ...RUN, worker: 'nosuch' } });
    expect(echometer(folder, 'run', '--out', 'o').stderr).toContain('[NO_WORKER]');
    const { exit, stderr } = echometer(folder, 'run', '--out', 'o', '--python', 'python3');
    expect(exit, stderr).toBe(0);
    // A run that goes on has its own label and cases.
    expect(echometer(folder, 'run', '--resume', 'o', '--python', 'python3').exit).toBe(0);
  }, 120_000);

  it.each([
    ['{', 'is not JSON'],
    [{ run: {} }, 'has no schemaVersion 1'],
    [{ schemaVersion: 1, run: 7 }, 'run must hold options by name'],
    [{ schemaVersion: 1, run: { profile: {} } }, 'run.profile must be'],
    [{ schemaVersion: 1, run: { colour: 'red' } }, 'run has no option --colour'],
    [{ schemaVersion: 1, run: { profile: 'slow' } }, '--profile cannot be "slow"'],
  ])('%j is refused by name', (settings, words) => {
    const { exit, stderr } = echometer(folderWith(settings), 'run', '--out', 'o');
    expect([exit, stderr.includes(words)], stderr).toEqual([2, true]);
  });
});

describe('echometer init', () => {
  it('writes a file that holds, with comments beside it, and overwrites none', () => {
    const folder = temporaryFolder();
    expect(echometer(folder, 'init')).toMatchObject({ exit: 0 });
    expect(JSON.parse(readFileSync(join(folder, 'echometer.config.json'), 'utf8'))).toMatchObject({
      schemaVersion: 1,
      run: { profile: 'quick' },
    });
    const comments = readFileSync(join(folder, 'echometer.config.txt'), 'utf8');
    for (const option of ['--worker CMD', '--rows LIST', '--threshold'])
      expect(comments).toContain(option);
    expect(echometer(folder, 'list', 'lanes').exit).toBe(0);
    expect(echometer(folder, 'init')).toMatchObject({ exit: 2 });
  });
});
