// Logs of several sources: told apart by their names, pooled only where machine and versions are equal.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import { command as analyze } from '../../host-node/src/commands/analyze.ts';
import { planFile, planOf } from '../../host-node/src/serializers/plan-file.ts';
import { wholePlan } from '../../host-node/src/serializers/plan.ts';
import { loadKernel } from '../../host-node/src/kernel/load.ts';
import { temporaryFolder } from '../fixtures/cli.ts';

const LOG = resolve(
  import.meta.dirname,
  '../golden/serializers/2026-08-16-150620.bytes-json-libs.csv',
);
const HEAD = '{"schema_version":1,"language":"swift","benchmark_ts":"2026-08-16-150620"';

/** A run's folder with the same log under the same name; what its sidecar says may differ. */
function source(
  name: string,
  facts: { cpu?: string; swift?: string; label?: string } = {},
): string {
  const folder = join(temporaryFolder(), name);
  const { cpu = 'CPU', swift = '6.0', label } = facts;
  cpSync(LOG, join(folder, 'logs', 'a.csv'));
  const environment = { cpu: { model: cpu }, machine_id: cpu, runtimes: { swift } };
  const rest = JSON.stringify({ environment, run: { label } });
  writeFileSync(join(folder, 'logs', 'a.configs.json'), `${HEAD},${rest.slice(1)}`);
  return folder;
}

async function page(...argv: string[]): Promise<string> {
  const surroundings = {
    signal: new AbortController().signal,
    progress: () => undefined,
    announce: () => undefined,
    argv: [],
  };
  return (await analyze.run(analyze.parse([...argv, '--no-intervals']), surroundings)).stdout;
}

const sources = (text: string): string[] =>
  [...text.matchAll(/^\| source \| (.*?) +\|/gm)].map(([, name]) => name ?? '');

describe('two sources with a log of one name', () => {
  it('are told apart by their folders, and of one machine and versions they are sessions', async () => {
    const text = await page(source('before'), source('after'));
    expect(sources(text)).toEqual(['before: logs/a.csv', 'after: logs/a.csv']);
    expect(text).toContain('Sessions: before: logs/a.csv, after: logs/a.csv.');
  });

  it('are called by their labels where each has one', async () => {
    const text = await page(source('x', { label: 'old' }), source('x', { label: 'new' }));
    expect(sources(text)).toEqual(['old: logs/a.csv', 'new: logs/a.csv']);
    expect(text).toMatch(/^# Serializers on old and new$/m);
  });

  it('are called by their whole paths where the ends are equal', async () => {
    const [one, other] = [source('x'), source('x')];
    const names = [one, other].map((path) => `${path.slice(1)}: logs/a.csv`);
    expect(sources(await page(one, other))).toEqual(names);
  });

  it.each([
    ['machines', { cpu: 'another' }, 'machine'],
    ['versions', { swift: '6.1' }, 'swift (6.0 and 6.1)'],
  ])(
    'of other %s stand side by side: nothing is pooled, and the page says so',
    async (_, facts, said) => {
      const text = await page(source('one'), source('two', facts));
      expect(text).not.toContain('Sessions:');
      expect(text).toContain(said);
      expect(text).toMatch(/not pooled|are in no statistic together|side by side/);
    },
  );

  it('of one source keep their plain names', async () => {
    expect(sources(await page(source('alone')))).toEqual(['logs/a.csv']);
  });
});

describe('the label of a serializer run', () => {
  it('is in its plan and comes back when the run is resumed', () => {
    const times = { startedAt: '2026-11-30T12:00:00Z', finishedAt: null, resumedAt: [] };
    const text = planFile(wholePlan('smoke', null, 'my pad'), 's', loadKernel(), times);
    expect(planOf(text, 'x').plan.label).toBe('my pad');
    expect(
      planOf(planFile(wholePlan('smoke', null, null), 's', loadKernel(), times), 'x').plan.label,
    ).toBe(null);
  });

  it('is read from the sample runs as none', () => {
    const sample = readFileSync(
      resolve(import.meta.dirname, '../../docs/sample-serializers/serializers.json'),
      'utf8',
    );
    expect(planOf(sample, 'x').plan.label).toBe(null);
  });
});
