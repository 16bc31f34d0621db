// Workers that break one rule (test/fixtures/workers): each is a failed trial by name with a code, the exit code is 1,
// and the rest of the run is done. The texts are not compared; codes and numbers are.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import type { DataFile, DataTrial } from '../kernel/api/run/results.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';
import type { CliOutcome } from './fixtures/cli.ts';
import { statesOf } from './fixtures/states.ts';

const MISBEHAVE = resolve(import.meta.dirname, 'fixtures/workers/misbehave.py');

interface Run {
  readonly folder: string;
  readonly outcome: CliOutcome;
  readonly trials: readonly DataTrial[];
}

async function runWith(fault: string, only: string, ...more: string[]): Promise<Run> {
  const folder = join(temporaryFolder(), 'run');
  const worker = `python3 -I -S "${MISBEHAVE}" --fault ${fault}`;
  const outcome = await runCli([
    ...['run', 'duplex', '--profile', 'smoke', '--only', only, '--worker', worker],
    ...['--out', folder, ...more],
  ]);
  const data = JSON.parse(readFileSync(join(folder, 'data.json'), 'utf8')) as DataFile;
  return { folder, outcome, trials: data.trials };
}

/** Fault of the fixture, and the code that the trial fails with. */
const CODES: readonly (readonly [string, string])[] = [
  ['flip-byte', 'MISMATCH'],
  ['stale', 'MISMATCH'],
  ['swap-payloads', 'MISMATCH'],
  ['swap-frames', 'SEQUENCE'],
  ['duplicate', 'SEQUENCE'],
  ['wrong-sequence', 'SEQUENCE'],
  ['short', 'SIZE'],
  ['garbage', 'LENGTH'],
  ['wrong-token', 'TOKEN'],
  ['wrong-magic', 'MAGIC'],
  ['other-version', 'VERSION'],
  ['die', 'TRUNCATED'],
  ['die-mid-frame', 'TRUNCATED'],
  ['error-session', 'PEER'],
  ['never-answer', 'TIMEOUT'],
  ['no-hello', 'TIMEOUT'],
  ['no-end', 'TIMEOUT'],
];

describe('a worker that misbehaves fails its trial by name', () => {
  // Two frames can only change places where more than one is under way.
  const caseOf = (fault: string): string =>
    fault.startsWith('swap') ? 'bulk/16KiB/64/1' : 'latency/64B';

  it.each(CODES)('%s is %s', async (fault, code) => {
    const timeout = code === 'TIMEOUT' ? ['--timeout', '1'] : [];
    const { outcome, trials } = await runWith(fault, caseOf(fault), ...timeout);
    expect(outcome.exit).toBe(1);
    expect(trials.map((trial) => trial.state)).toEqual(['failed']);
    expect(trials[0]?.failure?.code).toBe(code);
    expect(trials[0]?.stats).toBeNull();
    expect(outcome.stdout).toContain(code);
  });

  it('worker-slow-drip: a byte now and then keeps no trial alive', async () => {
    const { trials } = await runWith('drip --delay-ms 100', 'latency/64B', '--timeout', '1');
    expect(trials[0]?.failure?.code).toBe('TIMEOUT');
  });

  it('a worker that keeps every rule is ok through the same launcher', async () => {
    const { outcome, trials } = await runWith('none', 'latency/64B');
    expect(outcome.exit).toBe(0);
    expect(statesOf(trials)).toEqual(['ok']);
  });
});

