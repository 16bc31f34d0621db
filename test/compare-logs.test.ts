// `echometer compare` of serializer logs: the same direction, words and exit codes as of runs. Each case is what somebody met.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';

import { runCli, temporaryFolder } from './fixtures/cli.ts';

const HEADER =
  'Language,StringOrStream,TestDataName,Repetitions,RepetitionIndex,SerializerName,SerializerVersion,TimeSer,TimeDeser,Size,TimeSerAndDeser,OpPerSecSer,OpPerSecDeser,OpPerSecSerAndDeser,MemoryPeakBytes,FidelityScore,NativeKind,StreamMode,DataTypeInstanceCount,TypeConfigHash,RunOrder,SchedulePosition';

type Groups = Readonly<Record<string, readonly (number | string)[]>>;

/** Totals of calls by serializer; the first row of a group is its warm-up. */
function logOf(groups: Groups, name = 'log.csv'): string {
  const path = join(temporaryFolder(), name);
  const lines = Object.entries(groups).flatMap(([serializer, totals]) =>
    [1000, ...totals].map((total, index) => {
      const half = typeof total === 'number' ? Math.floor(total / 2) : total;
      const rest = typeof total === 'number' ? total - Math.floor(total / 2) : 0;
      return `python,bytes,message,${totals.length + 1},${index},${serializer},1.0,${half},${rest},100,${total},,,,,1,,,1,abcdef01,,`;
    }),
  );
  writeFileSync(path, `${[HEADER, ...lines].join('\n')}\n`);
  return path;
}

/** 60 calls around a middle, with a spread of 2 %. */
const around = (middle: number, n = 60): number[] =>
  Array.from({ length: n }, (_, index) => Math.round(middle * (1 + 0.02 * Math.sin(index * 1.7))));

const gate = (base: string, changed: string, ...more: string[]) =>
  runCli(['compare', base, changed, '--fail-on', 'worse', ...more]);

describe('compare of two logs', () => {
  const base = logOf({ alpha: around(2000), beta: around(5000), gamma: around(9000) });

  it('judges NEW: 40 % slower calls are worse, and better the other way', async () => {
    const changed = logOf({ alpha: around(2800), beta: around(7000), gamma: around(12_600) });
    const worse = await gate(base, changed);
    expect(worse.stdout).toContain('3 worse, 0 better, 0 same, 0 unsure');
    expect(worse.exit).toBe(1);
    const better = await gate(changed, base);
    expect(better.stdout).toContain('0 worse, 3 better, 0 same, 0 unsure');
    expect(better.exit).toBe(0);
  });

  it('calls 0.7 % not worse, whatever one wild call does', async () => {
    const typical = around(15_000, 100);
    const wild = typical.map((value, index) => (index === 50 ? 1_000_000_000 : value * 1.007));
    const outcome = await gate(
      logOf({ alpha: typical }),
      logOf({ alpha: wild.map((value) => Math.round(value)) }),
    );
    expect(outcome.stdout).toContain('0 worse');
    expect(outcome.exit).toBe(0);
  });

  it('counts the rows that NEW lost, and fails for them unless they are allowed', async () => {
    const spoiled = around(2000, 41).map((value, index) => (index < 27 ? `"1,${value}"` : value));
    const changed = logOf({ alpha: spoiled });
    const outcome = await gate(logOf({ alpha: around(2000, 41) }), changed);
    expect(outcome.stdout).toContain('Lost in NEW');
    expect(outcome.stdout).toMatch(/27 rows passed over \(BAD_TIME, first in line 3\)/);
    expect(outcome.exit).toBe(1);
    const allowed = await gate(logOf({ alpha: around(2000, 41) }), changed, '--allow-missing');
    expect(allowed.stdout).toContain('27 rows passed over');
    expect(allowed.exit).toBe(0);
  });

  it('fails when a case is missing in NEW, by name', async () => {
    const outcome = await gate(base, logOf({ alpha: around(2000) }));
    expect(outcome.stdout).toMatch(/Missing in NEW[\s\S]*beta message[\s\S]*gamma message/);
    expect(outcome.exit).toBe(1);
    expect((await gate(base, logOf({ alpha: around(2000) }), '--allow-missing')).exit).toBe(0);
  });

  it('exits 4 when nothing could be compared', async () => {
    const outcome = await gate(base, logOf({ omega: around(2000) }));
    expect(outcome).toMatchObject({ exit: 4, stdout: '' });
    expect(outcome.stderr).toContain('have no measured case in common');
  });

  it('compares the other cases when one took 0 ns', async () => {
    const changed = logOf({ alpha: around(0), beta: around(5000), gamma: around(9000) });
    const outcome = await gate(base, changed);
    expect(outcome.stdout).toMatch(/alpha message bytes \(python, cold\): a time of 0 ns/);
    expect(outcome.stdout).toContain('0 worse, 0 better');
    expect(outcome.exit).toBe(1);
  });

  it('takes several logs of a side as runs of it', async () => {
    const sides = (factor: number): string =>
      [0.99, 1, 1.01].map((own) => logOf({ alpha: around(2000 * factor * own) })).join(',');
    const outcome = await gate(sides(1), sides(1.4));
    expect(outcome.stdout).toContain('1 worse, 0 better, 0 same, 0 unsure');
    expect(outcome.exit).toBe(1);
  });

  it('filters by the name of the case and says the comparison as JSON', async () => {
    const outcome = await gate(base, base, '--filter', 'beta', '--json');
    const { cases } = JSON.parse(outcome.stdout) as {
      readonly cases: readonly { readonly name: string; readonly verdict: string }[];
    };
    expect(cases).toMatchObject([{ name: 'beta message bytes (python, cold)', verdict: 'same' }]);
  });

  it('refuses the option that compare of logs had', async () => {
    const outcome = await runCli(['compare', base, base, '--policy', 'all']);
    expect(outcome.exit).toBe(2);
    expect(outcome.stderr).toContain('no --policy any more');
  });
});

describe('the direction of a comparison', () => {
  it('turns around with its sides', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 20, max: 300 }), async (percent) => {
        const [one, other] = [
          logOf({ alpha: around(20_000) }),
          logOf({ alpha: around(Math.round(200 * percent)) }),
        ];
        const verdictOf = async (base: string, changed: string): Promise<string> => {
          const { stdout } = await runCli(['compare', base, changed, '--json']);
          const [first] = (JSON.parse(stdout) as { cases: readonly { verdict: string }[] }).cases;
          return first?.verdict ?? 'none';
        };
        const turned: Readonly<Record<string, string>> = { worse: 'better', better: 'worse' };
        const forth = await verdictOf(one, other);
        expect(await verdictOf(other, one)).toBe(turned[forth] ?? forth);
      }),
      { numRuns: 6, seed: 20260929 },
    );
  });
});
