// Cases of the user's own: their words and files, and their way through plan, run, resume, verify, report and compare.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import { CaseError } from '../kernel/api/run/cases.ts';
import { caseOfWords, casesOfFile, ownSuite } from '../kernel/api/run/own-cases.ts';
import type { DataFile, RunFile } from '../kernel/api/run/results.ts';
import { expectDone, runCli, temporaryFolder } from './fixtures/cli.ts';
import { complaints } from './fixtures/schemas.ts';

function subjectOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof CaseError) return `${error.code} ${error.subject}`;
    throw error;
  }
  return 'nothing';
}

describe('the words of a case', () => {
  it('are a case with every field decided', () => {
    expect(caseOfWords('payload=4KiB credit=32 ack=8 sessions=4 frames=20000')).toEqual({
      ...{ name: '4KiB/32/8/4x1', payloadBytes: 4096, sessions: 4, workers: 1, creditFrames: 32 },
      ...{ creditBytes: 131_072, ackEvery: 8, ackPolicy: 'separate', storage: 'inline' },
      ...{ frames: 20_000, warmupFrames: 100, trials: 5 },
    });
  });

  it.each([
    ['payload=0', '0B/1/1'],
    ['payload=10kB', '10000B/1/1'],
    ['payload=1.5KiB', '1536B/1/1'],
    ['payload=16MiB, ack-policy=piggyback', '16MiB/1/1/piggyback'],
    ['payload=64 sessions=8 workers=2 storage=managedDuplex', '64B/1/1/8x2/managedDuplex'],
    ['payload=64 credit-bytes=1MiB', '64B/1/1/credit-1MiB'],
    ['payload=64 name=größe/1', 'größe/1'],
  ])('%s is called %s', (words, name) => {
    expect(caseOfWords(words).name).toBe(name);
  });

  it.each([
    ['', 'payload'],
    ['credit=3', 'payload'],
    ['payload=', 'payload'],
    ['payload=17MiB', 'payload'],
    ['payload=-1', 'payload'],
    ['payload=1e3', 'payload'],
    ['payload=1.5', 'payload'],
    ['payload=4KiB sessions=0', 'sessions'],
    ['payload=4KiB sessions=3 workers=2', 'workers'],
    ['payload=4KiB credit=3KiB', 'credit'],
    ['payload=4KiB ack=x', 'ack'],
    ['payload=4KiB ack-policy=never', 'ack-policy'],
    ['payload=4KiB storage=disk', 'storage'],
    ['payload=4KiB frames=0', 'frames'],
    ['payload=4KiB frames=100000000 sessions=4096', 'frames'],
    ['payload=16MiB credit=1000', 'credit'],
    ['payload=1 storage=managed credit=60000 sessions=2', 'credit'],
    ['payload=4KiB trials=1001', 'trials'],
    ['payload=4KiB name=a//b', 'name'],
    [`payload=4KiB name=${'x'.repeat(61)}`, 'name'],
    ['payload=4KiB payload=5KiB', 'payload'],
    ['payload=4KiB speed=3', 'speed'],
    ['payload', 'payload'],
  ])('"%s" names %s', (words, field) => {
    expect(subjectOf(() => caseOfWords(words))).toBe(`BAD_CASE ${field}`);
  });
});

describe('a file of cases', () => {
  const file = (cases: unknown): string => JSON.stringify({ schemaVersion: 1, cases });

  it('has the same fields and defaults', () => {
    const text = file([{ payloadBytes: 900, ackEvery: 4, name: 'telemetry' }]);
    expect(casesOfFile(text, 'f')).toEqual([caseOfWords('payload=900 ack=4 name=telemetry')]);
    expect(complaints('cases', JSON.parse(text))).toEqual([]);
  });

  it.each([
    ['{', 'f'],
    ['null', 'f: schemaVersion'],
    ['{"schemaVersion":2,"cases":[]}', 'f: schemaVersion'],
    [file([]), 'f: cases'],
    [file([1]), 'f: cases[0]'],
    [file([{}]), 'f: cases[0].payloadBytes'],
    [file([{ payloadBytes: 1 }, { payloadBytes: '1 KiB' }]), 'f: cases[1].payloadBytes'],
    [file([{ payloadBytes: 1, payload: 1 }]), 'f: cases[0].payload'],
    [file([{ payloadBytes: 1, name: 7 }]), 'f: cases[0].name'],
  ])('%s names %s', (text, subject) => {
    expect(subjectOf(() => casesOfFile(text, 'f'))).toBe(`BAD_CASE ${subject}`);
  });

  it('with two cases of one name is refused', () => {
    const one = caseOfWords('payload=64');
    expect(subjectOf(() => ownSuite([one, one]))).toBe('BAD_CASE name');
  });
});

