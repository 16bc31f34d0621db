// What becomes of a command whose stdout or stderr goes away or is full. The texts themselves are tested elsewhere.

import { spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import { runCli, temporaryFolder } from './fixtures/cli.ts';

const CLI = resolve(import.meta.dirname, '../dist/host-node/src/cli.js');

/** Starts the command line, closes our end of one stream at once and gives the exit code. */
function exitWithClosed(stream: 'stdout' | 'stderr', args: readonly string[]): Promise<unknown> {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  child[stream].destroy();
  child[stream === 'stdout' ? 'stderr' : 'stdout'].resume();
  return new Promise((done) => child.once('close', done));
}

function smoke(...more: string[]): { folder: string; args: string[] } {
  const folder = join(temporaryFolder(), 'run');
  const args = ['run', '--profile', 'smoke', '--only', '64B', '--out', folder, ...more];
  return { folder, args };
}

describe('a reader of stdout that has gone', () => {
  it('is no error', async () => {
    expect(await exitWithClosed('stdout', ['verify'])).toBe(0);
  });

  it('hides no failed trial', async () => {
    expect(await exitWithClosed('stdout', smoke('--worker', 'false').args)).toBe(1);
  });
});

describe('a reader of progress that has gone', () => {
  it('ends no run', async () => {
    const { folder, args } = smoke();
    expect(await exitWithClosed('stderr', args)).toBe(0);
    expect(await runCli(['verify', folder])).toMatchObject({ exit: 0 });
  });
});

describe('a full disk under stdout', () => {
  it('is an error with its name', async () => {
    // Linux alone has a device that is always full.
    if (!existsSync('/dev/full')) return;
    const child = spawn(process.execPath, [CLI, 'verify'], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
    expect(await new Promise((done) => child.once('close', done))).toBe(3);
    expect(said).toContain('(ENOSPC)');
    expect(said).toContain('[CANNOT_WRITE]');
  });
});
