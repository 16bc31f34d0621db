// Environments that used to lose a language or a whole run, from the command line: one test a case, by its name.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const CLI = resolve(import.meta.dirname, '../../dist/host-node/src/cli.js');
const base = mkdtempSync(join(tmpdir(), 'echometer-environment-'));
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

const folder = (name: string): string => {
  const path = join(base, name);
  mkdirSync(path);
  return path;
};

function program(path: string, script: string): string {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

interface Outcome {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function echometer(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 110_000,
  });
  return { exit: status, stdout, stderr };
}

const ROWS = ['run', 'serializers', '--run-mode', 'smoke', '--data', 'message', '--mode', 'bytes'];
const PYTHON = [...ROWS, '--language', 'python', '--serializer', 'pickle'];
const JAVASCRIPT = [...ROWS, '--language', 'javascript', '--serializer', 'pbf'];
/** The interpreter behind python3, whatever shim PATH has. */
const interpreter = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], {
  encoding: 'utf8',
}).stdout.trim();

describe('env-stdout-noise', () => {
  test('a sitecustomize that prints loses no row', () => {
    const here = folder('noise');
    writeFileSync(join(here, 'sitecustomize.py'), 'print("site loaded")\n');
    // What PYTHONPATH has is not seen, so the interpreter's own site gets it: a wrapper with a site of its own.
    const noisy = program(join(here, 'noisy'), `echo "site loaded"; exec ${interpreter} "$@"`);
    for (const [name, args, env] of [
      ['variable', [], { PYTHONPATH: here }],
      ['wrapper', ['--python', noisy], {}],
    ] as const) {
      const { exit, stdout } = echometer(here, [...PYTHON, ...args, '--out', name], env);
      expect([name, exit, stdout.includes('python: 1 of 1 rows measured')]).toEqual([
        name,
        0,
        true,
      ]);
    }
  }, 120_000);

  test('a preload of NODE_OPTIONS that prints loses no row', () => {
    const here = folder('preload');
    writeFileSync(join(here, 'preload.cjs'), 'console.log("preload: 0 variables set");\n');
    const { exit, stdout } = echometer(here, [...JAVASCRIPT, '--out', 'o'], {
      NODE_OPTIONS: `--require "${join(here, 'preload.cjs')}"`,
    });
    expect([exit, stdout.includes('javascript: 1 of 1 rows measured')]).toEqual([0, true]);
  }, 120_000);
});

describe('env-python-variables', () => {
  test.each([
    ['PYTHONSAFEPATH', '1'],
    ['PYTHONHOME', '/opt/other'],
    ['PYTHONPATH', '/opt/other'],
  ])(
    '%s loses no row',
    (name, value) => {
      const here = folder(name);
      const { exit, stdout } = echometer(here, [...PYTHON, '--out', 'o'], { [name]: value });
      expect([exit, stdout.includes('python: 1 of 1 rows measured')]).toEqual([0, true]);
    },
    120_000,
  );
});

describe('env-relative-python', () => {
  test('a path is meant from the folder of the caller, in both suites', () => {
    const here = folder('relative');
    mkdirSync(join(here, 'venv'));
    program(join(here, 'venv/python'), `exec ${interpreter} "$@"`);
    const args = ['--python', 'venv/python', '--out'];
    const rows = echometer(here, [...PYTHON, ...args, 'rows']);
    expect([rows.exit, rows.stdout.includes('1 of 1 rows measured')]).toEqual([0, true]);
    const duplex = echometer(here, [
      ...['run', 'duplex', '--profile', 'smoke', '--only', '64B', ...args, 'duplex'],
    ]);
    expect(duplex.exit, duplex.stderr).toBe(0);
  }, 120_000);
});

describe('env-python-wrapper', () => {
  test('what --python names is what runs, in both suites', () => {
    const here = folder('wrapper');
    program(join(here, 'pinned.sh'), `echo "$*" >> started.log; exec ${interpreter} "$@"`);
    const args = ['--python', './pinned.sh', '--out'];
    echometer(here, ['run', 'duplex', '--profile', 'smoke', '--only', '64B', ...args, 'duplex']);
    const started = (): string => readFileSync(join(here, 'started.log'), 'utf8');
    expect(started()).toContain('echometer_worker');
    echometer(here, [...PYTHON, ...args, 'rows']);
    expect(started()).toContain('rows.__main__');
  }, 120_000);
});

