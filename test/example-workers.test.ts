// examples/workers: each is built, conforms on three lanes, and is measured on all four with its name in the report.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import type { RunFile } from '../kernel/api/run/results.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';

const FOLDER = join(import.meta.dirname, '../examples/workers');

function has(program: string): boolean {
  try {
    execFileSync(program, ['version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

interface Example {
  readonly language: string;
  /** What has to be there, and how a user gets it. */
  readonly needs: readonly [string, string] | null;
  /** Builds into a folder, and the words that start the worker. */
  readonly build: (into: string) => string;
  readonly name: string;
}

const EXAMPLES: readonly Example[] = [
  {
    language: 'node',
    needs: null,
    build: () => `node "${join(FOLDER, 'node/worker.mjs')}"`,
    name: 'node worker.mjs',
  },
  {
    language: 'go',
    needs: ['go', 'Go 1.21 or newer: apt-get install golang-go, or https://go.dev/dl'],
    build: (into) => {
      const file = join(into, 'echo-worker');
      execFileSync('go', ['build', '-o', file, '.'], { cwd: join(FOLDER, 'go'), stdio: 'pipe' });
      return file;
    },
    name: 'echo-worker',
  },
  {
    language: 'rust',
    needs: ['cargo', 'Rust 1.74 or newer: apt-get install cargo, or https://rustup.rs'],
    build: (into) => {
      const args = ['build', '--release', '--locked', '--offline', '--target-dir', into];
      execFileSync('cargo', args, { cwd: join(FOLDER, 'rust'), stdio: 'pipe' });
      return join(into, 'release/echo-worker');
    },
    name: 'echo-worker',
  },
];

describe.each(EXAMPLES)('the worker in $language', ({ needs, build, name }) => {
  const isMissing = needs !== null && !has(needs[0]);
  // A skipped test fails .ci/run; on a user's machine it says what to install.
  const title = isMissing ? `is not tried: install ${needs[1]}` : 'is built';
  let worker = '';
  beforeAll(() => {
    if (!isMissing) worker = build(temporaryFolder());
  }, 300_000);

  it.skipIf(isMissing)(title, () => {
    expect(worker).not.toBe('');
  });

  it.skipIf(isMissing)('conforms on every lane', async () => {
    const lanes = ['--lane', 'socket,tcp,stdio', '--timeout', '60'];
    const { exit, stdout } = await runCli(['check-worker', worker, ...lanes]);
    expect(stdout).not.toContain('broken');
    expect(exit).toBe(0);
    expect(stdout.match(/It conforms/g)).toHaveLength(3);
  });

  it.skipIf(isMissing).each(['socket', 'blocking', 'tcp', 'stdio'])(
    'is measured on lane %s, verified, and named',
    async (lane) => {
      const folder = join(temporaryFolder(), 'run');
      const args = ['--worker', worker, '--worker-version', '1.0', '--lane', lane];
      const cases = ['--case', 'payload=10kB sessions=3 credit=7 ack=3 frames=60 trials=1'];
      const run = await runCli(['run', ...args, ...cases, '--out', folder]);
      expect(run.exit, run.stderr).toBe(0);
      expect(await runCli(['verify', folder])).toMatchObject({ exit: 0 });
      const file = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as RunFile;
      expect(file.worker).toEqual({ kind: 'command', name, version: '1.0' });
      const report = readFileSync(join(folder, 'report.md'), 'utf8');
      expect(report).toContain(`${name} 1.0`);
      expect(report).not.toContain('CPython');
    },
  );
});
