// The pyodide lane in Node: the rings and their lane without any Python, and whole runs whose worker is the same
// echometer_worker on CPython compiled to WebAssembly.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import type { DataFile, RunFile, TrialFile } from '../kernel/api/run/results.ts';
import { makeRingPair, Ring, ringToHost, ringToWorker } from '../viz/web/pyodide/ring.ts';
import { RingLane } from '../viz/web/pyodide/ring-lane.ts';
import { startInterpreter } from '../viz/web/pyodide/interpreter.ts';
import type { LoadOptions } from '../viz/web/pyodide/interpreter.ts';
import { nowNs } from '../host-node/src/observe/clock.ts';
import {
  descendants,
  expectDone,
  isAlive,
  runCli,
  startCli,
  temporaryFolder,
} from './fixtures/cli.ts';
import { randomOf } from './fixtures/model-lane.ts';
import { outcomes } from './fixtures/states.ts';
import { until } from './fixtures/until.ts';

const ROOT = resolve(import.meta.dirname, '..');

function json(...path: string[]): unknown {
  return JSON.parse(readFileSync(join(...path), 'utf8'));
}

describe('a ring', () => {
  it('gives back every byte in order, however it is split and however often it wraps', () => {
    const capacity = 1024;
    const random = randomOf(20260929);
    const ring = new Ring(new SharedArrayBuffer(Ring.bytesFor(capacity)), 0, capacity);
    const sent = new Uint8Array(100_000).map((_, index) => index % 251);
    const got = new Uint8Array(sent.length);
    for (let put = 0, taken = 0; taken < sent.length;) {
      const end = Math.min(sent.length, put + random(700));
      put += ring.push(sent.subarray(0, end), put);
      expect(ring.available()).toBeLessThanOrEqual(capacity);
      ring.publish();
      taken += ring.pull(got.subarray(taken, taken + 1 + random(900)));
    }
    expect(got).toEqual(sent);
  });

  it('shows nothing before it is published and takes nothing when it is full', () => {
    const ring = new Ring(new SharedArrayBuffer(Ring.bytesFor(64)), 0, 64);
    expect(ring.push(new Uint8Array(60), 0)).toBe(60);
    expect(ring.available()).toBe(0);
    ring.publish();
    expect(ring.push(new Uint8Array(60), 0)).toBe(4);
    ring.publish();
    expect(ring.push(new Uint8Array(1), 0)).toBe(0);
    expect(ring.whenRoom()).not.toBeNull();
    expect(ring.whenBytes()).toBeNull();
  });

  it('ends every wait when it is closed, and what it holds can still be taken', async () => {
    const { memory, capacity } = makeRingPair(64);
    const [writer, reader] = [
      ringToWorker({ memory, capacity }),
      ringToWorker({ memory, capacity }),
    ];
    const waiting = reader.whenBytes();
    writer.close();
    await waiting;
    expect(reader.awaitBytes()).toBe(false);
    expect(reader.awaitRoom()).toBe(false);
    const full = ringToHost({ memory, capacity });
    full.push(new Uint8Array(3), 0);
    full.publish();
    full.close();
    expect(full.awaitBytes()).toBe(true);
    expect(full.pull(new Uint8Array(9))).toBe(3);
    expect(full.awaitBytes()).toBe(false);
  });
});

describe('the lane over rings', () => {
  it('says that everything is written once the worker has made room, and only once', async () => {
    const rings = makeRingPair(1024);
    const lane = new RingLane(ringToWorker(rings), ringToHost(rings), {
      nowNs,
      yieldTo: setImmediate,
    });
    let written = 0;
    let stamp = 0n;
    const room = new Uint8Array(64);
    const ended = new Promise<void>((done) => {
      lane.start({
        room: () => room,
        received: (_bytes, at) => (stamp = at),
        written: () => (written += 1),
        ended: done,
        failed: (reason) => {
          throw new Error(reason);
        },
      });
    });
    expect(lane.write([new Uint8Array(500), new Uint8Array(500)], 2)).toBe(true);
    expect(lane.write([new Uint8Array(3000), new Uint8Array(7)], 2)).toBe(false);
    const worker = ringToWorker(rings);
    const target = new Uint8Array(256);
    let taken = 0;
    await until('all bytes', () => {
      taken += worker.pull(target);
      return taken === 4007;
    });
    await until('the word of it', () => written === 1);
    const reply = ringToHost(rings);
    const before = nowNs();
    reply.push(Uint8Array.of(7), 0);
    reply.publish();
    await until('an echo', () => stamp > before);
    expect(room[0]).toBe(7);
    reply.close();
    await ended;
    expect(written).toBe(1);
  });
});

