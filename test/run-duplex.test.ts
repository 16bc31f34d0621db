// End to end with a real worker: a run's folder, its numbers, its order, and what verify says about it.

import {
  appendFileSync,
  cpSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';

import type { DataFile, RunFile, TrialFile } from '../kernel/api/run/results.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';
import type { CliOutcome } from './fixtures/cli.ts';

function readJson(...path: string[]): unknown {
  return JSON.parse(readFileSync(join(...path), 'utf8'));
}

/** Changes one text in a file of a run; a text that is not there is a mistake of the test. */
function replaceIn(folder: string, name: string, from: string | RegExp, to: string): void {
  const text = readFileSync(join(folder, name), 'utf8');
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  writeFileSync(join(folder, name), changed);
}

const CASES = '64B,bulk/256KiB/16/4';

describe('a smoke run of one latency and one bulk case', () => {
  const folder = join(temporaryFolder(), 'a run with spaces and ü');
  let outcome: CliOutcome;
  beforeAll(async () => {
    outcome = await runCli([
      'run',
      'duplex',
      '--profile',
      'smoke',
      '--only',
      CASES,
      '--out',
      folder,
    ]);
  });

  it('exits 0, prints tables on stdout and progress on stderr', () => {
    expect(outcome).toMatchObject({ exit: 0 });
    expect(outcome.stdout).toContain('Receipt latency and full cycle, µs');
    expect(outcome.stdout).toContain('Verified throughput in one direction');
    expect(outcome.stdout).toContain(join(folder, 'report.md'));
    expect(
      outcome.stdout.split('\n').filter((line) => line.length > 80 && !line.includes('/')),
    ).toEqual([]);
    expect(outcome.stderr).toMatch(/\[1\/2\] latency 64B, trial 1: ok/);
  });

  it('data.json holds numbers of every trial', () => {
    const data = readJson(folder, 'data.json') as DataFile;
    expect(data.schemaVersion).toBe(1);
    const [latency, bulk] = data.trials;
    expect(latency).toMatchObject({
      suite: 'latency',
      case: '64B',
      trial: 1,
      order: 1,
      state: 'ok',
    });
    expect(latency?.verified).toEqual({ frames: 1000, bytes: 64_000, mismatches: 0 });
    for (const name of ['receiptNs', 'fullCycleNs'] as const) {
      const stats = latency?.stats?.[name];
      expect(Object.keys(stats ?? {})).toEqual(['n', 'min', 'p50', 'p95', 'p99', 'max', 'mean']);
      expect(Object.values(stats ?? {}).every((value) => typeof value === 'number')).toBe(true);
      expect(stats?.n).toBe(1000);
    }
    expect(bulk?.verified).toEqual({ frames: 256, bytes: 256 * 262_144, mismatches: 0 });
    expect(bulk?.stats?.bytesPerSecond).toBeGreaterThan(0);
    expect(Object.values(bulk?.params ?? {})).toContain(262_144);
  });

  it('a full cycle is never shorter than its receipt', () => {
    const [receipt, cycle] = ['receipt', 'fullCycle'].map((name) => {
      const bytes = readFileSync(join(folder, 'samples', `0001.${name}.u64`));
      return new BigUint64Array(
        bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
      );
    });
    expect(receipt?.length).toBe(1100);
    expect(cycle?.length).toBe(1100);
    expect(receipt?.every((ns, index) => ns > 0n && ns <= (cycle?.[index] ?? 0n))).toBe(true);
  });

  it('run.json names kernel, seed, order, device, Python and clock', () => {
    const run = readJson(folder, 'run.json') as RunFile;
    expect(run.kernelId).toMatch(/^[0-9a-f]{16}$/);
    expect(run.measureId).toMatch(/^[0-9a-f]{16}$/);
    expect(run.build.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(run).toMatchObject({ seed: 20260929, worker: { kind: 'python' }, profile: 'smoke' });
    expect(run.order.map((entry) => entry.case)).toEqual(['64B', '256KiB/16/4']);
    expect(run.clock.resolutionNs).toBeGreaterThan(0);
    expect(run.finishedAt).not.toBeNull();
  });

  it('a trial keeps the worker, its resources and the host warm-up', () => {
    const trial = readJson(folder, 'trials', '0001.json') as TrialFile;
    expect(trial.workerExit).toEqual({ code: 0, signal: null });
    expect(trial.hostWarmup?.frames).toBeGreaterThanOrEqual(200);
    const open = trial.resources['open'] as { workers: { threads: number }[] };
    expect(open.workers[0]?.threads).toBe(1);
  });

  it('no host name, user path or environment variable is in the files', () => {
    const secrets = [process.env['HOME'] ?? '/nobody', process.cwd(), folder];
    for (const name of ['run.json', 'data.json', 'report.md', 'trials/0001.json']) {
      const text = readFileSync(join(folder, name), 'utf8');
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
  });

  it('verify recomputes it', async () => {
    const verified = await runCli(['verify', folder]);
    expect(verified).toMatchObject({ exit: 0, stderr: '' });
    expect(verified.stdout).toContain('2 trials, 2200 samples');
  });

  it('verify, report and compare read it packed in one file', async () => {
    const packed = join(temporaryFolder(), 'run.echometer');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => statSync(join(folder, name)).isFile());
    const entries = files.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]);
    writeFileSync(packed, zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>));
    const verified = await runCli(['verify', packed]);
    expect(verified).toMatchObject({ exit: 0, stderr: '' });
    expect(verified.stdout).toContain('data.json is what its raw facts give (2 trials');
    expect(await runCli(['report', packed])).toMatchObject({ exit: 0, stderr: '' });
    const compared = await runCli(['compare', folder, packed]);
    // One trial a side: the same one twice is the same, or too few to say.
    expect(compared.stdout).toMatch(/0 worse, 0 better, [12] same, [01] unsure/);
  });

  it('the report shows figures that lie beside it', () => {
    const text = readFileSync(join(folder, 'report.md'), 'utf8');
    const figures = [...text.matchAll(/\]\((figures\/[^)]+)\)/g)].map(([, path = '']) => path);
    expect(figures).toEqual([
      'figures/latency.svg',
      'figures/distribution.svg',
      'figures/throughput.svg',
    ]);
    for (const path of figures) expect(statSync(join(folder, path)).size).toBeGreaterThan(1000);
  });

  it('verify names the first changed field', async () => {
    const copy = join(temporaryFolder(), 'changed');
    cpSync(folder, copy, { recursive: true });
    const path = join(copy, 'data.json');
    const data = readJson(path) as { trials: { stats: { receiptNs: { p50: number } } }[] };
    const [trial] = data.trials;
    if (trial !== undefined) trial.stats.receiptNs.p50 += 1;
    writeFileSync(path, JSON.stringify(data));
    const verified = await runCli(['verify', copy]);
    expect(verified.exit).toBe(1);
    expect(verified.stdout).toContain('trials[0].stats.receiptNs.p50');
  });

  it('verify refuses a kernel that was never released', async () => {
    const copy = join(temporaryFolder(), 'foreign');
    cpSync(folder, copy, { recursive: true });
    const bytes = readFileSync(join(copy, 'kernel.wasm'));
    writeFileSync(join(copy, 'kernel.wasm'), Buffer.concat([bytes, Buffer.from([0, 1, 0])]));
    expect(await runCli(['verify', copy])).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('[UNKNOWN_KERNEL]') as string,
    });
  });

  /** What is done to a copy, the exit code and the error's code. */
  const damages: readonly (readonly [string, number, string, (copy: string) => void])[] = [
    [
      'samples cut short',
      1,
      'INCOMPLETE_RUN',
      (copy) => {
        truncateSync(join(copy, 'samples', '0001.receipt.u64'), 800);
      },
    ],
    [
      'half a sample more',
      1,
      'INCOMPLETE_RUN',
      (copy) => {
        appendFileSync(join(copy, 'samples', '0001.receipt.u64'), 'half');
      },
    ],
    [
      'samples that are all warm-up',
      1,
      'INCOMPLETE_RUN',
      (copy) => {
        replaceIn(copy, 'trials/0001.json', '"warmup": 100', '"warmup": 1100');
      },
    ],
    [
      'samples outside of the folder',
      2,
      'BAD_FIELD',
      (copy) => {
        replaceIn(copy, 'trials/0001.json', '"0001.receipt', '"../0001.receipt');
      },
    ],
    [
      'a plan with a hole',
      2,
      'BAD_FIELD',
      (copy) => {
        replaceIn(copy, 'run.json', '"order": [', '"order": [null,');
      },
    ],
    [
      'another measureId in all its files',
      1,
      'INCOMPLETE_RUN',
      (copy) => {
        for (const name of ['run.json', 'data.json'])
          replaceIn(copy, name, /"measureId": "\w+"/, '"measureId": "0123456789abcdef"');
      },
    ],
    [
      'a file in the place of trials/',
      1,
      'INCOMPLETE_RUN',
      (copy) => {
        rmSync(join(copy, 'trials'), { recursive: true });
        writeFileSync(join(copy, 'trials'), '');
      },
    ],
  ];

  it.each(damages)('verify of a copy with %s exits %i with %s', async (_what, exit, code, harm) => {
    const copy = join(temporaryFolder(), 'damaged');
    cpSync(folder, copy, { recursive: true });
    harm(copy);
    const verified = await runCli(['verify', copy]);
    expect(verified).toMatchObject({ exit, stdout: '' });
    expect(verified.stderr).toContain(`[${code}]`);
  });

  it('verify misses a trial that is not there', async () => {
    const copy = join(temporaryFolder(), 'incomplete');
    cpSync(folder, copy, { recursive: true });
    writeFileSync(join(copy, 'trials', '0002.json.tmp'), '{');
    const run = readJson(copy, 'run.json') as { order: unknown[] };
    run.order.push({ order: 3, suite: 'latency', case: '64B', trial: 2 });
    writeFileSync(join(copy, 'run.json'), JSON.stringify(run));
    expect(await runCli(['verify', copy])).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('[INCOMPLETE_RUN]') as string,
    });
  });
});
