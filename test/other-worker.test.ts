// --worker with a program that shares no code with this package: it passes the echoing half of the conformance test and
// carries every suite with inline payloads through the command line.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import type { DataFile, RunFile } from '../kernel/api/run/results.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';
import { PAUSED_PLANS, sessionPlan } from '../host-node/src/conformance/checks.ts';
import { judge } from '../host-node/src/conformance/driver.ts';
import { statesOf } from './fixtures/states.ts';
import { PATIENCE_MS } from './fixtures/until.ts';

const PLAIN = join(import.meta.dirname, 'fixtures/workers/plain_echo.py');

describe('another worker', () => {
  it('imports nothing of this package', () => {
    expect(readFileSync(PLAIN, 'utf8')).not.toMatch(/import .*echometer|from echometer/);
  });

  it('passes the conformance test: echoes, many sessions, a paused host', async () => {
    const trial = { command: ['python3', PLAIN], lane: 'socket', silenceMs: PATIENCE_MS } as const;
    expect(
      (
        await judge(
          trial,
          [1, 2, 3].map((one) => sessionPlan(one)),
        )
      ).code,
    ).toBe('OK');
    expect((await judge(trial, PAUSED_PLANS)).code).toBe('OK');
  });

  it('carries every suite of inline payloads', async () => {
    const folder = join(temporaryFolder(), 'run');
    const only = '64B,bulk/16KiB/64/16,bulk/1MiB/16/4,16/1,idle/4,paused/1MiB,openloop/64B/1000';
    const outcome = await runCli([
      ...['run', 'duplex', '--profile', 'smoke', '--only', only, '--out', folder],
      ...['--worker', `python3 "${PLAIN}"`, '--worker-version', '1.2'],
    ]);
    expect(outcome).toMatchObject({ exit: 0 });
    const data = JSON.parse(readFileSync(join(folder, 'data.json'), 'utf8')) as DataFile;
    expect(statesOf(data.trials)).toEqual(Array(8).fill('ok'));
    const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as RunFile;
    expect(run.worker).toEqual({ kind: 'command', name: 'python3 plain_echo.py', version: '1.2' });
    const report = readFileSync(join(folder, 'report.md'), 'utf8');
    expect(report).toContain('to the worker python3 plain_echo.py 1.2,');
    expect(report).toContain('command python3 plain');
    expect(report).not.toContain('CPython');
    expect(await runCli(['verify', folder])).toMatchObject({ exit: 0 });
  });

  it('in a script whose path has no spaces may lie anywhere, with spaces', async () => {
    const folder = temporaryFolder();
    const place = join(folder, 'a worker, größer');
    mkdirSync(place);
    cpSync(PLAIN, join(place, 'echo.py'));
    const script = join(folder, 'worker.sh');
    writeFileSync(script, `#!/bin/sh\nexec python3 "${join(place, 'echo.py')}" "$@"\n`);
    chmodSync(script, 0o755);
    const outcome = await runCli([
      ...['run', 'duplex', '--profile', 'smoke', '--only', '64B', '--out', join(folder, 'run')],
      ...['--worker', script],
    ]);
    expect(outcome).toMatchObject({ exit: 0 });
  });

  it('that lists its faults documents them', () => {
    const list = execFileSync('python3', [
      join(import.meta.dirname, 'fixtures/workers/misbehave.py'),
      '--list',
    ]);
    expect(list.toString().trim().split('\n').length).toBeGreaterThan(30);
  });
});
