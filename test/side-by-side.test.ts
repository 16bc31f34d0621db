// Variants of one run: blocks and rounds, balanced orders from the seed, every trial with its variant and block; resumed, verified,
// shown side by side.

import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import { parseCases, selectCases } from '../kernel/api/run/cases.ts';
import { planBlocks } from '../kernel/api/run/blocks.ts';
import type { BlockPlan } from '../kernel/api/run/blocks.ts';
import type { DuplexCase } from '../kernel/api/run/cases.ts';
import type { PlannedTrial } from '../kernel/api/run/order.ts';
import type { DataFile, RunFile, TrialFile } from '../kernel/api/run/results.ts';
import { shuffleOrder } from '../kernel/api/statistics/draws.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';
import type { CliOutcome } from './fixtures/cli.ts';
import { freshWorkspace } from './fixtures/kernels.ts';
import { complaints } from './fixtures/schemas.ts';

const list = parseCases(
  readFileSync(new URL('../kernel/api/run/cases.json', import.meta.url), 'utf8'),
);
const workspace = freshWorkspace();
const shuffle = (n: number, seed: bigint): Uint32Array => shuffleOrder(workspace, n, seed);

const planned = (more: Partial<BlockPlan<DuplexCase>> = {}): PlannedTrial[] =>
  planBlocks(
    {
      cases: selectCases(list, 'latency,bulk,idle,resolution'),
      variants: ['base', 'head'],
      seed: 7,
      blocksOf: () => 10,
      ...more,
    },
    shuffle,
  );

function blocksIn(order: readonly PlannedTrial[]): PlannedTrial[][] {
  const found = new Map<number, PlannedTrial[]>();
  for (const trial of order) {
    const block = trial.block ?? 0;
    found.set(block, [...(found.get(block) ?? []), trial]);
  }
  return [...found.values()];
}

const namesIn = (block: readonly PlannedTrial[]): string =>
  block.map(({ variant }) => variant).join(' ');

