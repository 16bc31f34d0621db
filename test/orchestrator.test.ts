// The orchestrator's side of a trial whose trial host does not do its part. Real trials are in other files.

import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

import { runTrial } from '../host-node/src/duplex/orchestrator.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';

const NODE = process.execPath;
const WORKER = resolve(import.meta.dirname, 'fixtures/workers/misbehave.py');

afterEach(() => {
  process.execPath = NODE;
});

describe('a trial host that cannot be started', () => {
  it('is a failed trial by name, and not a wait without end', async () => {
    const folder = temporaryFolder();
    process.execPath = '/no/such/node';
    const facts = await runTrial(
      {
        order: 1,
        suite: 'latency',
        case: '64B',
        trial: 1,
        params: {
          payloadBytes: 64,
          frames: 1000,
          warmupFrames: 100,
          sessions: 1,
          workers: 1,
          creditBytes: 65_536,
          creditFrames: 4096,
          ackEvery: 1,
          ackPolicy: 'separate',
          storage: 'inline',
          lane: 'socket',
        },
        worker: { executable: 'true', args: [] },
        cpus: null,
        kernelFile: `${folder}/kernel.wasm`,
        runFolder: folder,
        timeoutMs: 1000,
      },
      new AbortController().signal,
    );
    expect(facts).toMatchObject({ state: 'failed', failure: { code: 'HOST_DIED' } });
    expect(facts.failure?.message).toContain('ENOENT');
  });
});

describe('a trial whose samples cannot be stored', () => {
  it('ends the run with the reason and is not kept as a failed one', async () => {
    const out = join(temporaryFolder(), 'run');
    const worker = join(temporaryFolder(), 'worker');
    // As on a full disk, but without one: the folder of the samples goes while the trial runs.
    writeFileSync(
      worker,
      `#!/bin/sh\nrm -rf '${out}/samples'\nexec python3 -I -S '${WORKER}' --fault none "$@"\n`,
    );
    chmodSync(worker, 0o755);
    const args = ['run', '--profile', 'smoke', '--only', '64B', '--out', out];
    const { exit, stderr } = await runCli([...args, '--worker', `"${worker}"`]);
    expect(exit).toBe(3);
    expect(stderr).toContain('[CANNOT_WRITE]');
    expect(stderr).toContain('latency/64B, trial 1');
    expect(readdirSync(join(out, 'trials'))).toEqual([]);
  });
});
