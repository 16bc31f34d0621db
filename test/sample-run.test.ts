// docs/sample-run, the committed run of the full profile: complete, as the acceptance of the suite wants it, and still
// what its raw facts give, whatever the kernel has become since. What a run in general must be is elsewhere.

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

import { readDataFile } from '../kernel/api/run/results-read.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';

const SAMPLE = resolve(import.meta.dirname, '../docs/sample-run');
const data = readDataFile(readFileSync(join(SAMPLE, 'data.json'), 'utf8'), 'data.json');

test('85 of 85 trials of the plan are ok, with every byte verified', () => {
  const planned = data.trials.filter((trial) => trial.suite !== 'resolution');
  expect(planned).toHaveLength(85);
  expect(planned.filter((trial) => trial.state !== 'ok')).toEqual([]);
  for (const { params, verified } of planned) {
    const frames = params.frames * params.sessions;
    const expected = { frames, bytes: frames * params.payloadBytes, mismatches: 0 };
    expect(verified).toEqual(expected);
  }
});

test('a paused queue held exactly its credit, in all six trials', () => {
  const paused = data.trials.filter((trial) => trial.suite === 'paused');
  expect(paused).toHaveLength(6);
  for (const { params, stats } of paused)
    expect(stats?.queueHighWaterBytes).toBe(params.creditBytes);
});

test('verify recomputes it with its own kernel, and finds one changed digit', async () => {
  expect(await runCli(['verify', SAMPLE])).toMatchObject({ exit: 0 });
  const copy = join(temporaryFolder(), 'sample');
  cpSync(SAMPLE, copy, { recursive: true });
  const file = join(copy, 'data.json');
  const text = readFileSync(file, 'utf8');
  const p50 = data.trials[0]?.stats?.receiptNs?.p50 ?? 0;
  writeFileSync(file, text.replace(`"p50": ${p50}`, `"p50": ${p50 + 1}`));
  const changed = await runCli(['verify', copy]);
  expect(changed.exit).toBe(1);
  expect(changed.stderr + changed.stdout).toContain('trials[0].stats.receiptNs.p50');
});
