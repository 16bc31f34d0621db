// The orchestrator's side of a trial whose trial host does not do its part. Real trials are in other files.

import { afterEach, describe, expect, it } from 'vitest';

import { runTrial } from '../host-node/src/duplex/orchestrator.ts';
import { temporaryFolder } from './fixtures/cli.ts';

const NODE = process.execPath;

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
