// Runs that are interrupted and resumed: the same plan in the same order, finished trials untouched, and verify passes.
// And what --resume refuses.

import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { resumeCommand } from '../host-node/src/errors.ts';
import type { RunFile, TrialFile } from '../kernel/api/run/results.ts';
import { descendants, isAlive, runCli, startCli, temporaryFolder } from './fixtures/cli.ts';
import type { CliOutcome, ProcessLine, RunningCli } from './fixtures/cli.ts';
import { until } from './fixtures/until.ts';

const PLAN = ['--profile', 'smoke', '--only', 'latency,concurrency,managed,paused,resolution'];
const PLANNED = 15;

function readRun(folder: string): RunFile {
  return JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as RunFile;
}

function trialTexts(folder: string): Map<string, string> {
  const names = readdirSync(join(folder, 'trials')).filter((name) => name.endsWith('.json'));
  return new Map(names.map((name) => [name, readFileSync(join(folder, 'trials', name), 'utf8')]));
}

/** Ends a run by `signal` while a worker of its `after + 1`-th trial runs. */
async function interrupt(
  args: readonly string[],
  after: number,
  signal: NodeJS.Signals,
): Promise<{ outcome: CliOutcome; family: readonly ProcessLine[] }> {
  const cli: RunningCli = startCli(args);
  await until(
    'the trials before',
    () =>
      cli.stderr().includes(`[${after}/${PLANNED}]`) ||
      cli.stderr().includes(`[ ${after}/${PLANNED}]`),
  );
  const family = await until('a worker', () => {
    const lines = descendants(cli.pid);
    return lines.some((line) => line.command.includes('echometer_worker')) ? lines : null;
  });
  cli.child.kill(signal);
  return { outcome: await cli.ended, family };
}

async function nobodyIsLeft(family: readonly ProcessLine[]): Promise<void> {
  await until('the end of every process', () => !family.some((line) => isAlive(line.pid)));
}

describe('a run that is ended three times in its middle', () => {
  const folder = join(temporaryFolder(), "ein Lauf, unterbrochen $HOME 'so'");

  it('by SIGINT, SIGTERM and SIGKILL leaves no process and can be completed in its order', async () => {
    const first = await interrupt(['run', 'duplex', ...PLAN, '--out', folder], 2, 'SIGINT');
    expect(first.outcome.exit).toBe(130);
    expect(first.outcome.stderr).toContain('[INTERRUPTED]');
    // Its folder has spaces and quotes.
    const word = `'${folder.replaceAll("'", String.raw`'\''`)}'`;
    expect(first.outcome.stderr).toContain(`--resume ${word} [`);
    await nobodyIsLeft(first.family);
    const { order } = readRun(folder);
    const kept = trialTexts(folder);
    expect(kept.size).toBeGreaterThanOrEqual(2);

    const second = await interrupt(['run', 'duplex', '--resume', folder], 6, 'SIGTERM');
    expect(second.outcome.exit).toBe(130);
    await nobodyIsLeft(second.family);
    const third = await interrupt(['run', '--resume', folder], 9, 'SIGKILL');
    await nobodyIsLeft(third.family);
    expect(readRun(folder).finishedAt).toBeNull();

    const last = await runCli(['run', '--resume', folder]);
    expect(last).toMatchObject({ exit: 0 });
    const run = readRun(folder);
    expect(run.order).toEqual(order);
    expect(run.resumedAt).toHaveLength(3);
    expect(run.finishedAt).not.toBeNull();
    const trials = trialTexts(folder);
    for (const [name, text] of kept) expect(trials.get(name)).toBe(text);
    const names = [...trials.values()].map((text) => {
      const { order: place, suite, case: name, trial } = JSON.parse(text) as TrialFile;
      return { order: place, suite, case: name, trial };
    });
    expect(names).toEqual(order);
    expect(await runCli(['verify', folder])).toMatchObject({ exit: 0 });
    expect(readdirSync(join(folder, 'samples')).filter((name) => name.endsWith('.tmp'))).toEqual(
      [],
    );
  });

  it('a complete run is not measured again', async () => {
    const before = trialTexts(folder);
    const again = await runCli(['run', '--resume', folder]);
    expect(again.exit).toBe(0);
    expect(again.stderr).toBe('');
    expect(again.stdout).toContain('Concurrent sessions of 64 bytes');
    expect(trialTexts(folder)).toEqual(before);
  });

  it('another machine or version is refused, by the name of the field', async () => {
    const copy = join(temporaryFolder(), 'other');
    cpSync(folder, copy, { recursive: true });
    const run = readRun(copy);
    const other = { ...run, finishedAt: null, device: { ...run.device, cpuModel: 'Another' } };
    writeFileSync(join(copy, 'run.json'), JSON.stringify(other));
    const outcome = await runCli(['run', 'duplex', '--resume', copy]);
    expect(outcome.exit).toBe(4);
    expect(outcome.stderr).toMatch(/device\.cpuModel was Another .*\[NOT_THE_SAME_RUN\]/);
  });
});

