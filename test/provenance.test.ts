// Where a run comes from: which worker, by hash and commit; which command line, without a user's folder; and the same run again.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import { isCut, storedWords } from '../host-node/src/observe/command-line.ts';
import type { RunFile } from '../kernel/api/run/results.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';
import { complaints } from './fixtures/schemas.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SMALL = ['run', 'duplex', '--profile', 'smoke', '--only', 'latency/64B', '--trials', '1'];

const readRun = (folder: string): RunFile =>
  JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as RunFile;

/** The project's own worker, started by a file of the user's. */
const WORKER = `import sys
sys.path.insert(0, sys.argv.pop(1))
from echometer_worker.__main__ import main
sys.exit(main(sys.argv[1:]))
`;

function git(folder: string, ...args: string[]): void {
  const who = ['-c', 'user.name=T', '-c', 'user.email=t@example.org'];
  execFileSync('git', ['-C', folder, ...who, ...args], { stdio: 'ignore' });
}

describe('the worker of a run', () => {
  it('is named by hash and commit; a line that was not committed is seen by compare', async () => {
    const folder = temporaryFolder();
    const [project, a, b, again] = [
      join(folder, 'p'),
      join(folder, 'a'),
      join(folder, 'b'),
      join(folder, 'c'),
    ];
    mkdirSync(project);
    const file = join(project, 'worker.py');
    writeFileSync(file, WORKER);
    git(project, 'init', '-q');
    git(project, 'add', '.');
    git(project, 'commit', '-qm', 'worker');
    const worker = `python3 -I -S ${file} ${join(ROOT, 'python')}`;
    await runCli([...SMALL, '--worker', worker, '--out', a]);
    writeFileSync(file, `${WORKER}# one more line\n`);
    await runCli([...SMALL, '--worker', worker, '--out', b]);

    const [clean, dirty] = [readRun(a), readRun(b)];
    for (const run of [clean, dirty]) expect(complaints('run', { ...run })).toEqual([]);
    expect([clean, dirty].map(({ program }) => program?.isDirty)).toEqual([false, true]);
    expect(clean.program?.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(clean.program?.files.map(({ name }) => name)).toEqual(['python3', 'worker.py']);
    expect(JSON.stringify([clean, dirty])).not.toContain(folder);

    const { stdout } = await runCli(['compare', a, b]);
    const hashes = [clean, dirty].map(({ program }) => program?.files[1]?.sha256.slice(0, 12));
    expect(stdout).toContain(
      `worker.py (sha256): ${hashes[0] ?? ''} in BASE, ${hashes[1] ?? ''} in NEW`,
    );
    expect(stdout).toMatch(
      /commit of the worker’s folder: (\w{12}) in BASE, \1, with changes that are not committed in NEW/,
    );

    const unknown = await runCli(['rerun', a, '--plan']);
    expect(unknown.exit).toBe(2);
    expect(unknown.stderr).toContain('[NOT_RECORDED]');
    const repeated = await runCli(['rerun', a, '--worker', worker, '--out', again]);
    expect(repeated.exit, repeated.stderr).toBe(0);
    expect(readRun(again).order).toEqual(clean.order);
    expect((await runCli(['verify', again])).exit).toBe(0);
  });
});

describe('the command line of a run', () => {
  it('has no folder of its user, and what names a computer is left out', () => {
    const stored = storedWords(
      [
        ...['run', '--worker', 'python3 /srv/me/p/w.py /srv/me/other/x.py /usr/bin/python3'],
        ...['--out', '/srv/a/b', '--connect', 'host.example:99', '--variant', 'a: worker=./b/c.py'],
        ...['--token=abc', '--only', 'bulk/16KiB/64/16'],
      ],
      '/srv/me/p',
    );
    expect(stored).toEqual([
      ...['run', '--worker', 'python3 ./w.py .../x.py /usr/bin/python3'],
      ...['--out', '.../b', '--connect', '...', '--variant', 'a: worker=./b/c.py'],
      ...['--token=...', '--only', 'bulk/16KiB/64/16'],
    ]);
    expect(stored.map(isCut)).toEqual([
      ...[false, false, true, false, true, false, true, false, false, true, false, false],
    ]);
  });
});

describe('rerun', () => {
  const sample = join(ROOT, 'docs/sample-run');

  it('repeats plan and order of the sample run', async () => {
    const { exit, stdout } = await runCli(['rerun', sample, '--plan']);
    const run = readRun(sample);
    const plan = JSON.parse(stdout) as Pick<RunFile, 'order' | 'seed' | 'profile'>;
    expect(exit).toBe(0);
    expect(plan.order).toEqual(run.order);
    expect([plan.seed, plan.profile]).toEqual([run.seed, run.profile]);
  });

  it('repeats variants in their blocks, and a repeated run as well', async () => {
    const folder = temporaryFolder();
    const [first, second] = [join(folder, '1'), join(folder, '2')];
    const made = await runCli([...SMALL, '--lane', 'tcp,socket', '--out', first, '--seed', '5']);
    expect(made.exit, made.stderr).toBe(0);
    expect((await runCli(['rerun', first, '--out', second])).exit).toBe(0);
    const planned = await runCli(['rerun', second, '--plan']);
    const [a, b] = [readRun(first), readRun(second)];
    expect(b.order).toEqual(a.order);
    expect(b.variants?.map(({ lane }) => lane)).toEqual(['tcp', 'socket']);
    expect((JSON.parse(planned.stdout) as RunFile).order).toEqual(a.order);
  });
});
