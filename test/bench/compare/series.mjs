// Makes whole runs with the command itself, one after the other, as a user would. It judges nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const cli = fileURLToPath(new URL('../../../dist/host-node/src/cli.js', import.meta.url));
const slowWorker = fileURLToPath(
  new URL('../../fixtures/workers/delayed_echo.py', import.meta.url),
);
/** What the slow worker makes slower, and what it leaves alone. */
const ONLY = '64B,16KiB/64/16';
/** It waits this part of the round trip's p50 before each small echo. */
const SLOWER = 0.2;

/**
 * The four runs of a round: two with the project's worker, and two with a worker that can wait, of which the second does. Runs that are
 * there already are kept.
 */
export function measureRound(folder, profile) {
  const start = ['run', 'duplex', '--only', ONLY, '--profile', profile];
  const place = (name) => join(folder, name);
  measure(place('first'), start);
  measure(place('again'), start);
  measure(place('base'), [...start, '--worker', waiting(0)]);
  const delayNs = Math.round(p50Of(place('base')) * SLOWER);
  measure(place('slower'), [...start, '--worker', waiting(delayNs)]);
}

const waiting = (delayNs) => `python3 -I -S "${slowWorker}" ${delayNs}`;

/** Six equal runs of a few serializers, cold and warm, where the process is the unit. */
export function measureSerializers(folder, runs) {
  const start = ['run', 'serializers', '--profile', 'full', '--language', 'javascript'];
  const few = ['--serializer', 'JSON,v8', '--data', 'message', '--mode', 'bytes'];
  return Array.from({ length: runs }, (_, index) => {
    const place = join(folder, `serializers-${index + 1}`);
    measure(place, [...start, ...few]);
    return place;
  });
}

function measure(place, args) {
  const done = `${place}.load`;
  if (existsSync(done)) return;
  mkdirSync(join(place, '..'), { recursive: true });
  rmSync(place, { recursive: true, force: true });
  const before = loadavg()[0];
  const { status, stderr } = spawnSync(process.execPath, [cli, ...args, '--out', place], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`run exits with ${status}: ${stderr.slice(-2000)}`);
  writeFileSync(done, JSON.stringify([before, loadavg()[0]]));
}

/** Load average when a run began and when it ended. */
export const loadsOf = (place) => JSON.parse(readFileSync(`${place}.load`, 'utf8'));

/** The median of the trials' p50 of 64 B. */
function p50Of(place) {
  const { trials } = JSON.parse(readFileSync(join(place, 'data.json'), 'utf8'));
  const values = trials
    .filter((one) => one.suite === 'latency' && one.state === 'ok')
    .map(({ stats }) => stats.receiptNs.p50)
    .sort((a, b) => a - b);
  return values[values.length >> 1];
}
