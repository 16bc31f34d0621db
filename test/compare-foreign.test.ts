// `echometer compare` of what other tools wrote: pairs by key, direction and units of the file, the outermost level that repeats as
// the unit, and no verdict where there is nothing to judge chance by.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { runCli, temporaryFolder } from './fixtures/cli.ts';
import { fixturePath } from './fixtures/format-files.ts';

/** Values with a spread of 2 % and no trend, the same ones every time. */
const around = (middle: number, n: number, phase = 0): number[] =>
  Array.from({ length: n }, (_, i) => middle * (1 + 0.02 * Math.sin((i + phase) * 1.7)));

function written(name: string, value: unknown): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

const hyperfine = (times: Readonly<Record<string, readonly number[]>>): string =>
  written('hyperfine.json', {
    results: Object.entries(times).map(([command, all]) => ({
      command,
      mean: all[0],
      times: all,
      exit_codes: all.map(() => 0),
    })),
  });

const go = (name: string, unit: string, values: readonly number[]): string =>
  written(
    'bench.txt',
    `goos: linux\ngoarch: amd64\npkg: p\n${values.map((value) => `Benchmark${name}-2 1000 ${value.toFixed(3)} ${unit}\n`).join('')}PASS\n`,
  );

const csv = (title: string, values: readonly number[]): string =>
  written('numbers.csv', `${title}\n${values.join('\n')}\n`);

const pyperf = (processes: readonly (readonly number[])[]): string =>
  written('pyperf.json', {
    version: '1.0',
    metadata: { name: 'telco', unit: 'second', hostname: 'h' },
    benchmarks: [
      { runs: processes.map((values) => ({ metadata: {}, values, warmups: [[1, 0.5]] })) },
    ],
  });

/** What wrk prints: percentiles of one test and no sample. */
const wrk = (p50: number): string =>
  written(
    'wrk.txt',
    `Running 10s test @ http://127.0.0.1:8080/\n  2 threads and 10 connections\n  Thread Stats   Avg      Stdev     Max   +/- Stdev\n    Latency   ${p50.toFixed(2)}us  100.00us   9.00ms   90.00%\n    Req/Sec     5.00k   100.00     6.00k    70.00%\n  Latency Distribution\n     50%  ${p50.toFixed(2)}us\n     99%  900.00us\n  100000 requests in 10.00s, 10.00MB read\nRequests/sec:  10000.00\nTransfer/sec:      1.00MB\n`,
  );

const gate = (base: string, changed: string, ...more: string[]) =>
  runCli(['compare', base, changed, '--fail-on', 'worse', ...more]);