describe('env-python-answers', () => {
  test.each([
    ['pyobj', 'while read l; do echo "{}"; done', 'its answer is not that of a Python'],
    ['pyarr', 'while read l; do echo "[]"; done', 'its answer is not that of a Python'],
    ['pyzero', 'exec cat /dev/zero', 'ENOBUFS'],
    ['pyexit', 'echo no luck >&2; exit 3', 'exit code 3: no luck'],
  ])(
    '%s is refused before anything is measured',
    (name, script, words) => {
      const here = folder(name);
      program(join(here, name), script);
      const asked = [...ROWS, '--serializer', 'pickle', '--python', `./${name}`, '--out', 'o'];
      const { exit, stderr } = echometer(here, asked);
      expect([exit, stderr.includes('[NO_PYTHON]'), stderr.includes(words)]).toEqual([
        3,
        true,
        true,
      ]);
      expect(stderr).not.toContain('rows so far');
    },
    120_000,
  );

  test('a misspelt --python costs no run its other half', () => {
    const here = folder('misspelt');
    for (const words of [ROWS, ['run', '--profile', 'smoke']]) {
      const { exit, stdout, stderr } = echometer(here, [
        ...[...words, '--python', '/no/such', '--out', 'o'],
      ]);
      expect([exit, stdout, stderr.includes('[NO_PYTHON]')]).toEqual([3, '', true]);
    }
  }, 120_000);

  test('an interpreter that answers like one and then does not is named', () => {
    const here = folder('turncoat');
    // The probe is answered; the rows are not.
    program(
      join(here, 'python'),
      `case "$*" in *rows.__main__*) while read l; do echo "{}" >&3; done;; *) exec ${interpreter} "$@";; esac`,
    );
    const { exit, stdout } = echometer(here, [...PYTHON, '--python', './python', '--out', 'o']);
    expect(exit).toBe(3);
    expect(stdout).toContain('python: answered "hello" with "{}": "implementation" must be');
  }, 120_000);

  test('doctor does not wait for a Python that hangs', () => {
    const here = folder('hanging');
    program(join(here, 'python'), 'trap "" TERM; sleep 300 & wait; wait; sleep 300');
    const begun = Date.now();
    const { exit, stdout } = echometer(here, ['doctor', '--python', './python']);
    expect([exit, Date.now() - begun < 60_000]).toEqual([3, true]);
    expect(stdout).toMatch(/serializers, python +the rows did not start/);
  }, 120_000);
});

describe('env-cwd-deleted', () => {
  const inDeletedFolder = (name: string, args: readonly string[]): Outcome => {
    const gone = folder(name);
    const words = [CLI, ...args].map((word) => `'${word}'`).join(' ');
    const script = `cd '${gone}' && rmdir '${gone}' && exec '${process.execPath}' ${words}`;
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', script], {
      encoding: 'utf8',
      timeout: 110_000,
    });
    return { exit: status, stdout, stderr };
  };

  test('a run with absolute paths ends well, tables and all', () => {
    const out = join(base, 'out-of-gone');
    const { exit, stdout, stderr } = inDeletedFolder('gone', [...JAVASCRIPT, '--out', out]);
    expect([exit, stderr.includes('BUG')]).toEqual([0, false]);
    expect(stdout).toContain(`Folder: ${out}`);
    const duplex = inDeletedFolder('gone2', [
      ...['run', 'duplex', '--profile', 'smoke', '--only', '64B', '--python', interpreter],
      ...['--out', `${out}-duplex`],
    ]);
    expect([duplex.exit, duplex.stderr.includes('BUG')]).toEqual([0, false]);
  }, 120_000);

  test('a run without --out says what is missing', () => {
    const { exit, stderr } = inDeletedFolder('gone3', JAVASCRIPT);
    expect([exit, stderr.includes('[NO_CWD]')]).toEqual([3, true]);
  }, 120_000);
});
