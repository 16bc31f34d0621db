// Machines that lack room: a shared-memory folder of 1 MiB, a full disk, a working folder that cannot be written. Each
// runs, or is a named error; a run that a full disk ended goes on when there is room. Small file systems are mounted in a
// mount namespace of the command's own, which needs root: CI has it.

import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';

import type { DataFile, TrialFile } from '../kernel/api/run/results.ts';
import { SlotFile } from '../host-node/src/lane/slots.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';
import type { CliOutcome } from './fixtures/cli.ts';

const CLI = resolve(import.meta.dirname, '../dist/host-node/src/cli.js');
const MIB = 1_048_576;

const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

function needsMounts(context: TestContext): void {
  if (canMount) return;
  expect(process.env['CI'], 'CI must be able to mount').toBeUndefined();
  context.skip('run it as root on Linux: it mounts small file systems');
}

/** `script` runs in a mount namespace; `"$@"` is the command line of echometer. */
function inNamespace(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<CliOutcome> {
  const child = spawn(
    'unshare',
    ['-m', 'sh', '-ec', script, 'sh', process.execPath, CLI, ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((done) => {
    child.once('close', (exit) => {
      done({ exit, stdout, stderr });
    });
  });
}

const small = (folder: string, size: string): string =>
  `mount -t tmpfs -o size=${size} tmpfs '${folder}';`;

const MANAGED = ['run', 'duplex', '--profile', 'smoke', '--only', 'managed/1MiB/16/4'];

describe('slots', () => {
  it('go to the first folder that exists and has room', () => {
    const file = new SlotFile(MIB, ['/no/such/folder', temporaryFolder()]);
    expect(file.bytes).toBe(MIB);
    closeSync(file.fd);
  });

  it('that find no room are a named error with every reason', () => {
    const make = (): SlotFile => new SlotFile(Number.MAX_SAFE_INTEGER, ['/no/such', '/dev/shm']);
    expect(make).toThrow(expect.objectContaining({ code: 'NO_SLOT_ROOM', outcome: 'missing' }));
    expect(make).toThrow(/\/no\/such: .*ENOENT.*; \/dev\/shm: only \d+ bytes free/);
  });

  it('fall back to the temporary folder when /dev/shm has 1 MiB', async (context) => {
    needsMounts(context);
    const out = join(temporaryFolder(), 'run');
    const outcome = await inNamespace(`${small('/dev/shm', '1m')} exec "$@"`, [
      ...MANAGED,
      ...['--out', out],
    ]);
    expect(outcome).toMatchObject({ exit: 0 });
    const trial = readFileSync(join(out, 'trials/0001.json'), 'utf8');
    expect((JSON.parse(trial) as TrialFile).state).toBe('ok');
  });

  it('without room anywhere fail their trial by name', async (context) => {
    needsMounts(context);
    const folder = temporaryFolder();
    const temporary = join(folder, 't');
    mkdirSync(temporary);
    const outcome = await inNamespace(
      `${small('/dev/shm', '1m')} ${small(temporary, '1m')} exec "$@"`,
      [...MANAGED, ...['--out', join(folder, 'run')]],
      { TMPDIR: temporary },
    );
    expect(outcome.exit).toBe(1);
    const data = JSON.parse(readFileSync(join(folder, 'run/data.json'), 'utf8')) as DataFile;
    expect(data.trials[0]?.failure?.code).toBe('NO_SLOT_ROOM');
    expect(data.trials[0]?.failure?.message).not.toContain(folder);
  });
});

describe('a full disk', () => {
  it('ends the run by name, and the run goes on when there is room', async (context) => {
    needsMounts(context);
    const folder = temporaryFolder();
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    // A column of samples does not fit any more; the file of a failed trial would.
    const script =
      `${small(disk, '256k')} set +e; "$@" --profile quick --only latency/64B --out '${disk}/run'; ` +
      `echo "first exit $?"; ls '${disk}/run/trials'; mount -o remount,size=16m '${disk}'; ` +
      `"$@" --resume '${disk}/run'; echo "second exit $?"; ` +
      `"$1" "$2" verify '${disk}/run'; echo "verify exit $?"`;
    const { stdout, stderr } = await inNamespace(script, ['run', 'duplex']);
    expect(stderr).toContain('[DISK_FULL]');
    expect(stdout).toContain('first exit 3');
    expect(stdout).toContain('second exit 0');
    expect(stdout).toContain('verify exit 0');
  });
});

describe('a working folder that cannot be written', () => {
  it('is a named error without --out, and does not matter with it', async (context) => {
    needsMounts(context);
    const folder = temporaryFolder();
    const place = join(folder, 'nur lesen, größer');
    mkdirSync(place);
    const locked = `mount --bind '${place}' '${place}'; mount -o remount,ro,bind '${place}'; cd '${place}';`;
    const args = ['run', 'duplex', '--profile', 'smoke', '--only', '64B'];
    const refused = await inNamespace(`${locked} exec "$@"`, args);
    expect(refused.exit).toBe(3);
    expect(refused.stderr).toMatch(/\(EROFS\).*\[CANNOT_WRITE\]/);
    const out = join(folder, 'run');
    expect(await inNamespace(`${locked} exec "$@"`, [...args, '--out', out])).toMatchObject({
      exit: 0,
    });
    expect(existsSync(join(out, 'report.md'))).toBe(true);
  });
});

describe('a limit of the shell', () => {
  const limited = (limit: string): CliOutcome => {
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-ec', `ulimit ${limit}; exec "$@"`, 'sh', process.execPath, CLI, ...MANAGED],
      { encoding: 'utf8' },
    );
    return { exit: status, stdout, stderr };
  };

  it.for([
    ['-n 40', 'TOO_FEW_FILES'],
    ['-n 20', 'TOO_FEW_FILES'],
    ['-v 5000000', 'NO_MEMORY'],
  ])('ulimit %s is %s', ([limit = '', code = ''], context) => {
    const isEnforced = limit.startsWith('-n') || process.platform === 'linux';
    if (!isEnforced) context.skip('run it on Linux: other systems do not enforce the limit');
    const { exit, stderr } = limited(limit);
    expect(exit).toBe(3);
    expect(stderr).toMatch(new RegExp(`^echometer: .*raise the limit.*\\[${code}\\]\n$`));
  });
});

describe('an empty environment', () => {
  it('runs, with a Python that does not know where it is', () => {
    const out = join(temporaryFolder(), 'run');
    const args = ['-i', process.execPath, CLI, 'run', 'duplex', '--profile', 'smoke'];
    const { status } = spawnSync('env', [...args, '--only', 'idle/1', '--out', out]);
    expect(status).toBe(0);
  });
});

describe('a temporary folder of 120 characters', () => {
  it('with spaces and unicode runs, managed trials too', async () => {
    const folder = temporaryFolder();
    const long = join(folder, `ä ${'x'.repeat(Math.max(1, 118 - folder.length))}`);
    mkdirSync(long);
    const out = join(folder, 'run');
    const outcome = await runCli([...MANAGED, '--out', out], { TMPDIR: long });
    expect(Buffer.byteLength(long)).toBeGreaterThanOrEqual(120);
    expect(outcome).toMatchObject({ exit: 0 });
  });
});