describe('compare of other tools', () => {
  it('takes a process as the unit where the tool starts one a run (hyperfine)', async () => {
    const base = hyperfine({ fast: around(0.1, 12), slow: around(2, 12) });
    const changed = hyperfine({ fast: around(0.13, 12, 5), slow: around(2, 12, 5) });
    const worse = await gate(base, changed, '--threshold', '10');
    expect(worse.stdout).toContain('1 worse, 0 better, 1 same, 0 unsure');
    expect(worse.stdout).toMatch(/Worse: fast takes 30 % longer \(2\d % to 3\d %\)\./);
    expect(worse.stdout).toContain('geometric means over the processes');
    expect(worse.stdout).toMatch(
      /\| fast \| \*\*worse\*\* \|.*\| 99\.\d\d ms \| 1\d\d\.\d\d ms \|/,
    );
    expect(worse.exit).toBe(1);
    const better = await gate(changed, base, '--threshold', '10');
    expect(better.stdout).toContain('0 worse, 1 better, 1 same, 0 unsure');
    expect(better.exit).toBe(0);
  });

  // docs/compare-foreign.md: benchstat says -31.48 % (p = 0.008) and "need >= 4 samples".
  it('agrees with benchstat on five clear runs, and on one run a side', async () => {
    const base = go('FloatSub/100', 'ns/op', [115, 114, 115, 115, 115]);
    const clear = await gate(base, go('FloatSub/100', 'ns/op', [78.8, 78.8, 78.8, 78.8, 78.8]));
    expect(clear.stdout).toMatch(/Better: FloatSub\/100 .* takes 31 % less/);
    const one = await gate(go('X', 'ns/op', [100]), go('X', 'ns/op', [101]));
    expect(one.stdout).toContain('0 worse, 0 better, 0 same, 1 unsure');
    expect(one.stdout).toContain('on a side says nothing of chance');
  });

  it('takes the medians of processes as units where a file has them (pyperf)', async () => {
    const base = pyperf([1, 1.01, 0.99, 1.005, 0.995].map((at) => around(at, 6)));
    const changed = pyperf([1.3, 1.31, 1.29, 1.305, 1.295].map((at) => around(at, 6)));
    const { stdout, exit } = await gate(base, changed);
    expect(stdout).toMatch(/\| telco \| \*\*worse\*\* \|.*\| 5 \/ 5 \|/);
    expect(exit).toBe(1);
  });

  it('assumes that processes differ where all samples are of one (go test)', async () => {
    const base = go('Encode', 'ns/op', around(100, 10));
    const few = await gate(base, go('Encode', 'ns/op', around(106, 10, 3)));
    expect(few.stdout).toContain('0 worse, 0 better');
    expect(few.stdout).toContain('Nothing says how much two processes differ; 5.0 %');
    expect(few.exit).toBe(0);
    const more = await gate(base, go('Encode', 'ns/op', around(140, 10, 3)));
    expect(more.stdout).toContain('1 worse');
    expect(more.exit).toBe(1);
  });

  it('knows that more throughput is better', async () => {
    const base = go('Read', 'MB/s', around(1000, 10));
    const less = await gate(base, go('Read', 'MB/s', around(700, 10, 3)));
    expect(less.stdout).toContain('Worse: Read (pkg=p, procs=2) has 30 % less throughput');
    expect(less.exit).toBe(1);
    expect((await gate(base, go('Read', 'MB/s', around(1400, 10, 3)))).exit).toBe(0);
  });

  it('says larger where nothing tells the direction, and worse when the user does', async () => {
    const base = csv('weight', around(10, 40));
    const changed = csv('weight', around(20, 40, 3));
    const unknown = await gate(base, changed);
    expect(unknown.stdout).toContain('1 larger');
    expect(unknown.exit).toBe(0);
    expect((await gate(base, changed, '--lower')).exit).toBe(1);
    expect((await gate(base, changed, '--higher')).exit).toBe(0);
  });

  it('compares milliseconds with microseconds, and refuses unlike units', async () => {
    const inMs = csv('latency_ms', around(10, 40));
    const same = await gate(inMs, csv('latency_ms', around(10, 40, 3)));
    expect(same.stdout).toContain('0 worse');
    const inOther = await runCli([
      ...['compare', go('A', 'ns/op', around(5, 8)), go('A', 'widgets', around(5, 8))],
      ...['--metric', 'time'],
    ]);
    expect(inOther.exit).toBe(4);
    const base = csv('a', around(5, 40));
    const units = await runCli(['compare', base, csv('a', around(5, 40, 2)), '--unit', 'ms']);
    expect(units.stdout).toContain('5.0');
  });

  it('gives no verdict on what a tool computed itself, and one on several files', async () => {
    const one = await runCli(['compare', wrk(100), wrk(200), '--metric', 'time']);
    expect(one.stdout).toContain('0 worse, 0 better, 0 same, 1 unsure');
    expect(one.stdout).toContain('the file has only what the tool computed, not the samples');
    const base = [100, 101, 99, 100.5].map(wrk).join(',');
    const several = await gate(base, [200, 201, 199, 202].map(wrk).join(','), '--metric', 'time');
    expect(several.stdout).toContain('1 worse');
    expect(several.exit).toBe(1);
  });

  it('has no verdict on histograms: exit 4, with the reason', async () => {
    const log = fixturePath('hlog', 'real');
    const { stdout, exit } = await runCli(['compare', log, log]);
    expect(stdout).toContain('the file counts values by buckets');
    expect(exit).toBe(4);
  });

  it('refuses sides of different kinds by name', async () => {
    const run = join(import.meta.dirname, '../docs/sample-run');
    const { stderr, exit } = await runCli(['compare', run, hyperfine({ a: around(1, 5) })]);
    expect(stderr).toContain('BASE is a run of Echometer, NEW is results of hyperfine');
    expect(stderr).toContain('[NOT_COMPARABLE]');
    expect(exit).toBe(4);
  });

  it('fails for values that NEW lost', async () => {
    const base = hyperfine({ a: around(0.1, 12), b: around(0.1, 12) });
    const missing = hyperfine({ a: around(0.1, 12, 5) });
    const { stdout, exit } = await gate(base, missing);
    expect(stdout).toMatch(/### Missing in NEW\n\n- b/);
    expect(exit).toBe(1);
    expect((await gate(base, missing, '--allow-missing')).exit).toBe(0);
  });

  it('deals sorted samples out, the same way every time (mitata)', async () => {
    const path = fixturePath('mitata', 'real');
    const first = await runCli(['compare', path, path, '--json']);
    const again = await runCli(['compare', path, path, '--json']);
    expect(first.stdout).toBe(again.stdout);
    expect(first.stdout).toContain('"reason": "IDENTICAL"');
  });

  it('needs no baseline file: the refusal of analyze --baseline names the gate', async () => {
    const { stderr, exit } = await runCli([
      ...['analyze', hyperfine({ a: around(0.1, 12) }), '--baseline', 'b.json'],
    ]);
    expect(exit).toBe(2);
    expect(stderr).toContain('echometer compare BASE NEW --fail-on worse');
  });

  it('reads one side from standard input', () => {
    const base = hyperfine({ a: around(0.1, 12) });
    const input = readFileSync(hyperfine({ a: around(0.2, 12) }));
    const cli = join(import.meta.dirname, '../dist/host-node/src/cli.js');
    const { stdout } = spawnSync(process.execPath, [cli, 'compare', base, '-'], { input });
    expect(String(stdout)).toContain('1 worse');
  });
});