describe('a run on the pyodide lane', () => {
  const only =
    '64B,16KiB/64/16,1MiB/16/4,managed/256KiB/16/4,concurrency/4/4,idle/1,paused/64KiB,64B/1000';
  let folder = '';
  let stdout = '';
  beforeAll(async () => {
    folder = join(temporaryFolder(), 'run');
    const args = ['run', 'duplex', '--profile', 'smoke', '--lane', 'pyodide', '--only', only];
    const outcome = await runCli([...args, '--out', folder]);
    expectDone(outcome);
    ({ stdout } = outcome);
  });

  it('measures every suite that needs no process of its own, and says why of the others', () => {
    const data = json(folder, 'data.json') as DataFile;
    expect(outcomes(data.trials)).toEqual([
      'bulk ok',
      'concurrency ok',
      'idle unsupported NO_OWN_PROCESS',
      'latency ok',
      'managed unsupported NO_SLOTS',
      'openloop ok',
      'paused ok',
    ]);
    expect(stdout).toContain('unsupported trials:');
  });

  it('says which Python it was, that it came from the snapshot, and how long that took', () => {
    const run = json(folder, 'run.json') as RunFile;
    expect(run.lane).toBe('pyodide');
    expect(run.freshness.worker).toBe('interpreter');
    expect(run.worker).toMatchObject({ kind: 'python', implementation: 'CPython' });
    expect('build' in run.worker ? run.worker.build : '').toMatch(/Clang.*Pyodide \d/);
    const files = (json(folder, 'data.json') as DataFile).trials.filter(
      ({ state }) => state === 'ok',
    );
    for (const { order, params } of files) {
      const name = `${String(order).padStart(4, '0')}.json`;
      const trial = json(folder, 'trials', name) as TrialFile;
      expect(trial.interpreters).toHaveLength(params.workers);
      for (const { start, elapsedNs } of trial.interpreters ?? []) {
        expect(start).toBe('snapshot');
        expect(elapsedNs).toBeGreaterThan(1e6);
      }
    }
  });

  it('is recomputed bit for bit', async () => {
    expect(await runCli(['verify', folder])).toMatchObject({ exit: 0 });
  });
});

describe('an interpreter', () => {
  const load = async (options: LoadOptions) => (await import('pyodide')).loadPyodide(options);
  const sources = {
    'echometer_pyodide/__init__.py': 'def serve_channel(channel, token): return ""',
  };
  const setup = { load, options: {}, sources, nowMs: () => performance.now() };

  it('starts plainly when its snapshot does not serve, and says why', async () => {
    const snapshot = () => Promise.resolve(new Uint8Array(1000));
    const { started, facts } = await startInterpreter({ ...setup, snapshot });
    expect(started.start).toBe('plain');
    expect(started.reason).not.toBe('');
    expect(facts.kind).toBe('python');
  });

  it('names the snapshot’s Pyodide as the one that is installed', () => {
    const made = json(ROOT, 'dist/page/pyodide/snapshot.json') as { version: string };
    const { version } = json(ROOT, 'node_modules/pyodide/package.json') as { version: string };
    expect(made.version).toBe(version);
  });
});

describe('a run that is interrupted', () => {
  it('leaves no process', async () => {
    const folder = join(temporaryFolder(), 'run');
    const args = ['run', 'duplex', '--profile', 'full', '--lane', 'pyodide', '--only', '64B'];
    const cli = startCli([...args, '--out', folder]);
    const host = await until('a trial host', () =>
      descendants(cli.pid).find(({ command }) => command.includes('trial-host')),
    );
    cli.child.kill('SIGINT');
    expect((await cli.ended).exit).toBe(130);
    await until('its end', () => !isAlive(host.pid));
  });
});

it('--lane pyodide brings its own Python', async () => {
  const args = ['run', 'duplex', '--lane', 'pyodide', '--python', 'python3'];
  const outcome = await runCli(args);
  expect(outcome.exit).toBe(2);
  expect(outcome.stderr).toContain('brings its own Python');
});
