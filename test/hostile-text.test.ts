// Names from files that try to command a terminal, forge a page, run a script or break a file name: the commands from end to end.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';

import { runCli, temporaryFolder } from './fixtures/cli.ts';
import { madeRun, writeFolder } from './fixtures/run-folder.ts';
import { LAPTOP } from './fixtures/synthetic-run.ts';

const HEADER =
  'Language,StringOrStream,TestDataName,Repetitions,RepetitionIndex,SerializerName,SerializerVersion,TimeSer,TimeDeser,Size,TimeSerAndDeser,FidelityScore,DataTypeInstanceCount';

interface Names {
  readonly serializer?: string;
  readonly version?: string;
  readonly data?: string;
}

const CALLS = 24;

function logOf(...rows: readonly Names[]): string {
  const field = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.flatMap(({ serializer = 'json', version = '1.0', data = 'message' }, place) =>
    Array.from({ length: CALLS }, (_, index) => {
      const ns = 2000 + 100 * place + index;
      const names = `${field(data)},${CALLS},${index},${field(serializer)},${field(version)}`;
      return `python,bytes,${names},${ns},${ns},100,${2 * ns},1,1`;
    }),
  );
  const path = join(temporaryFolder(), 'log.csv');
  writeFileSync(path, `${[HEADER, ...lines].join('\n')}\n`);
  return path;
}

/** ESC and all of C0 but tab and line feed, C1, marks that turn the reading order. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const COMMANDS = '\u001b]0;PWN\u0007\u001b[31m\u009b1m\u202ered\n# pwn';

describe('print-terminal-escapes', () => {
  it('names of a log reach a terminal as text, in one line', async () => {
    const log = logOf({ serializer: COMMANDS, version: COMMANDS, data: COMMANDS });
    for (const args of [
      ['analyze', log, '--no-intervals'],
      ['compare', log, log],
      ['stats', log],
    ]) {
      const { stdout, stderr } = await runCli(args);
      expect(stdout + stderr).not.toMatch(OBEYED);
      expect(stdout + stderr).not.toMatch(/^# pwn/m);
    }
  });

  it('names of a run do, too', async () => {
    const folder = join(temporaryFolder(), 'run');
    const { files, run } = madeRun(LAPTOP);
    writeFolder(folder, files);
    const device = { ...run.device, label: COMMANDS, cpuModel: COMMANDS };
    writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...run, device }));
    for (const args of [
      ['compare', folder, folder],
      ['verify', folder],
      ['analyze', folder],
    ]) {
      const { stdout, stderr, exit } = await runCli(args);
      expect(stdout + stderr).not.toMatch(OBEYED);
      expect(stdout + stderr).not.toMatch(/^# pwn/m);
      expect(exit).not.toBe(70);
    }
  });
});

const page = async (log: string): Promise<string> =>
  (await runCli(['analyze', log, '--no-intervals'])).stdout;

describe('print-results-md-html', () => {
  it.each([
    ['<img src=x onerror=alert(1)>', /<img/i],
    ['[l](javascript:alert(1))', /href="?javascript:/i],
    ['<a href="javascript:alert(1)">x</a>', /<a [^>]*javascript:/i],
  ])('%s is text after Markdown became HTML', async (name, bad) => {
    const log = logOf({ serializer: name, version: name, data: name }, { data: name });
    const html = await marked.parse(await page(log));
    expect(html).not.toMatch(bad);
    expect(html).toContain('<table>');
  });
});

describe('print-markdown-cells', () => {
  it('every row of every table has the cells of its head', async () => {
    const log = logOf(
      { serializer: 'a|b' },
      { serializer: 'a\nb' },
      { serializer: 'two', version: '1.0' },
      { serializer: 'two', version: '1.1' },
    );
    const cells = (line: string): number => line.replaceAll('\\|', '').split('|').length;
    const tables = (await page(log)).split('\n\n').filter((block) => block.startsWith('| '));
    expect(tables.length).toBeGreaterThan(2);
    for (const table of tables)
      expect(new Set(table.trimEnd().split('\n').map(cells)).size, table).toBe(1);
  });
});

describe('print-long-name', () => {
  it('a name of 300 characters gives a whole report, its file names at most 120 long', async () => {
    const folder = join(temporaryFolder(), 'report');
    const { exit, stderr } = await runCli([
      'report',
      logOf({ data: 'x'.repeat(300) }),
      '--out',
      folder,
    ]);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    const figures = readdirSync(join(folder, 'figures'));
    expect(figures.length).toBeGreaterThan(0);
    expect(Math.max(...figures.map(({ length }) => length))).toBeLessThanOrEqual(120);
    expect(existsSync(join(folder, 'report.pdf'))).toBe(true);
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('x'.repeat(60));
  });
});
