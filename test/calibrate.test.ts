// `echometer calibrate`: the run effect of a machine from its runs, the file, and comparisons that use it or do not.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { runCli, temporaryFolder } from './fixtures/cli.ts';
import { madeRun, writeFolder } from './fixtures/run-folder.ts';
import { complaints } from './fixtures/schemas.ts';
import { LAPTOP } from './fixtures/synthetic-run.ts';

interface CalibrationFile {
  readonly machine: Record<string, string>;
  readonly cases: readonly { readonly name: string; readonly runs: readonly number[][] }[];
  readonly runEffect: { readonly deviation: number; readonly degrees: number };
}

function runWith(slowness: number, change = (text: string): string => text): string {
  const folder = join(temporaryFolder(), 'run');
  const { files } = madeRun({ ...LAPTOP, slowness }, 5);
  writeFolder(folder, files);
  const run = new TextDecoder().decode(files.get('run.json'));
  writeFileSync(join(folder, 'run.json'), change(run));
  return folder;
}

const FACTORS = [1, 1.06, 0.97, 1.02, 0.95, 1.04, 0.99, 1.03];
const RUNS = FACTORS.map((factor) => runWith(factor));

const readJson = (path: string): CalibrationFile =>
  JSON.parse(readFileSync(path, 'utf8')) as CalibrationFile;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const variance = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1);

/** Paule and Mandel with equal numbers of trials, by bisection: written for this test, and nothing of the kernel's in it. */
function expectedDeviation(cases: CalibrationFile['cases']): number {
  const known = cases.map(({ runs }) => {
    const logs = runs.map((run) => run.map((value) => Math.log(value)));
    const trials = logs[0]?.length ?? 1;
    return { of: variance(logs.map(mean)), within: mean(logs.map(variance)) / trials };
  });
  let [low, high] = [0, 1];
  for (let i = 0; i < 100; i += 1) {
    const middle = (low + high) / 2;
    const excess = mean(known.map(({ of, within }) => of / (within + middle))) - 1;
    if (excess > 0) low = middle;
    else high = middle;
  }
  return Math.sqrt(low);
}

describe('echometer calibrate', () => {
  const file = join(temporaryFolder(), 'calibration.json');
  const made = runCli(['calibrate', ...RUNS, '--out', file]);

  it('measures the run effect of the runs it is given', async () => {
    const { exit, stdout } = await made;
    expect(exit).toBe(0);
    const calibration = readJson(file);
    expect(calibration.runEffect.degrees).toBe(7);
    const expected = expectedDeviation(calibration.cases);
    expect(expected).toBeGreaterThan(0.01);
    expect(calibration.runEffect.deviation).toBeCloseTo(expected, 9);
    expect(stdout).toContain(`differ by ${(expected * 100).toFixed(1)} % (standard deviation)`);
    expect(stdout).toContain(`Calibration: ${file}`);
    expect(complaints('calibration', calibration)).toEqual([]);
  });

  it('is used by a comparison of that machine, which says so', async () => {
    await made;
    const args = ['compare', RUNS[0] ?? '', RUNS[1] ?? ''];
    const without = await runCli([...args, '--json', '--calibration', 'none']);
    const used = await runCli([...args, '--json', '--calibration', file]);
    const effects = [without, used].map(
      ({ stdout }) => (JSON.parse(stdout) as { runEffects: unknown[] }).runEffects,
    );
    expect(effects[0]).toMatchObject([{ deviation: 0.02, degrees: null, isAssumed: true }]);
    const { deviation } = readJson(file).runEffect;
    expect(effects[1]).toMatchObject([{ deviation, degrees: 7, isAssumed: false }]);
    const page = await runCli([...args, '--calibration', file]);
    expect(page.stdout).toContain('by themselves: calibrated with 8 runs');
    expect(page.stdout).toContain(`The calibration is ${file}`);
  });

  it('is found in the user’s configuration, where calibrate puts it', async () => {
    const env = { XDG_CONFIG_HOME: temporaryFolder() };
    const { stdout } = await runCli(['calibrate', ...RUNS], env);
    const place = join(env.XDG_CONFIG_HOME, 'echometer', 'calibration.json');
    expect(stdout).toContain(`Calibration: ${place}`);
    const page = await runCli(['compare', RUNS[0] ?? '', RUNS[1] ?? ''], env);
    expect(page.stdout).toContain(`The calibration is ${place}`);
  });

  it('is refused for another machine when it was asked for, and left aside when it was found', async () => {
    await made;
    const env = { XDG_CONFIG_HOME: temporaryFolder() };
    await runCli(['calibrate', ...RUNS], env);
    const other = [1, 1.01].map((factor) =>
      runWith(factor, (text) => text.replace(/"cpuModel":\s*"[^"]*"/, '"cpuModel":"Another CPU"')),
    );
    const asked = await runCli(['compare', ...other, '--calibration', file]);
    expect(asked.exit).toBe(2);
    expect(asked.stderr).toContain('is of another machine: processor Another CPU, not');
    expect(asked.stderr).toContain('[BAD_CALIBRATION]');
    const found = await runCli(['compare', ...other], env);
    expect(found.exit).toBe(0);
    expect(found.stdout).toMatch(/Not used: .*calibration\.json is of another machine/);
    expect(found.stdout).toContain('are assumed to differ by 2.0 %');
  });

  it('is refused when its numbers are not what its values give', async () => {
    await made;
    const { runEffect, ...rest } = readJson(file);
    const wrong = join(temporaryFolder(), 'wrong.json');
    writeFileSync(
      wrong,
      JSON.stringify({ ...rest, runEffect: { ...runEffect, deviation: 0.001 } }),
    );
    const { exit, stderr } = await runCli(['compare', ...RUNS.slice(0, 2), '--calibration', wrong]);
    expect(exit).toBe(2);
    expect(stderr).toContain('its run effect is not what its values give');
  });

  it.each([
    ['fewer than eight runs', () => RUNS.slice(0, 7), 'TOO_FEW_RUNS'],
    [
      'runs of two machines',
      () => [
        ...RUNS.slice(0, 7),
        runWith(1, (text) => text.replace(/"cpuCount":\s*\d+/, '"cpuCount":99')),
      ],
      'NOT_ALIKE',
    ],
  ])('refuses %s', async (_, runs, code) => {
    const { exit, stderr } = await runCli(['calibrate', ...runs(), '--out', file]);
    expect(exit).toBe(2);
    expect(stderr).toContain(`[${code}]`);
  });
});
