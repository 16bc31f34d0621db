// kill -9 of each process of a run, and Ctrl-C: nothing keeps running, no half file counts as a result, and what was
// finished can be read.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { systemCode } from '../host-node/src/errors.ts';
import type { DataFile, RunFile } from '../kernel/api/run/results.ts';
import { readRunFile, readTrialFile } from '../kernel/api/run/results-read.ts';
import { descendants, isAlive, runCli, startCli, temporaryFolder } from './fixtures/cli.ts';
import type { ProcessLine, RunningCli } from './fixtures/cli.ts';
import { until } from './fixtures/until.ts';

const isTrialHost = (line: ProcessLine): boolean => line.command.includes('trial-host');
const isWorker = (line: ProcessLine): boolean => line.command.includes('echometer_worker');

/** Starts three trials, waits for the first to be finished and for the second one's worker to run. */
async function runUntilSecondTrial(): Promise<{
  cli: RunningCli;
  folder: string;
  family: ProcessLine[];
}> {
  const folder = join(temporaryFolder(), 'run');
  const cli = startCli([
    ...['run', 'duplex', '--only', 'latency/64B', '--trials', '3', '--out', folder],
  ]);
  await until('the first trial', () => cli.stderr().includes('[1/3]'));
  const family = await until('a worker of the second trial', () => {
    const lines = descendants(cli.pid);
    return lines.some(isWorker) && lines.some(isTrialHost) ? lines : null;
  });
  return { cli, folder, family };
}

function pidOf(family: readonly ProcessLine[], is: (line: ProcessLine) => boolean): number {
  const found = family.find(is);
  if (found === undefined) throw new Error('no such process');
  return found.pid;
}

/** A stopped worker answers nothing and sees no end of its channel: only a kill ends it, so somebody must send one. */
function stopWorker(family: readonly ProcessLine[]): void {
  process.kill(pidOf(family, isWorker), 'SIGSTOP');
}

async function nobodyIsLeft(family: readonly ProcessLine[]): Promise<void> {
  await until('the end of every process', () => !family.some((line) => isAlive(line.pid)));
}

function finishedTrials(folder: string): number {
  const names = readdirSync(join(folder, 'trials')).filter((name) => name.endsWith('.json'));
  for (const name of names) {
    const trial = readTrialFile(readFileSync(join(folder, 'trials', name), 'utf8'), name);
    for (const sample of Object.values(trial.samples ?? {}))
      expect(readFileSync(join(folder, 'samples', sample.file)).length).toBe(sample.count * 8);
  }
  return names.length;
}

function readRun(folder: string): RunFile {
  return readRunFile(readFileSync(join(folder, 'run.json'), 'utf8'), 'run.json');
}

function readData(folder: string): DataFile {
  return JSON.parse(readFileSync(join(folder, 'data.json'), 'utf8')) as DataFile;
}

