// `echometer compare` of two runs: what it prints, its exit codes, what it refuses.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { runCli, temporaryFolder } from './fixtures/cli.ts';
import { madeRun, writeFolder } from './fixtures/run-folder.ts';
import { LAPTOP } from './fixtures/synthetic-run.ts';

describe('echometer compare', () => {
  const folderOf = (
    slowness: number,
    change: (text: string) => string = (text) => text,
  ): string => {
    const folder = join(temporaryFolder(), 'run ü');
    const { files } = madeRun({ ...LAPTOP, slowness }, 5);
    writeFolder(folder, files);
    const run = new TextDecoder().decode(files.get('run.json'));
    writeFileSync(join(folder, 'run.json'), change(run));
    return folder;
  };
  const a = folderOf(1);

  it('says same of a run with itself, on stdout, with exit code 0', async () => {
    const outcome = await runCli(['compare', a, a, '--fail-on', 'worse']);
    expect(outcome).toMatchObject({ exit: 0, stderr: '' });
    expect(outcome.stdout).toContain('0 worse, 0 better, 2 same, 0 unsure');
  });

  it('exits 1 with --fail-on worse, and 0 without, when B is slower', async () => {
    const b = folderOf(1.19);
    const outcome = await runCli(['compare', a, b, '--fail-on', 'worse']);
    expect(outcome.stdout).toContain('1 worse, 0 better, 1 same, 0 unsure');
    expect(outcome.exit).toBe(1);
    expect((await runCli(['compare', a, b])).exit).toBe(0);
    expect((await runCli(['compare', b, a, '--fail-on', 'worse'])).exit).toBe(0);
    expect((await runCli(['compare', a, b, '--fail-on', 'worse', '--threshold', '25'])).exit).toBe(
      0,
    );
  });

  it('exits 4 and names the fields of runs that are not comparable, unless --anyway', async () => {
    const b = folderOf(1, (text) => text.replace('"protocolVersion":1', '"protocolVersion":9'));
    const outcome = await runCli(['compare', a, b]);
    expect(outcome).toMatchObject({ exit: 4, stdout: '' });
    expect(outcome.stderr).toContain('protocol version: 1 in BASE, 9 in NEW');
    expect(outcome.stderr).toContain('[NOT_COMPARABLE]');
    const anyway = await runCli(['compare', a, b, '--anyway']);
    expect(anyway.exit).toBe(0);
    expect(anyway.stdout).toContain('because of --anyway');
    expect(anyway.stdout).toContain('- protocol version: 1 in BASE, 9 in NEW');
  });

  it.each([
    [['compare', a], 'NO_VARIANTS'],
    [['compare', a, a, '--threshold', '-1'], 'BAD_USAGE'],
    [['compare', a, a, '--threshold', '0'], 'BAD_OPTION'],
    [['compare', a, a, '--fail-on', 'better'], 'BAD_OPTION'],
    [['compare', a, temporaryFolder()], 'NOT_A_RUN'],
  ])('refuses %j', async (args, code) => {
    const outcome = await runCli(args);
    expect(outcome.exit).toBe(2);
    expect(outcome.stderr).toContain(`[${code}]`);
  });
});
