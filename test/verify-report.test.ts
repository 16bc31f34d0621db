// What `verify` says of the report.md in a run's folder, and of facts that no statistic is made of.

import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import { runCli, temporaryFolder } from './fixtures/cli.ts';
import type { CliOutcome } from './fixtures/cli.ts';

const folder = join(temporaryFolder(), 'run');
const ARGS = ['run', 'duplex', '--profile', 'smoke', '--only', 'latency/64B', '--out', folder];

/** A copy of the run in which one file has another text. */
function changed(file: string, change: (text: string) => string): string {
  const copy = join(temporaryFolder(), 'copy');
  cpSync(folder, copy, { recursive: true });
  writeFileSync(join(copy, file), change(readFileSync(join(copy, file), 'utf8')));
  return copy;
}

const readJson = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

const verify = (run: string): Promise<CliOutcome> => runCli(['verify', run]);

describe('verify and report.md', () => {
  beforeAll(async () => {
    expect(await runCli(ARGS)).toMatchObject({ exit: 0 });
  });

  it('says that an untouched report is the same', async () => {
    const { exit, stdout } = await verify(folder);
    expect({ exit, says: stdout.includes('report.md says the same') }).toEqual({
      exit: 0,
      says: true,
    });
  });

  it('fails on a number that was changed, and names the line', async () => {
    const lines = readFileSync(join(folder, 'report.md'), 'utf8').split('\n');
    const at = lines.findIndex((line) => line.startsWith('| 64 B'));
    const copy = changed('report.md', () =>
      lines.map((line, index) => (index === at ? line.replace(/\d/, '1$&') : line)).join('\n'),
    );
    const { exit, stdout } = await verify(copy);
    expect(exit).toBe(1);
    expect(stdout).toContain(
      `report.md differs from what data.json gives, first in line ${at + 1};`,
    );
  });

  it('verify-report-crlf: line ends do not matter, a changed number does', async () => {
    const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
    expect(await verify(changed('report.md', crlf))).toMatchObject({ exit: 0 });
    const copy = changed('report.md', (text) => crlf(text.replace(/\| 64 B \| \d/, '$&1')));
    expect(await verify(copy)).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('report.md differs from what data.json gives') as string,
    });
    for (const name of ['run.json', 'trials/0001.json'])
      expect(await verify(changed(name, crlf))).toMatchObject({ exit: 0 });
  });

  it('a report with another title is different', async () => {
    const copy = changed('report.md', (text) => text.replace(/.*/, '# A and B'));
    expect(await verify(copy)).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('first in line 1') as string,
    });
  });

  it('a changed version switches nothing off', async () => {
    const older = (text: string): string =>
      text.replace('"version": "0.1.0"', '"version": "0.0.9"');
    const copy = changed('run.json', older);
    expect(await verify(copy)).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('run.json is not what the run wrote') as string,
    });
    // Without digests nothing says that the version is the true one.
    const data = readJson(join(copy, 'data.json'));
    writeFileSync(join(copy, 'data.json'), JSON.stringify({ ...data, digests: undefined }));
    expect(await verify(copy)).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('(run.json says echometer 0.0.9)') as string,
    });
  });

  it('the report of another version is named as not checked when a digest covers the version', async () => {
    const copy = changed('run.json', (text) =>
      text.replace('"version": "0.1.0"', '"version": "0.0.9"'),
    );
    const run = createHash('sha256')
      .update(readFileSync(join(copy, 'run.json')))
      .digest('hex');
    const data = readJson(join(copy, 'data.json'));
    const digests = { ...(data['digests'] as object), run };
    writeFileSync(join(copy, 'data.json'), JSON.stringify({ ...data, digests }));
    expect(await verify(copy)).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('not checked: report.md (of echometer 0.0.9)') as string,
    });
  });

  const facts: readonly (readonly [string, string, RegExp | string, string])[] = [
    ['a reading', 'trials/0001.json', /"rssBytes": \d/, '"rssBytes": 9'],
    ['the machine', 'run.json', /"cpuCount": \d+/, '"cpuCount": 99'],
    ['the protocol', 'run.json', '"protocolVersion": 1', '"protocolVersion": 2'],
    ['when it ended', 'run.json', /"finishedAt": "\d/, '"finishedAt": "9'],
  ];
  it.each(facts)('a digest notices that %s was changed', async (_what, name, from, to) => {
    const copy = changed(name, (text) => text.replace(from, to));
    expect(await verify(copy)).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('is not what the run wrote') as string,
    });
  });

  it('a digest notices samples in another order', async () => {
    const copy = changed('report.md', (text) => text);
    const path = join(copy, 'samples/0001.receipt.u64');
    const samples = new BigUint64Array(readFileSync(path).buffer.slice(0));
    const last = samples.length - 1;
    [samples[last - 1], samples[last]] = [samples[last] ?? 0n, samples[last - 1] ?? 0n];
    writeFileSync(path, samples);
    const { exit, stdout } = await verify(copy);
    // Two equal neighbors in another order are the same file.
    expect(exit).toBe(samples[last - 1] === samples[last] ? 0 : 1);
    if (exit === 1) expect(stdout).toContain('trials/0001.json or its samples');
  });

  it('says nothing of a report that is not there', async () => {
    const copy = changed('report.md', (text) => text);
    rmSync(join(copy, 'report.md'));
    const { exit, stdout } = await verify(copy);
    expect({ exit, said: stdout.includes('report.md') }).toEqual({ exit: 0, said: false });
  });
});
