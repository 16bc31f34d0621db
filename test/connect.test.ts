// --connect: a worker that somebody else has started, in a network namespace of its own, and what is said where none answers.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DataFile, RunFile } from '../kernel/api/run/results.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';
import { complaints } from './fixtures/schemas.ts';
import { until } from './fixtures/until.ts';

const PYTHON_FOLDER = resolve(import.meta.dirname, '../python');
const NAMESPACE = `echo${process.pid}`;
/** 198.18.0.0/15 is for benchmarks (RFC 2544): no machine has it. */
const THERE = '198.18.231.2';
const HERE = '198.18.231.1';
const PORT = 45_871;

const ip = (...args: string[]): boolean => spawnSync('ip', args).status === 0;

function makeNamespace(): boolean {
  const [ours, theirs] = [`v${process.pid}a`, `v${process.pid}b`];
  return (
    ip('netns', 'add', NAMESPACE) &&
    ip('link', 'add', 'name', ours, 'type', 'veth', 'peer', 'name', theirs) &&
    ip('link', 'set', theirs, 'netns', NAMESPACE) &&
    ip('addr', 'add', `${HERE}/30`, 'dev', ours) &&
    ip('link', 'set', ours, 'up') &&
    ip('-n', NAMESPACE, 'addr', 'add', `${THERE}/30`, 'dev', theirs) &&
    ip('-n', NAMESPACE, 'link', 'set', theirs, 'up')
  );
}

const canMakeNamespaces = ip('netns', 'add', `${NAMESPACE}t`);
ip('netns', 'del', `${NAMESPACE}t`);

const folder = temporaryFolder();
const tokenFile = join(folder, 'token');
writeFileSync(tokenFile, `${randomBytes(16).toString('hex')}\n`);
const workers: ReturnType<typeof spawn>[] = [];

function startWorker(prefix: readonly string[], place: string): void {
  const python = ['python3', '-m', 'echometer_worker', '--tcp', place, '--token-file', tokenFile];
  const [program, ...args] = [...prefix, ...python, '--keep'];
  workers.push(spawn(program, args, { cwd: PYTHON_FOLDER, stdio: 'ignore' }));
}

const connect = (place: string, ...more: string[]): ReturnType<typeof runCli> =>
  runCli(['run', '--connect', place, '--profile', 'smoke', ...more]);

/** The worker takes a moment to listen. */
function connected(place: string, out: string, ...more: string[]): ReturnType<typeof runCli> {
  return until(`a worker at ${place}`, async () => {
    const outcome = await connect(place, '--token-file', tokenFile, '--out', out, ...more);
    return outcome.exit === 3 ? null : outcome;
  });
}

afterAll(() => {
  for (const worker of workers) worker.kill('SIGKILL');
  ip('netns', 'del', NAMESPACE);
});

describe.each([
  { where: 'in a network namespace of its own', host: THERE, isTried: canMakeNamespaces },
  { where: 'in another process', host: '127.0.0.1', isTried: true },
])('a worker $where', ({ host, isTried }) => {
  const place = `${host}:${PORT}`;
  const out = join(folder, host);
  const read = (name: string): unknown => JSON.parse(readFileSync(join(out, name), 'utf8'));

  beforeAll(() => {
    if (!isTried) return;
    if (host === THERE) expect(makeNamespace()).toBe(true);
    startWorker(host === THERE ? ['ip', 'netns', 'exec', NAMESPACE] : [], place);
  });

  it.skipIf(!isTried)('is measured, what cannot be is named, and the run is verified', async () => {
    const only = '64B,16KiB/64/16,managed/1MiB/16/4,4/1,idle/4';
    const { exit, stderr } = await connected(place, out, '--only', only, '--worker-version', '3');
    expect(exit, stderr).toBe(0);
    const { trials } = read('data.json') as DataFile;
    const states = trials.map(({ suite, state, reason }) => [
      suite,
      state,
      reason?.split(':')[0] ?? '',
    ]);
    expect(states).toEqual([
      ['latency', 'ok', ''],
      ['bulk', 'ok', ''],
      ['managed', 'unsupported', 'NO_SHARED_FILES'],
      ['concurrency', 'ok', ''],
      ['idle', 'unsupported', 'NOT_OUR_PROCESS'],
    ]);
    expect(await runCli(['verify', out])).toMatchObject({ exit: 0 });
  });

  it.skipIf(!isTried)('is named in run.json and in the report, with what differs', () => {
    const run = read('run.json') as RunFile;
    expect(run).toMatchObject({
      lane: 'connected',
      worker: { kind: 'connected', name: place, version: '3' },
      freshness: { worker: 'connection' },
    });
    expect(complaints('run', run)).toEqual([]);
    expect(complaints('data', read('data.json'))).toEqual([]);
    for (const name of readdirSync(join(out, 'trials')))
      expect(complaints('trial', read(join('trials', name)))).toEqual([]);
    const report = readFileSync(join(out, 'report.md'), 'utf8');
    expect(report).toContain(`running already at ${place} 3`);
    expect(report).toContain('every channel is a new connection to it');
    expect(report).not.toContain('CPython');
    expect(readFileSync(join(out, 'run.json'), 'utf8')).not.toContain(
      readFileSync(tokenFile, 'utf8').trim(),
    );
  });

  it.skipIf(!isTried)('with another token ends the run before it begins', async () => {
    const other = join(folder, 'other');
    writeFileSync(other, '0'.repeat(32));
    const { exit, stderr } = await connect(place, '--token-file', other, '--out', `${out}-other`);
    expect([exit, stderr.includes('another token')]).toEqual([3, true]);
    expect(existsSync(`${out}-other`)).toBe(false);
  });
});

describe('what is refused', () => {
  const empty = join(folder, 'empty');
  writeFileSync(empty, '');

  it.each([
    ['no token', ['127.0.0.1:1'], 2, '--connect goes with --token-file'],
    ['an empty token file', ['127.0.0.1:1', '--token-file', empty], 2, 'holds no token'],
    ['a missing token file', ['127.0.0.1:1', '--token-file', '/no/such'], 2, 'cannot read'],
    ['a place without a port', ['127.0.0.1', '--token-file', tokenFile], 2, 'give it HOST:PORT'],
    ['port 0', ['127.0.0.1:0', '--token-file', tokenFile], 2, 'give it HOST:PORT'],
    ['a --worker beside it', ['h:1', '--token-file', tokenFile, '--worker', 'x'], 2, 'exclude'],
  ])('%s', async (_name, [place = '', ...more], code, words) => {
    const { exit, stderr } = await connect(place, ...more);
    expect([exit, stderr.includes(words)], stderr).toEqual([code, true]);
  });

  it('a place where nobody listens, with what to do', async () => {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));
    const { exit, stderr } = await connect(`127.0.0.1:${port}`, '--token-file', tokenFile);
    expect([exit, stderr.includes('[NO_WORKER]')]).toEqual([3, true]);
    expect(stderr).toContain('start one there that listens on --tcp');
  });
});