describe('the plan of a run of variants', () => {
  it('has blocks of one case, each with every variant once, one right after the other', () => {
    const order = planned();
    expect(order.map((trial) => trial.order)).toEqual(order.map((_, index) => index + 1));
    const blocks = blocksIn(order);
    expect(blocks.flat()).toEqual(order);
    for (const block of blocks) {
      expect(
        new Set(block.map((trial) => `${trial.suite}/${trial.case} ${trial.trial}`)).size,
      ).toBe(1);
      expect(block.map(({ variant }) => variant).sort()).toEqual(['base', 'head']);
    }
    expect(blocks.map(([first]) => first?.block)).toEqual(blocks.map((_, index) => index + 1));
  });

  it('goes in rounds of one block of every case, in another order each, without the A/A pairs', () => {
    const blocks = blocksIn(planned());
    const cases = selectCases(list, 'latency,bulk,idle').length;
    expect(blocks).toHaveLength(10 * cases);
    const rounds = Array.from({ length: 10 }, (_, k) => blocks.slice(k * cases, (k + 1) * cases));
    rounds.forEach((round, index) => {
      expect(
        new Set(round.map(([first]) => `${first?.suite ?? ''}/${first?.case ?? ''}`)).size,
      ).toBe(cases);
      expect(round.every(([first]) => first?.trial === index + 1)).toBe(true);
    });
    const orders = rounds.map((round) => round.map(([first]) => first?.case).join(' '));
    expect(new Set(orders).size).toBeGreaterThan(8);
  });

  it.each([2, 3, 5])('puts each of %i variants equally often at each place', (count) => {
    const variants = ['a', 'b', 'c', 'd', 'e'].slice(0, count);
    const order = planned({ variants, blocksOf: () => 4 * count });
    const counts = new Map<string, number>();
    for (const block of blocksIn(order))
      block.forEach(({ suite, case: name, variant }, place) => {
        const key = `${suite}/${name} ${variant ?? ''} ${place}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      });
    expect(new Set(counts.values())).toEqual(new Set([4]));
  });

  it('is that of its seed, and no plain alternation', () => {
    expect(planned()).toEqual(planned());
    expect(planned({ seed: 8 })).not.toEqual(planned());
    const own = blocksIn(planned()).filter(([first]) => first?.case === '64B');
    const firsts = own.map(namesIn);
    const pairs = Array.from({ length: 5 }, (_, k) => firsts.slice(2 * k, 2 * k + 2).join(', '));
    expect(new Set(pairs)).toEqual(new Set(['base head, head base', 'head base, base head']));
  });

  it('grows to the plan that it would have been from the start', () => {
    const blocksOf = (): number => 3;
    expect(planned({ before: planned({ blocksOf }) })).toEqual(planned());
    expect(planned({ before: planned(), blocksOf })).toEqual(planned());
  });
});

const DELAYED = resolve(import.meta.dirname, 'fixtures/workers/delayed_echo.py');
const VARIANTS = ['--variant', 'base:'];
const SLOW = `slow: worker=python3 -I -S "${DELAYED}" 200000; lane=tcp`;

describe('a run of two variants', () => {
  const folder = join(temporaryFolder(), 'run');
  const args = [...VARIANTS, '--variant', SLOW];
  let outcome: CliOutcome;
  const json = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const runFile = (): RunFile => json('run.json') as RunFile;
  const trials = (): TrialFile[] =>
    readdirSync(join(folder, 'trials')).map((name) => json(`trials/${name}`) as TrialFile);

  beforeAll(async () => {
    outcome = await runCli([
      ...['run', 'duplex', '--profile', 'smoke', '--only', '64B,16KiB/64/16', '--trials', '2'],
      ...[...args, '--out', folder],
    ]);
  });

  it('measures each with its own worker and lane, and says which is which', () => {
    expect(outcome.exit, outcome.stderr).toBe(0);
    const run = runFile();
    expect(run.variants?.map(({ name, lane, worker }) => [name, lane, worker.kind])).toEqual([
      ['base', 'socket', 'python'],
      ['slow', 'tcp', 'command'],
    ]);
    expect(
      trials().map(({ order, variant, block, params }) => ({
        order,
        variant,
        block,
        lane: params.lane,
      })),
    ).toEqual(
      run.order.map(({ order, variant, block }) => ({
        ...{ order, variant, block, lane: variant === 'slow' ? 'tcp' : 'socket' },
      })),
    );
    const { cases } = json('data.json') as DataFile;
    expect(cases.map(({ case: name, variant, n }) => `${name} ${variant ?? ''} ${n}`)).toEqual([
      ...['64B base 2', '64B slow 2', '16KiB/64/16 base 2', '16KiB/64/16 slow 2'],
    ]);
    const p50 = cases.slice(0, 2).map(({ stats }) => stats.receiptNs?.p50?.median ?? 0);
    expect(p50[1]).toBeGreaterThan(200_000);
    expect(p50[0]).toBeLessThan(p50[1] ?? 0);
  });

  it('has files as the schemas say', () => {
    expect(complaints('run', json('run.json'))).toEqual([]);
    expect(complaints('data', json('data.json'))).toEqual([]);
    for (const trial of trials()) expect(complaints('trial', { ...trial })).toEqual([]);
  });

  it('has a row for each variant in the tables of terminal and report', () => {
    expect(outcome.stdout).toMatch(/^64 B +base +2 /m);
    expect(outcome.stdout).toMatch(/^64 B +slow +2 /m);
    const report = readFileSync(join(folder, 'report.md'), 'utf8');
    expect(report).toContain('base and slow were measured side by side');
    expect(report).toMatch(/\| Payload \| Variant \|/);
    expect(report).toContain('## slow (NEW) against base (BASE), block by block');
    expect(report).toMatch(/\| Lane \| socket \| tcp \|/);
  });

  it('goes on with the variants that it began with, and with no others', async () => {
    const before = runFile();
    for (const name of ['trials/0003.json', 'data.json']) rmSync(join(folder, name));
    const other = await runCli([
      'run',
      'duplex',
      '--resume',
      folder,
      ...VARIANTS,
      '--variant',
      'slow:',
    ]);
    expect(other.exit, other.stderr).toBe(4);
    expect(other.stderr).toContain('[NOT_THE_SAME_RUN]');
    const whole = await runCli(['run', 'duplex', '--resume', folder, ...args, '--trials', '3']);
    expect(whole.exit, whole.stderr).toBe(0);
    const after = runFile();
    expect(after.order.slice(0, 8)).toEqual(before.order);
    expect(after.order).toHaveLength(12);
    const verified = await runCli(['verify', folder]);
    expect(verified.exit, verified.stderr).toBe(0);
    const judged = await runCli(['compare', folder, '--fail-on', 'worse', '--filter', '64B']);
    expect(judged.exit, judged.stderr).toBe(1);
    expect(judged.stdout).toContain('# slow (NEW) against base (BASE), block by block');
    expect(judged.stdout).toMatch(/\| latency 64B \| \*\*worse\*\* \|.*\| 3 \/ 3 \|/);
    const twice = await runCli(['compare', folder, folder]);
    expect(twice.stderr).toContain('[HAS_VARIANTS]');
  });
});

describe('variants that are none', () => {
  it.each([
    ['one alone', ['--variant', 'a:']],
    ['two of one name', ['--variant', 'a:', '--variant', 'a: lane=tcp']],
    ['no name', ['--variant', 'lane=tcp', '--variant', 'b:']],
    ['an unknown key', ['--variant', 'a: line=tcp', '--variant', 'b:']],
    ['an unknown lane', ['--variant', 'a: lane=udp', '--variant', 'b:']],
    ['a worker and a Python', ['--variant', 'a: worker=x; python=y', '--variant', 'b:']],
    ['a lane twice', ['--lane', 'tcp,tcp']],
    ['lanes and variants', ['--lane', 'tcp,socket', '--variant', 'a:', '--variant', 'b:']],
  ])('%s is refused', async (_name, args) => {
    const { exit, stderr } = await runCli(['run', 'duplex', ...args]);
    expect(exit).toBe(2);
    expect(stderr).toMatch(/\[BAD_(USAGE|OPTION)\]/);
  });

  it('a semicolon in quotes belongs to the worker', async () => {
    const { stderr } = await runCli([
      ...['run', 'duplex', '--profile', 'smoke', '--only', '64B', '--trials', '1'],
      ...['--variant', 'a:', '--variant', `b: worker='/no/such;thing' x`],
      ...['--out', join(temporaryFolder(), 'run')],
    ]);
    expect(stderr).toContain('such;thing');
  });
});
