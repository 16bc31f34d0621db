// Files of other tools in `analyze`, `report` and `stats`: the same cases, numbers and losses in each, by one table of options.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { expectDone, runCli, temporaryFolder } from './fixtures/cli.ts';
import { expectedOf } from './fixtures/format-files.ts';
import { complaints } from './fixtures/schemas.ts';

const FILES = join(import.meta.dirname, 'fixtures/formats');
const fixture = (path: string): string => join(FILES, path);

/** Rows of a Markdown table, cell by cell. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '));

/** A table of three columns; the last one is doubtful without its options. */
function tableFile(): string {
  const path = join(temporaryFolder(), 'table.csv');
  writeFileSync(path, 'run,score,latency_ms\na,1.5,10\nb,2.5,20\nc,3.5,30\n');
  return path;
}

describe('analyze', () => {
  it('prints the cases with what a level repeats, and what the file lost beside the numbers', async () => {
    const outcome = await runCli(['analyze', fixture('pyperf/real.json')]);
    expectDone(outcome);
    const [expected] = expectedOf('pyperf');
    const [head = [], row = []] = rowsOf(outcome.stdout);
    const cell = (title: string): string | undefined => row[head.indexOf(title)];
    expect(cell('n')).toBe(String(expected?.n));
    expect(cell('Units')).toBe(`${expected?.units} run`);
    expect(cell('Lost')).toBe('a');
    // 18 values: nothing lies far enough beyond p95.
    expect(cell('p95')).toBe('–');
    expect(outcome.stdout).toContain('Lost: a MEANS_OF_CALLS.');
    expect(outcome.stdout).toContain('MEANS_OF_CALLS (all cases): a value is the mean');
  });

  it("keeps a tool's own statistics apart, each with its definition", async () => {
    const outcome = await runCli(['analyze', fixture('k6/real.json')]);
    expectDone(outcome);
    expect(outcome.stdout).toContain('**What only the tool computed**');
    expect(outcome.stdout).toContain(
      '| http_req_duration | time | – | median | R-7 | 110.0 ms | a c |',
    );
    expect(outcome.stdout).toContain(
      '| data_received | throughput | – | rate | unknown | 40,180 B/s |',
    );
    expect(outcome.stdout).not.toContain('**Cases**');
  });

  it('gives nearest ranks of a histogram, and JSON as the schema says', async () => {
    const outcome = await runCli(['analyze', fixture('hlog/real.hlog'), '--json']);
    expectDone(outcome);
    const json = JSON.parse(outcome.stdout) as {
      readonly collections: readonly {
        readonly series: readonly { readonly statistics: object }[];
      }[];
    };
    expect(complaints('collections', json)).toEqual([]);
    const [expected] = expectedOf('hlog');
    expect(json.collections[0]?.series[0]?.statistics).toMatchObject({
      kind: 'histogram',
      n: expected?.n,
      p50: expected?.p50,
      p95: expected?.p95,
      p99: expected?.p99,
    });
  });

  it('takes standard input, and what the user says of a file', async () => {
    const file = tableFile();
    const vague = await runCli(['analyze', file]);
    expect([vague.exit, vague.stderr]).toEqual([2, expect.stringContaining('--column')]);
    const said = await runCli(['analyze', file, '--column', 'score', '--unit', 'op/s', '--json']);
    expectDone(said);
    const { collections } = JSON.parse(said.stdout) as { readonly collections: readonly unknown[] };
    expect(collections).toMatchObject([{ series: [{ unit: 'op/s', better: 'higher' }] }]);
    const both = await runCli(['analyze', file, '--column', 'score', '--lower', '--higher']);
    expect([both.exit, both.stderr]).toEqual([2, expect.stringContaining('exclude each other')]);
    const forced = await runCli(['analyze', fixture('hyperfine/real.json'), '--format', 'jmh']);
    expect([forced.exit, forced.stdout]).toEqual([2, '']);
  });
});

describe('report', () => {
  it('writes a page of the same cases, beside the file by default', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'results.json');
    writeFileSync(file, readFileSync(fixture('google-benchmark/real.json')));
    const analyzed = await runCli(['analyze', file]);
    expectDone(await runCli(['report', file]));
    expect(readdirSync(folder).sort()).toEqual([
      'figures',
      'report.html',
      'report.md',
      'report.pdf',
      'results.json',
    ]);
    const text = readFileSync(join(folder, 'report.md'), 'utf8');
    expect(rowsOf(text)).toEqual(rowsOf(analyzed.stdout));
    expect(text).toMatch(/!\[.*\]\(figures\/source-.*results-json\.svg\)/);
    const html = readFileSync(join(folder, 'report.html'), 'utf8');
    expect(html).toContain('MEANS_OF_CALLS');
  });

  it('shows results of other tools below a run', async () => {
    const out = temporaryFolder();
    const sample = join(import.meta.dirname, '../docs/sample-run');
    expectDone(await runCli(['report', sample, fixture('go/real.txt'), '--out', out]));
    const text = readFileSync(join(out, 'report.md'), 'utf8');
    expect(text).toContain('# Round trips');
    expect(text).toContain('go test -bench (read as go)');
  });
});

describe('stats', () => {
  it('gives each case of a file the statistics of a column of its numbers', async () => {
    const outcome = await runCli(['stats', fixture('hyperfine/real.json'), '--json']);
    expectDone(outcome);
    const { schema, cases } = JSON.parse(outcome.stdout) as {
      readonly schema: string;
      readonly cases: readonly { readonly unit: string; readonly statistics: unknown }[];
    };
    expect([schema, cases.length]).toEqual(['echometer.stats/1', 4]);
    const file = JSON.parse(readFileSync(fixture('hyperfine/real.json'), 'utf8')) as {
      readonly results: readonly { readonly times: readonly number[] }[];
    };
    const column = join(temporaryFolder(), 'column.txt');
    writeFileSync(column, `${file.results[0]?.times.join('\n') ?? ''}\n`);
    const plain = await runCli(['stats', column, '--json']);
    expect(cases[0]?.statistics).toEqual(JSON.parse(plain.stdout));
    expect(cases[0]?.unit).toBe('s');
  });

  it('takes a column of a table, packed too, and refuses what has no samples', async () => {
    const packed = join(temporaryFolder(), 'table.csv.gz');
    writeFileSync(packed, gzipSync(readFileSync(tableFile())));
    const outcome = await runCli(['stats', packed, '--column', 'latency_ms']);
    expectDone(outcome);
    expect(outcome.stdout).toContain('latency_ms, time in ms');
    expect(outcome.stdout).toMatch(/^median {2}20/m);
    const bare = await runCli(['stats', fixture('k6/real.json')]);
    expect([bare.exit, bare.stderr]).toEqual([2, expect.stringContaining('[NO_SAMPLES]')]);
  });

  it('names the line of what is no number in a column', async () => {
    const file = join(temporaryFolder(), 'column.txt');
    writeFileSync(file, '1.5\nabc\n');
    const outcome = await runCli(['stats', file]);
    expect([outcome.exit, outcome.stderr]).toEqual([2, expect.stringContaining(':2: ')]);
  });
});