describe('a run of everything', () => {
  const folder = join(temporaryFolder(), 'all');

  it('says in its plan that serializers follow', async () => {
    const cli = startCli(['run', '--profile', 'smoke', '--out', folder]);
    await until('its run.json', () => existsSync(join(folder, 'run.json')));
    cli.child.kill('SIGINT');
    expect((await cli.ended).exit).toBe(130);
    expect(readRun(folder).serializers).toBe(true);
  });

  it('of which the plan says nothing of serializers was one of duplex, and gets none', async () => {
    const copy = join(temporaryFolder(), 'duplex');
    cpSync(folder, copy, { recursive: true });
    const { serializers, ...run } = { ...readRun(copy), order: [] };
    expect(serializers).toBe(true);
    writeFileSync(join(copy, 'run.json'), JSON.stringify(run));
    expect(await runCli(['run', '--resume', copy])).toMatchObject({ exit: 0, stderr: '' });
    expect(existsSync(join(copy, 'data.json'))).toBe(true);
    expect(existsSync(join(copy, 'serializers.json'))).toBe(false);
  });

  it('goes on to them, and Ctrl-C there says how to go on again', async () => {
    // A plan with nothing left to measure in the duplex part.
    const run = { ...readRun(folder), order: [] };
    writeFileSync(join(folder, 'run.json'), JSON.stringify(run));
    const cli = startCli(['run', '--resume', folder]);
    await until('a row of the cold suite', () => cli.stderr().includes('cold javascript'));
    cli.child.kill('SIGINT');
    const { exit, stderr } = await cli.ended;
    expect(exit).toBe(130);
    expect(stderr).toContain(`${resumeCommand(folder)} [INTERRUPTED]`);
    expect(existsSync(join(folder, 'serializers.json'))).toBe(true);
  });
});

describe('a damaged folder', () => {
  const folder = join(temporaryFolder(), 'begun');

  it('without its kernel gets the same one again', async () => {
    const args = ['run', 'duplex', '--profile', 'smoke', '--only', 'idle/1', '--out', folder];
    expect(await runCli(args)).toMatchObject({ exit: 0 });
    const run = { ...readRun(folder), finishedAt: null };
    writeFileSync(join(folder, 'run.json'), JSON.stringify(run));
    rmSync(join(folder, 'kernel.wasm'));
    rmSync(join(folder, 'trials', '0001.json'));
    expect(await runCli(['run', '--resume', folder])).toMatchObject({ exit: 0 });
    expect(await runCli(['verify', folder])).toMatchObject({ exit: 0 });
  });

  it.each([
    ['BAD_FIELD', { profile: 'huge' }],
    ['UNKNOWN_CASE', { order: [{ order: 1, suite: 'idle', case: 'none', trial: 1 }] }],
  ])('is refused before anything is measured: %s', async (code, change) => {
    const run = { ...readRun(folder), finishedAt: null };
    writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...run, ...change }));
    const { exit, stderr } = await runCli(['run', '--resume', folder]);
    writeFileSync(join(folder, 'run.json'), JSON.stringify(run));
    expect(exit).toBe(2);
    expect(stderr).toContain(`[${code}]`);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it.each(['{"schema": "echometer.', 'null', '{"schema": "echometer.serializers/1"}'])(
    'with the serializer plan %s is refused',
    async (text) => {
      const other = temporaryFolder();
      writeFileSync(join(other, 'serializers.json'), text);
      const { exit, stderr } = await runCli(['run', '--resume', other]);
      expect({ exit, named: stderr.includes('[BAD_PLAN]') }).toEqual({ exit: 2, named: true });
    },
  );
});

describe('--resume refuses', () => {
  it.each(['--profile', '--only', '--seed', '--out', '--label'])('%s beside it', async (name) => {
    const value = name === '--profile' ? 'smoke' : '1';
    const outcome = await runCli(['run', 'duplex', '--resume', 'anything', name, value]);
    expect(outcome.exit).toBe(2);
    expect(outcome.stderr).toContain('[BAD_USAGE]');
  });

  it('a folder that holds no run', async () => {
    const outcome = await runCli(['run', 'duplex', '--resume', temporaryFolder()]);
    expect(outcome.exit).toBe(2);
    expect(outcome.stderr).toContain('[NOT_A_RUN]');
  });

  it('a run whose run.json is damaged', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'run.json'), '{"schemaVersion": 1}');
    const outcome = await runCli(['run', 'duplex', '--resume', folder]);
    expect(outcome.exit).toBe(2);
    expect(outcome.stderr).toContain('[BAD_FIELD]');
  });
});