describe('a worker that does not start', () => {
  it('fails its trial with what it said, without the folders it named', async () => {
    const folder = join(temporaryFolder(), 'run');
    const missing = join(temporaryFolder(), 'no-such-worker.py');
    const outcome = await runCli([
      ...['run', '--profile', 'smoke', '--only', '64B', '--out', folder],
      ...['--worker', `python3 ${missing}`],
    ]);
    expect(outcome.exit).toBe(1);
    const text = readFileSync(join(folder, 'data.json'), 'utf8');
    const data = JSON.parse(text) as DataFile;
    expect(data.trials[0]?.failure?.code).toBe('WORKER_START');
    expect(data.trials[0]?.failure?.message).toContain('.../no-such-worker.py');
    expect(text).not.toContain(dirname(missing));
  });

  it.each([
    [
      'a datagram socket',
      `python3 -c "import socket,sys,time; s=socket.socket(1,2); s.bind(sys.argv[2]); time.sleep(60)"`,
    ],
    [
      'a loop of links',
      `python3 -c "import os,sys,time; os.symlink(sys.argv[2], sys.argv[2]); time.sleep(60)"`,
    ],
  ])('%s where its socket should be is a failure of the worker', async (_what, worker) => {
    const folder = join(temporaryFolder(), 'run');
    const { exit } = await runCli([
      ...['run', 'duplex', '--profile', 'smoke', '--only', 'latency/64B', '--lane', 'socket'],
      ...['--worker', worker, '--out', folder],
    ]);
    const data = JSON.parse(readFileSync(join(folder, 'data.json'), 'utf8')) as DataFile;
    expect(data.trials[0]?.failure).toMatchObject({ code: 'WORKER_CONNECT' });
    expect(exit).toBe(1);
  });

  it.each([
    ...(['socket', 'blocking', 'tcp', 'stdio'] as const).map((lane) => ['nosuch', lane]),
    ['/no/such/worker --fast', 'socket'],
    [import.meta.dirname, 'socket'],
    [MISBEHAVE, 'socket'],
  ])('%s on lane %s: exit 3 before any trial, and no folder', async (worker, lane) => {
    const folder = join(temporaryFolder(), 'run');
    const args = ['run', '--profile', 'smoke', '--only', '64B', '--lane', lane, '--out', folder];
    const { exit, stdout, stderr } = await runCli([...args, '--worker', worker]);
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
    expect(stderr).toContain('[NO_WORKER]');
    expect(existsSync(folder)).toBe(false);
  });
});

describe('what a worker wrote before it ended', () => {
  it('is one short line without control characters', async () => {
    const folder = join(temporaryFolder(), 'run');
    const script = join(temporaryFolder(), 'loud.sh');
    writeFileSync(script, `printf 'first\\n\\033[31mred\\007%0900d' 1 >&2; exit 3\n`);
    const args = ['run', '--profile', 'smoke', '--only', '64B', '--out', folder];
    const { exit, stderr } = await runCli([...args, '--worker', `sh "${script}"`]);
    expect(exit).toBe(1);
    expect(stderr).toMatch(/ended with code 3 before it listened \( ?\[31mred 0+…\)/);
    expect(stderr).not.toMatch(/[^\P{Cc}\n]/u);
    expect(stderr.length).toBeLessThan(500);
  });
});

describe('a flipped byte', () => {
  it('is named by session, frame, offset and both values', async () => {
    const { trials } = await runWith('flip-byte --at 7', 'latency/64B');
    const failure = trials[0]?.failure;
    expect(failure).toMatchObject({ code: 'MISMATCH', fault: 34, class: 'session', session: 1 });
    expect(failure).toMatchObject({ sequence: 7, offset: 32 });
    expect((failure?.expected ?? 0) ^ (failure?.got ?? 0)).toBe(1);
  });

  it('exactly at a chunk boundary is found there', async () => {
    const { trials } = await runWith('flip-boundary --at 3', 'bulk/256KiB/16/4');
    expect(trials[0]?.failure).toMatchObject({ code: 'MISMATCH', sequence: 3, offset: 65_536 });
  });
});

describe('the rest of the run', () => {
  it('is done after trials that failed in their measured part', async () => {
    // Frame 9,000 exists in the measured latency trials alone: a scratch session has 8,000, this case 10,000.
    const { folder, outcome, trials } = await runWith(
      'flip-byte --at 9000',
      'latency/64B/piggyback,bulk/256KiB/16/4',
      ...['--profile', 'quick', '--trials', '3'],
    );
    expect(outcome.exit).toBe(1);
    const latency = trials.filter((trial) => trial.suite === 'latency');
    const bulk = trials.filter((trial) => trial.suite === 'bulk');
    expect(latency.map((trial) => trial.state)).toEqual(['failed', 'failed', 'failed']);
    expect(latency[0]?.failure).toMatchObject({ code: 'MISMATCH', sequence: 9000, offset: 32 });
    expect(latency[0]?.verified.frames).toBeLessThanOrEqual(8900);
    expect(latency[0]?.verified.frames).toBeGreaterThanOrEqual(8800);
    expect(latency[0]?.verified.mismatches).toBe(1);
    expect(statesOf(bulk)).toEqual(['ok', 'ok', 'ok']);
    expect(outcome.stdout).toContain('Verified throughput in one direction');
    expect(await runCli(['verify', folder])).toMatchObject({ exit: 0 });
  });
});