describe('after kill -9', () => {
  it('of the orchestrator no process is left and the finished trials are readable', async () => {
    const { cli, folder, family } = await runUntilSecondTrial();
    stopWorker(family);
    cli.child.kill('SIGKILL');
    // Not `cli.ended` first: it waits for the trial host too, which holds the same stderr.
    await nobodyIsLeft(family);
    expect(finishedTrials(folder)).toBeGreaterThanOrEqual(1);
    expect(readRun(folder).finishedAt).toBeNull();
    expect(existsSync(join(folder, 'data.json'))).toBe(false);
  });

  it('of the orchestrator whose trial host only begins, no folder is left either', async () => {
    const TMPDIR = temporaryFolder();
    const out = join(temporaryFolder(), 'run');
    const cli = startCli(['run', 'duplex', '--only', 'latency/64B', '--out', out], { TMPDIR });
    const family = await until('a trial host', () => {
      const lines = descendants(cli.pid);
      return lines.some(isTrialHost) ? lines : null;
    });
    cli.child.kill('SIGKILL');
    await nobodyIsLeft(family);
    expect(readdirSync(TMPDIR)).toEqual([]);
    expect(finishedTrials(out)).toBe(0);
  });

  it('of the trial host its trial has failed by name and the others are done', async () => {
    const { cli, folder, family } = await runUntilSecondTrial();
    stopWorker(family);
    process.kill(pidOf(family, isTrialHost), 'SIGKILL');
    const outcome = await cli.ended;
    expect(outcome.exit).toBe(1);
    await nobodyIsLeft(family);
    expect(finishedTrials(folder)).toBe(3);
    const data = readData(folder);
    expect(data.trials.filter((trial) => trial.state === 'ok')).toHaveLength(2);
    const failed = data.trials.find((trial) => trial.state === 'failed');
    expect(failed?.failure?.code).toBe('HOST_DIED');
    expect(failed?.failure?.message).toContain('SIGKILL');
    expect(outcome.stdout).toContain('HOST_DIED');
  });

  it('of the worker its trial has failed by name and the others are done', async () => {
    const { cli, folder, family } = await runUntilSecondTrial();
    process.kill(pidOf(family, isWorker), 'SIGKILL');
    const outcome = await cli.ended;
    expect(outcome.exit).toBe(1);
    await nobodyIsLeft(family);
    expect(finishedTrials(folder)).toBe(3);
    const failed = readData(folder).trials.filter((trial) => trial.state === 'failed');
    expect(failed).toHaveLength(1);
    // Killed before it listened, or in a session.
    expect(['TRUNCATED', 'WORKER_START']).toContain(failed[0]?.failure?.code);
  });
});

describe('after a terminal was closed', () => {
  it('no process and no folder is left', async () => {
    const TMPDIR = temporaryFolder();
    const out = join(temporaryFolder(), 'run');
    const cli = startCli(['run', 'duplex', '--only', 'latency/64B', '--out', out], { TMPDIR });
    const family = await until('a worker', () => {
      const lines = descendants(cli.pid);
      return lines.some(isWorker) ? lines : null;
    });
    // What the system does to the foreground group; the trial host may hear of it first.
    for (const pid of [pidOf(family, isTrialHost), cli.pid]) process.kill(pid, 'SIGHUP');
    await nobodyIsLeft(family);
    expect(readdirSync(TMPDIR)).toEqual([]);
  });
});

/** Null while nobody reads: an open that waits for a command which died would hold this process for ever. */
function openedByReader(pipe: string): number | null {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (systemCode(error) === 'ENXIO') return null;
    throw error;
  }
}

describe('after Ctrl-C', () => {
  it('a command without processes ends at once, by the signal', async () => {
    const pipe = join(temporaryFolder(), 'numbers');
    execFileSync('mkfifo', [pipe]);
    const cli = startCli(['stats', pipe]);
    const writer = await until('the command to open it', () => openedByReader(pipe));
    // The command now waits within one read.
    cli.child.kill('SIGINT');
    await cli.ended;
    closeSync(writer);
    expect(cli.child.signalCode).toBe('SIGINT');
  });

  it('during the look at Python the exit code is 130, too', async () => {
    const python = join(temporaryFolder(), 'python');
    writeFileSync(python, '#!/bin/sh\nkill -INT $$\n');
    chmodSync(python, 0o755);
    const { exit, stderr } = await runCli(['run', '--python', python]);
    expect({ exit, code: stderr.includes('[INTERRUPTED]') }).toEqual({ exit: 130, code: true });
  });

  it('the exit code is 130, no process is left and the finished trials are kept', async () => {
    const { cli, folder, family } = await runUntilSecondTrial();
    stopWorker(family);
    cli.child.kill('SIGINT');
    const outcome = await cli.ended;
    expect(outcome.exit).toBe(130);
    expect(outcome.stderr).toContain('what is finished is kept');
    await nobodyIsLeft(family);
    expect(finishedTrials(folder)).toBeGreaterThanOrEqual(1);
    expect(readRun(folder).finishedAt).toBeNull();
  });
});
