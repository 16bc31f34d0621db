// What a person reads: the tables and the report of a fixed example, compared with golden files.

import { describe, expect, it } from 'vitest';

import { formatBytes, formatDuration, formatFixed } from '../viz/text/numbers.ts';
import { duplexFigures } from '../viz/figures/duplex.ts';
import { reportPage } from '../viz/report/content.ts';
import { pageMarkdown } from '../viz/print/page-markdown.ts';
import { runTables } from '../viz/print/run-text.ts';
import { tableText } from '../viz/print/terminal.ts';
import { words } from '../viz/tables/table.ts';
import { EXAMPLE_DATA, EXAMPLE_RUN } from './golden/example-run.ts';
import { expectGolden } from './golden/golden.ts';

const EXAMPLE = { run: EXAMPLE_RUN, data: EXAMPLE_DATA };

describe('the tables', () => {
  it('read on a terminal as the golden file says', () => {
    expectGolden('tables.txt', `${runTables(EXAMPLE).join('\n\n')}\n`);
  });

  it('fit 80 columns on a terminal', () => {
    const lines = runTables(EXAMPLE).join('\n').split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('a table that is too wide goes on in a block with its first column', () => {
    const wide = words('x'.repeat(40));
    const columns = [{ title: 'Case' }, { title: 'One' }, { title: 'Two' }];
    const rows = [[words('64 B'), wide, wide]];
    const text = tableText({ caption: 'T', columns, rows, notes: [] });
    expect(text.split('\n').filter((line) => line.startsWith('64 B  x'))).toHaveLength(2);
  });

  it('a run without bulk cases has no throughput table', () => {
    const cases = EXAMPLE_DATA.cases.filter((entry) => entry.suite === 'latency');
    const tables = runTables({ ...EXAMPLE, data: { ...EXAMPLE_DATA, cases } });
    expect(tables.map((table) => table.split('\n')[0])).toEqual([
      'Receipt latency and full cycle, µs',
    ]);
  });

  it('the report reads as the golden file says', () => {
    const runs = [EXAMPLE];
    const figures = duplexFigures({ runs, curves: [], curvesCase: '' });
    expectGolden('report.md', pageMarkdown(reportPage({ runs, figures, more: [] })));
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
    expect(formatFixed(1039.8, 1)).toBe('1,039.8');
    expect(formatFixed(1.23456789e9, 1)).toBe('1,234,567,890.0');
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
  });
});
