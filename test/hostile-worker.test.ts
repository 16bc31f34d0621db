// Workers that attack the host rather than err: lengths of 4 GiB, floods, silence, foreign sessions and slots. Each is a
// failed trial with class and code, memory stays bounded, and sessions that are not concerned finish.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import type { TrialFile } from '../kernel/api/run/results.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';

const MISBEHAVE = resolve(import.meta.dirname, 'fixtures/workers/misbehave.py');

/** A trial host of 64 B frames peaks at about 65 MB here, one of 16 KiB frames below 80. */
const MOST_BYTES = 192 * 1_048_576;

async function attack(fault: string, only: string, ...more: string[]): Promise<TrialFile[]> {
  const folder = join(temporaryFolder(), 'run');
  const worker = `python3 -I -S "${MISBEHAVE}" --fault ${fault}`;
  const profile = more.includes('--profile') ? [] : ['--profile', 'smoke'];
  const outcome = await runCli([
    ...['run', 'duplex', ...profile, '--only', only, '--worker', worker, '--out', folder, ...more],
  ]);
  expect(outcome.exit).toBe(1);
  const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as { order: unknown[] };
  return run.order.map((_, index) => {
    const name = `${String(index + 1).padStart(4, '0')}.json`;
    return JSON.parse(readFileSync(join(folder, 'trials', name), 'utf8')) as TrialFile;
  });
}

function hostPeakBytes(trial: TrialFile | undefined): number {
  const after = trial?.resources['after'] as { host?: { peakRssBytes?: number } } | undefined;
  return after?.host?.peakRssBytes ?? Infinity;
}

const ATTACKS: readonly (readonly [string, string, 'channel' | 'session', string?])[] = [
  ['long', 'SIZE', 'session'],
  ['skip', 'SEQUENCE', 'session', 'bulk/16KiB/64/1'],
  ['overrun', 'UNSOLICITED', 'session'],
  ['wrong-session', 'SESSION', 'channel'],
  ['slot-inline', 'SLOT', 'session'],
  ['wrong-slot', 'SLOT', 'session', 'managed/256KiB/16/4/duplex'],
  ['length-4gib', 'LENGTH', 'channel'],
  ['kind', 'KIND', 'channel'],
  ['flags', 'FLAGS', 'channel'],
  ['second-hello', 'ORDER', 'channel'],
  ['ack-to-host', 'ORDER', 'channel'],
  ['error-channel', 'PEER', 'channel'],
  ['credit-above', 'CREDIT_TOTALS', 'session'],
  ['end-count', 'END_COUNT', 'session'],
  ['ignore-credit', 'CREDIT_OVERRUN', 'session', 'paused/64KiB'],
];

describe('an attack is named by class and code, and memory stays bounded', () => {
  const attacks = ATTACKS.map(([fault, code, scope, only = '64B']) => {
    return { fault, code, scope, only };
  });
  it.each(attacks)('$fault is $code of the $scope', async ({ fault, code, scope, only }) => {
    const [trial] = await attack(fault, only);
    expect(trial?.state).toBe('failed');
    expect(trial?.failure).toMatchObject({ code, class: scope });
    expect(hostPeakBytes(trial)).toBeLessThan(MOST_BYTES);
  });

  it.each([
    ['never-read', 'bulk/16KiB/64/1'],
    ['no-open', '64B'],
    ['no-credit', 'bulk/16KiB/64/1'],
  ])('%s is a time-out', async (fault, only) => {
    const [trial] = await attack(fault, only, '--timeout', '1');
    expect(trial?.failure?.code).toBe('TIMEOUT');
    expect(hostPeakBytes(trial)).toBeLessThan(MOST_BYTES);
  });

  it('a worker that under-sends fails the equality of high-water and credit', async () => {
    const [trial] = await attack('under-send', 'paused/64KiB');
    expect(trial?.failure).toMatchObject({ code: 'HIGH_WATER', session: 1, expected: 65_536 });
    expect(trial?.failure?.got).toBeLessThan(65_536);
  });
});

describe('a session fault', () => {
  it('ends its session; the others verify every frame', async () => {
    // Frame 8,200 of the channel is beyond the scratch session, so in the measured part of all three trials.
    // A session of quick ends before.
    const full = ['--profile', 'full', '--trials', '3'];
    const trials = await attack('flip-byte --at 8200', 'concurrency/4/1', ...full);
    expect(trials).toHaveLength(3);
    for (const trial of trials) {
      expect(trial.failure).toMatchObject({ code: 'MISMATCH', class: 'session' });
      const broken = trial.failure?.session;
      const others = trial.sessions.filter((session) => session.session !== broken);
      expect(others.map((session) => session.verifiedFrames)).toEqual([2000, 2000, 2000]);
      expect(others.map((session) => session.mismatches)).toEqual([0, 0, 0]);
    }
  });
});