describe('a run of own cases', () => {
  const folder = join(temporaryFolder(), 'run');
  const three = 'payload=10kB sessions=3 credit=7 ack=3 trials=4 frames=60';
  const readJson = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

  beforeAll(async () => {
    const file = join(temporaryFolder(), 'cases.json');
    const cases = [
      { name: 'slots', payloadBytes: 70_000, storage: 'managed', frames: 40, trials: 1 },
    ];
    writeFileSync(file, JSON.stringify({ schemaVersion: 1, cases }));
    const args = ['--case', three, '--case', 'payload=0 frames=50 trials=1', '--cases', file];
    expectDone(await runCli(['run', ...args, '--out', folder]));
  }, 120_000);

  it('measures them and nothing else', () => {
    const { cases, trials } = readJson('data.json') as DataFile;
    expect(cases.map(({ suite, case: name, n }) => `${suite} ${name} ${n}`)).toEqual([
      'own 0B/1/1 1',
      'own 10000B/7/3/3x1 4',
      'own slots 1',
    ]);
    const one = trials.find(({ case: name }) => name === '10000B/7/3/3x1');
    expect(one?.verified).toEqual({ frames: 180, bytes: 1_800_000, mismatches: 0 });
    expect(one?.stats?.receiptNs?.n).toBe(180);
    expect(one?.stats?.bytesPerSecond).toBeGreaterThan(0);
  });

  it('keeps to the schemas, is verified, and stands in the report by its name', async () => {
    expect(complaints('run', readJson('run.json'))).toEqual([]);
    expect(complaints('data', readJson('data.json'))).toEqual([]);
    expect(await runCli(['verify', folder])).toMatchObject({ exit: 0 });
    const report = readFileSync(join(folder, 'report.md'), 'utf8');
    expect(report).toMatch(/^\| 10000B\/7\/3\/3x1 \| 10,000 B \/ 7 \/ 3 \| 3 \/ 1 \|/m);
    expect(report).toMatch(/^\| slots \| Managed 70,000 B \/ 1 \/ 1 \|/m);
  });

  it('is resumed with its own cases', async () => {
    rmSync(join(folder, 'trials', '0002.json'));
    const run = readJson('run.json') as RunFile;
    writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...run, finishedAt: null }));
    expect(await runCli(['run', '--resume', folder])).toMatchObject({ exit: 0 });
    expect((readJson('data.json') as DataFile).trials).toHaveLength(6);
    const refused = await runCli(['run', '--resume', folder, '--case', 'payload=1']);
    expect(refused.exit).toBe(2);
  });

  it('is compared by name', async () => {
    const { exit, stdout } = await runCli(['compare', folder, folder, '--anyway']);
    expect(exit).toBe(0);
    expect(stdout).toContain('10000B/7/3/3x1');
  });
});

it('a bad value ends the command with exit 2 and the name of its field', async () => {
  for (const [args, field] of [
    [['--case', 'payload=4KiB ack=0'], 'ack'],
    [['--case', 'payload=4KiB', '--case', 'payload=4KiB'], 'two cases'],
    [['--cases', '/no/such.json'], 'NO_CASES'],
  ] as const) {
    const out = join(temporaryFolder(), 'run');
    const { exit, stderr } = await runCli(['run', ...args, '--out', out]);
    expect([exit, stderr.includes(field)]).toEqual([2, true]);
  }
});

it('--only names built-in cases beside them', async () => {
  const folder = join(temporaryFolder(), 'run');
  const args = ['--profile', 'smoke', '--only', 'latency/64B', '--case', 'payload=1 frames=20'];
  expectDone(await runCli(['run', ...args, '--trials', '1', '--out', folder]));
  const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as RunFile;
  expect(run.order.map((one) => `${one.suite} ${one.case}`)).toEqual(['latency 64B', 'own 1B/1/1']);
});
