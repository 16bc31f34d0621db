// A run's folder that others use too: a second run that wants to write there, links that lead out of it, what an earlier
// run left.

import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, describe, it } from 'vitest';

import { LOCK_FILE, lockFolder } from '../host-node/src/results/lock.ts';
import { RunStore } from '../host-node/src/results/store.ts';
import { runCli, startCli, temporaryFolder } from './fixtures/cli.ts';
import { madeRun, writeFolder } from './fixtures/run-folder.ts';
import { LAPTOP } from './fixtures/synthetic-run.ts';
import { until } from './fixtures/until.ts';

const RUN = ['run', 'duplex', '--profile', 'smoke', '--only', 'latency/64B'];

function lockOf(folder: string): string | null {
  try {
    return readFileSync(join(folder, LOCK_FILE), 'utf8');
  } catch {
    return null;
  }
}

describe('run-two-resumes', () => {
  it('a folder that a run writes to is refused to a second one, and free after it', async () => {
    const folder = join(temporaryFolder(), 'run');
    const first = startCli([...RUN, '--out', folder]);
    await until('the lock', () => lockOf(folder));
    expect(lockOf(folder)).toContain(`"pid":${first.pid}`);
    expect(await first.ended).toMatchObject({ exit: 0 });
    expect(lockOf(folder)).toBeNull();
    // As a run that never ends while the second one tries: this process.
    lockFolder(folder);
    for (const what of ['duplex', 'all']) {
      const second = await runCli(['run', what, '--resume', folder]);
      expect(second).toMatchObject({ exit: 2, stdout: '' });
      expect(second.stderr).toContain(`process ${process.pid}`);
      expect(second.stderr).toContain('[IN_USE]');
    }
    expect(await runCli(['verify', folder])).toMatchObject({ exit: 0 });
  }, 120_000);

  it('a run that was killed holds nothing, nor does a number that another process has now', async () => {
    const folder = join(temporaryFolder(), 'run');
    const first = startCli([...RUN, '--out', folder]);
    await until(
      'run.json',
      () => lockOf(folder) !== null && readdirSync(folder).includes('run.json'),
    );
    first.child.kill('SIGKILL');
    await first.ended;
    expect(lockOf(folder)).not.toBeNull();
    expect(await runCli(['run', 'duplex', '--resume', folder])).toMatchObject({ exit: 0 });
    // This process lives, but it is not the one that began then.
    writeFileSync(join(folder, LOCK_FILE), JSON.stringify({ pid: process.pid, began: '1' }));
    expect(await runCli(['run', 'duplex', '--resume', folder])).toMatchObject({ exit: 0 });
    for (const text of ['', '{', 'null', '{"pid":1}']) {
      writeFileSync(join(folder, LOCK_FILE), text);
      expect(await runCli(['run', 'duplex', '--resume', folder]), text).toMatchObject({ exit: 0 });
    }
  }, 180_000);
});

describe('a folder that a run left before its run.json was written', () => {
  const NOW = '2026-12-01T12:00:00.000Z';

  it('is used again', () => {
    const folder = join(temporaryFolder(), 'run');
    for (const part of ['trials', 'samples']) mkdirSync(join(folder, part), { recursive: true });
    for (const name of ['kernel.wasm', 'run.json.tmp']) writeFileSync(join(folder, name), '');
    expect(RunStore.create(folder, NOW).folder).toBe(folder);
  });

  it('is not, when there is anything else in it', () => {
    for (const name of ['run.json', 'trials/0001.json', 'mine.txt']) {
      const folder = join(temporaryFolder(), 'run');
      mkdirSync(join(folder, 'trials'), { recursive: true });
      writeFileSync(join(folder, name), '');
      expect(() => RunStore.create(folder, NOW), name).toThrow(
        expect.objectContaining({ code: 'OUT_NOT_EMPTY' }),
      );
    }
  });
});

describe('write-follows-links', () => {
  const withRun = (): { readonly folder: string; readonly victim: string } => {
    const base = temporaryFolder();
    const folder = join(base, 'run');
    writeFolder(folder, madeRun(LAPTOP, 1).files);
    const victim = join(base, 'victim.txt');
    writeFileSync(victim, 'precious');
    return { folder, victim };
  };

  it('a temporary name that is a link is replaced, not written through', async () => {
    const { folder, victim } = withRun();
    symlinkSync(victim, join(folder, 'report.md.tmp'));
    symlinkSync(victim, join(folder, 'report.html'));
    expect(await runCli(['report', folder])).toMatchObject({ exit: 0 });
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('# Round trips');
  });

  it('a part that is a link to another folder is refused', async () => {
    const { folder, victim } = withRun();
    const other = join(victim, '..', 'other');
    mkdirSync(other);
    rmSync(join(folder, 'figures'), { recursive: true, force: true });
    symlinkSync(other, join(folder, 'figures'));
    const outcome = await runCli(['report', folder]);
    expect(outcome).toMatchObject({ exit: 3 });
    expect(outcome.stderr).toContain('figures is a link: nothing is written through it');
    expect(readdirSync(other)).toEqual([]);
  });
});
