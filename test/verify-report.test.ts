// What `verify` says of the report.md in a run's folder: the same, another, of several runs, of another version.

import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import { runCli, temporaryFolder } from './fixtures/cli.ts';
import type { CliOutcome } from './fixtures/cli.ts';

const folder = join(temporaryFolder(), 'run');
const ARGS = ['run', 'duplex', '--profile', 'smoke', '--only', 'latency/64B', '--out', folder];

/** A copy of the run in which one file has another text. */
function changed(file: string, change: (text: string) => string): string {
  const copy = join(temporaryFolder(), 'copy');
  cpSync(folder, copy, { recursive: true });
  writeFileSync(join(copy, file), change(readFileSync(join(copy, file), 'utf8')));
  return copy;
}

const verify = (run: string): Promise<CliOutcome> => runCli(['verify', run]);

describe('verify and report.md', () => {
  beforeAll(async () => {
    expect(await runCli(ARGS)).toMatchObject({ exit: 0 });
  });

  it('says that an untouched report is the same', async () => {
    const { exit, stdout } = await verify(folder);
    expect({ exit, says: stdout.includes('report.md says the same') }).toEqual({
      exit: 0,
      says: true,
    });
  });

  it('fails on a number that was changed, and names the line', async () => {
    const lines = readFileSync(join(folder, 'report.md'), 'utf8').split('\n');
    const at = lines.findIndex((line) => line.startsWith('| 64 B'));
    const copy = changed('report.md', () =>
      lines.map((line, index) => (index === at ? line.replace(/\d/, '1$&') : line)).join('\n'),
    );
    const { exit, stdout } = await verify(copy);
    expect(exit).toBe(1);
    expect(stdout).toContain(
      `report.md differs from what data.json gives, first in line ${at + 1};`,
    );
  });

  it('does not compare a report of several runs', async () => {
    const { exit, stdout } = await verify(
      changed('report.md', (text) => text.replace(/.*/, '# A and B')),
    );
    expect(exit).toBe(0);
    expect(stdout).toContain('report.md is of several runs and was not compared');
  });

  it('does not compare the report of another version', async () => {
    const older = changed('run.json', (text) =>
      text.replace('"version": "0.1.0"', '"version": "0.0.9"'),
    );
    const { exit, stdout } = await verify(older);
    expect(exit).toBe(0);
    expect(stdout).toContain('report.md is of echometer 0.0.9 and was not compared');
  });

  it('says nothing of a report that is not there', async () => {
    const copy = changed('report.md', (text) => text);
    rmSync(join(copy, 'report.md'));
    const { exit, stdout } = await verify(copy);
    expect({ exit, said: stdout.includes('report.md') }).toEqual({ exit: 0, said: false });
  });
});
