// The command line from outside: help, exit codes, errors of one line with a code. What a run measures is elsewhere.

import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import { askedPlan, command as runSerializers } from '../host-node/src/commands/run-serializers.ts';
import { isNodeNewEnough } from '../host-node/src/observe/platform.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';

/** A program that answers every start with one line and an exit code. */
function fakeProgram(text: string, exit: number): string {
  const file = join(temporaryFolder(), 'fake');
  writeFileSync(file, `#!/bin/sh\necho '${text}' >&${exit === 0 ? 1 : 2}\nexit ${exit}\n`);
  chmodSync(file, 0o755);
  return file;
}

describe('a clone that nothing was built in', () => {
  it('says which command builds it', () => {
    const clone = temporaryFolder();
    const start = join(clone, 'host-node', 'start.mjs');
    cpSync(resolve(import.meta.dirname, '../host-node'), join(clone, 'host-node'), {
      recursive: true,
      filter: (path) => !path.endsWith('src'),
    });
    const { status, stdout, stderr } = spawnSync(process.execPath, [start, 'run'], {
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toMatch(/^echometer: .*npm run build \[NOT_BUILT\]\n$/);
  });
});

describe('echometer run serializers --run-mode quick', () => {
  it('is what --profile quick is', () => {
    const asked = (...words: string[]) => askedPlan(runSerializers.parse(words));
    expect(asked('--run-mode', 'quick')).toEqual(asked('--profile', 'quick'));
    expect(asked('--run-mode', 'quick')).toMatchObject({ runMode: 'smoke' });
    expect(asked('--run-mode', 'full')).toMatchObject({ runMode: 'full' });
  });
});

describe('help and version', () => {
  it.each([
    ['--help'],
    ['run', '--help'],
    ['report', '--help'],
    ['compare', '--help'],
    ['view', '--help'],
    ['verify', '--help'],
    ['doctor', '-h'],
    ['help'],
    ['help', 'run', 'serializers'],
    ['run', '--speed', 'fast', '--help'],
    [],
  ])('echometer %s explains itself on stdout and exits 0', async (...args) => {
    const { exit, stdout, stderr } = await runCli(args.filter((arg) => arg !== ''));
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toContain('echometer');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('--version prints the version of the package', async () => {
    expect(await runCli(['--version'])).toMatchObject({ exit: 0, stdout: '0.1.0\n' });
  });
});

describe('an error is one line with its code', () => {
  const occupied = temporaryFolder();
  writeFileSync(join(occupied, 'something'), '');
  const file = join(occupied, 'something');
  const cases: readonly (readonly [string, number, string, readonly string[]])[] = [
    ['an unknown command', 2, 'UNKNOWN_COMMAND', ['measure']],
    ['help of an unknown command', 2, 'UNKNOWN_COMMAND', ['help', 'measure']],
    ['an unknown option', 2, 'BAD_USAGE', ['run', '--speed', 'fast']],
    ['an option without its value', 2, 'BAD_USAGE', ['run', '--seed']],
    ['an unknown profile', 2, 'BAD_OPTION', ['run', '--profile', 'huge']],
    ['a seed that is no number', 2, 'BAD_OPTION', ['run', '--seed', '1e3']],
    ['a time-out of 0', 2, 'BAD_OPTION', ['run', '--timeout', '0']],
    ['a time-out beyond any timer', 2, 'BAD_OPTION', ['run', '--timeout', '3000000']],
    ['a seed that a number cannot hold', 2, 'BAD_OPTION', ['run', '--seed', '9007199254740993']],
    ['a flag with a value', 2, 'BAD_USAGE', ['run', '--json=yes']],
    ['serializers behind an option', 2, 'BAD_USAGE', ['run', '--json', 'serializers']],
    ['a seed that looks like an option', 2, 'BAD_USAGE', ['run', '--seed', '-1']],
    ['a list given in two parts', 2, 'BAD_USAGE', ['run', '--only', '64B', '--only', '1KiB']],
    ['an --out that is empty', 2, 'BAD_OPTION', ['run', '--out', '']],
    ['a --resume that is empty', 2, 'BAD_OPTION', ['run', '--resume=']],
    ['a run whose name is empty', 2, 'BAD_OPTION', ['verify', '']],
    ['an empty label', 2, 'BAD_OPTION', ['run', '--label', ' ']],
    ['a label of two lines', 2, 'BAD_OPTION', ['run', '--label', 'a\nb']],
    ['a label that colors the terminal', 2, 'BAD_OPTION', ['run', '--label', '\u001b[31m']],
    ['a lane that does not exist', 2, 'BAD_OPTION', ['run', '--lane', 'pigeon']],
    ['two positionals', 2, 'BAD_USAGE', ['run', 'duplex', 'all']],
    ['both --python and --worker', 2, 'BAD_USAGE', ['run', '--python', 'a', '--worker', 'b']],
    ['a case that does not exist', 2, 'UNKNOWN_CASE', ['run', '--only', '64B,65B']],
    ['an --out that is not empty', 2, 'OUT_NOT_EMPTY', ['run', '--out', occupied]],
    ['an --out that is a file', 2, 'OUT_NOT_EMPTY', ['run', '--out', file]],
    ['a run that is not there', 2, 'UNREADABLE', ['verify', join(occupied, 'nowhere')]],
    ['a Python that is not there', 3, 'NO_PYTHON', ['run', '--python', '/no/such/python']],
    ['a --worker with an open quote', 2, 'BAD_OPTION', ['run', '--worker', "'a b"]],
    ['a --worker without a program', 2, 'EMPTY_WORKER', ['run', '--worker', '"" x']],
    ['a Python that is none', 3, 'NO_PYTHON', ['run', '--python', '/bin/false']],
    ['an --out below a file', 3, 'CANNOT_WRITE', ['run', '--out', join(file, 'run')]],
  ];

  it.each(cases)('%s exits %i with %s', async (_what, exit, code, args) => {
    const outcome = await runCli(args);
    expect(outcome.exit).toBe(exit);
    expect(outcome.stdout).toBe('');
    expect(outcome.stderr).toMatch(new RegExp(`^echometer: [^\\n]+; [^\\n]+ \\[${code}\\]\\n$`));
  });

  const old = '{"executable":"x","version":"3.8.1","minor":[3,8],"implementation":"x","build":"x"}';
  it.each([
    ['answers with something else', 'NO_PYTHON', '{}', 0],
    ['answers with null', 'NO_PYTHON', 'null', 0],
    ['says why it ends', 'Unknown option: -I', 'Unknown option: -I', 2],
    ['is 3.8', 'PYTHON_TOO_OLD', old, 0],
  ])('a --python that %s exits 3 with %s', async (_what, said, text, code) => {
    const { exit, stderr } = await runCli(['run', '--python', fakeProgram(text, code)]);
    expect(exit).toBe(3);
    expect(stderr).toContain(said);
  });

  it('DEBUG adds the stack', async () => {
    const { stderr } = await runCli(['measure'], { DEBUG: '1' });
    expect(stderr).toMatch(/\n\s+at /);
  });
});

describe('a damaged run', () => {
  it('of a newer schema is refused by name', async () => {
    const folder = join(temporaryFolder(), 'newer');
    mkdirSync(folder);
    writeFileSync(join(folder, 'run.json'), JSON.stringify({ schemaVersion: 2 }));
    const outcome = await runCli(['verify', folder]);
    expect(outcome.exit).toBe(2);
    expect(outcome.stderr).toContain('schema version 2');
    expect(outcome.stderr).toContain('[NEWER_SCHEMA]');
  });

  it.each([
    ['no JSON', '{', 'NOT_JSON'],
    ['no run', '{"schemaVersion": 1}', 'BAD_FIELD'],
    ['an array', '[]', 'BAD_FIELD'],
  ])('whose run.json is %s exits 2', async (_what, text, code) => {
    const folder = join(temporaryFolder(), 'damaged');
    mkdirSync(folder);
    writeFileSync(join(folder, 'run.json'), text);
    const outcome = await runCli(['verify', folder]);
    expect(outcome.exit).toBe(2);
    expect(outcome.stderr).toContain(`[${code}]`);
  });
});

describe('the surroundings', () => {
  it('a temporary folder too long for a socket path is replaced by /tmp', async () => {
    const long = join(temporaryFolder(), 'x'.repeat(90));
    mkdirSync(long);
    const out = join(temporaryFolder(), 'run');
    const args = ['run', '--profile', 'smoke', '--only', '64B', '--out', out];
    expect(await runCli(args, { TMPDIR: long })).toMatchObject({ exit: 0 });
  });

  it('a missing HOME does not matter', async () => {
    expect(await runCli(['doctor'], { HOME: undefined })).toMatchObject({ exit: 0 });
  });

  it('a Python whose path has spaces and unicode runs', async () => {
    const folder = join(temporaryFolder(), 'my pythön');
    mkdirSync(folder);
    const python = join(folder, 'python three');
    writeFileSync(python, '#!/bin/sh\nexec python3 "$@"\n');
    chmodSync(python, 0o755);
    symlinkSync(python, join(folder, 'link'));
    const out = join(temporaryFolder(), 'run');
    const args = ['run', '--profile', 'smoke', '--only', '64B', '--out', out, '--python', python];
    expect(await runCli(args)).toMatchObject({ exit: 0 });
  });

  it('doctor lists the kernel and Python as JSON', async () => {
    const { exit, stdout } = await runCli(['doctor', '--json']);
    expect(exit).toBe(0);
    const findings = JSON.parse(stdout) as { subject: string; state: string }[];
    for (const subject of ['node', 'kernel', 'python', 'clock'])
      expect(findings).toContainEqual(expect.objectContaining({ subject, state: 'ok' }));
  });

  it('doctor exits 3 when Python is missing', async () => {
    const { exit, stdout } = await runCli(['doctor', '--python', '/no/such/python']);
    expect(exit).toBe(3);
    expect(stdout).toMatch(/missing\s+python/);
  });
});

describe('verify without a run', () => {
  it('lists every suite of vectors with its count and exactness', async () => {
    const { exit, stdout } = await runCli(['verify']);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/kernel [0-9a-f]{16}, measuring part [0-9a-f]{16}/);
    for (const suite of ['frames', 'flow', 'payload', 'verification', 'quantiles', 'aggregation'])
      expect(stdout).toMatch(new RegExp(`ok +${suite} +\\d+ cases {2}exact`));
  });
});

describe('the supported Node', () => {
  it('is 20.19 or newer', () => {
    const answers = ['18.20.0', '20.18.3', '20.19.0', '22.0.0', '24.1.2'].map(isNodeNewEnough);
    expect(answers).toEqual([false, false, true, true, true]);
  });
});
