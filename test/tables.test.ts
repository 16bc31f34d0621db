// What a person reads: the tables and the report of a fixed example, compared with golden files.

import { describe, expect, it } from 'vitest';

import {
  formatBytes,
  formatDuration,
  formatMegabytesPerSecond,
  formatMicroseconds,
} from '../viz/units.ts';
import { duplexFigures } from '../viz/figures/duplex.ts';
import { reportContent } from '../viz/report/content.ts';
import { reportMarkdown } from '../viz/report/markdown.ts';
import { terminalTables, textTable } from '../viz/tables/terminal.ts';
import { EXAMPLE_DATA, EXAMPLE_RUN } from './golden/example-run.ts';
import { expectGolden } from './golden/golden.ts';

const EXAMPLE = { run: EXAMPLE_RUN, data: EXAMPLE_DATA };

describe('the tables', () => {
  it('read on a terminal as the golden file says', () => {
    expectGolden('tables.txt', `${terminalTables(EXAMPLE).join('\n\n')}\n`);
  });

  it('fit 80 columns on a terminal', () => {
    const lines = terminalTables(EXAMPLE).join('\n').split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('a table that is too wide goes on in a block with its first column', () => {
    const right = (title: string) => ({ title, align: 'right' as const });
    const wide = 'x'.repeat(40);
    const columns = [{ title: 'Case', align: 'left' as const }, right('One'), right('Two')];
    const text = textTable({ caption: 'T', columns, rows: [['64 B', wide, wide]], notes: [] });
    expect(text.split('\n').filter((line) => line.startsWith('64 B  x'))).toHaveLength(2);
  });

  it('a run without bulk cases has no throughput table', () => {
    const cases = EXAMPLE_DATA.cases.filter((entry) => entry.suite === 'latency');
    const tables = terminalTables({ ...EXAMPLE, data: { ...EXAMPLE_DATA, cases } });
    expect(tables.map((table) => table.split('\n')[0])).toEqual([
      'Receipt latency and full cycle, µs',
    ]);
  });

  it('the report reads as the golden file says', () => {
    const runs = [EXAMPLE];
    const figures = duplexFigures({ runs, curves: [], curvesCase: '' });
    expectGolden('report.md', reportMarkdown(reportContent({ runs, figures, more: [] })));
  });
});

describe('units', () => {
  it('sizes read as in the case names', () => {
    expect([64, 1024, 16_384, 262_144, 1_048_576, 1536].map(formatBytes)).toEqual([
      '64 B',
      '1 KiB',
      '16 KiB',
      '256 KiB',
      '1 MiB',
      '1.5 KiB',
    ]);
  });

  it('large numbers are grouped by thousands', () => {
    expect(formatMicroseconds(1_039_800)).toBe('1,039.8');
    expect(formatMegabytesPerSecond(2.896e9)).toBe('2,896.0');
    expect(formatMegabytesPerSecond(1.23456789e15)).toBe('1,234,567,890.0');
  });

  it('durations change their unit at one second and at one minute', () => {
    expect([840e6, 12.44e9, 200e9].map(formatDuration)).toEqual(['840 ms', '12.4 s', '3 min 20 s']);
  });

  it('what rounds up to the next unit is written in it', () => {
    expect([999.4e6, 999.6e6, 59.94e9, 59.96e9, 119.6e9].map(formatDuration)).toEqual([
      '999 ms',
      '1.0 s',
      '59.9 s',
      '1 min 0 s',
      '2 min 0 s',
    ]);
    expect([1_048_500, 1_048_575, 2 ** 30 - 1].map(formatBytes)).toEqual([
      '1,023.9 KiB',
      '1.0 MiB',
      '1.0 GiB',
    ]);
  });
});
