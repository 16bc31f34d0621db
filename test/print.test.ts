// The printers of tables: whatever a table holds, every target shows the same texts and carries the same values.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, it, test } from 'vitest';

import { tableCsv } from '../viz/print/csv.ts';
import { HTML_BEST, tableHtml } from '../viz/print/html.ts';
import { tableJson } from '../viz/print/json.ts';
import { blockMarkdown, tableMarkdown } from '../viz/print/markdown.ts';
import { shownTable } from '../viz/print/shown.ts';
import { tableText } from '../viz/print/terminal.ts';
import { isList, isNumber, isText } from '../viz/tables/table.ts';
import type { Cell, Table } from '../viz/tables/table.ts';
import { numberText } from '../viz/text/numbers.ts';
import { printable } from '../viz/text/printable.ts';

/** What breaks tables, starts markup, runs commands of a terminal or turns the reading order. */
const HOSTILE = [
  '|', '\\|', '<img src=x onerror=alert(1)>', '</td>', '\n', '\r\n# pwn', '`', '``', '**', '*', '_', '~~', '$',
  '\u001b[31m', '\u001b]0;PWN\u0007', '\u009b31m', '\u0085', '\u202e', '\u2066', '\u200f', '\ufeff', '\ud800',
  '[l](javascript:alert(1))', '![i](x)', '[r]: x', '<javascript:alert(1)>', 'http://a.b', 'www.a.b', 'a@b.c', '&amp;', '&#60;',
  '\\', '=1+1', '+1', '-1', '@SUM(1)', '"', ',', "'", '†', '漢字', 'é', 'שלום', '🙂', '<!--', '- ', '1. ', '#', '>', '---',
]; // prettier-ignore

const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', maxLength: 4 })), {
    maxLength: 5,
  })
  .map((parts) => parts.join(''));

const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 });
const unit = fc.constantFrom('', 'µs', 'MB/s');
const digits = fc.oneof(
  fc.record({ decimals: fc.nat(4), isSigned: fc.boolean() }),
  fc.record({ significant: fc.integer({ min: 1, max: 6 }), keepsZeros: fc.boolean() }),
  fc.constant('measured' as const),
  fc.constant('bytes' as const),
);

const anyCell: fc.Arbitrary<Cell> = fc.oneof(
  hostileText.map((text) => ({ text })),
  fc.record(
    { value: fc.option(number), unit, digits, note: hostileText, isBest: fc.boolean() },
    { requiredKeys: ['value', 'unit', 'digits'] },
  ),
  fc.record({ value: number, low: number, high: number, unit, digits }),
  fc.record({ values: fc.array(fc.option(number), { minLength: 1, maxLength: 3 }), unit, digits }),
);

const anyTable: fc.Arbitrary<Table> = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.record({
    caption: hostileText,
    columns: fc.array(
      fc.record(
        { title: hostileText, isScaled: fc.boolean(), showsUnit: fc.boolean() },
        { requiredKeys: ['title'] },
      ),
      { minLength: width, maxLength: width },
    ),
    rows: fc.array(fc.array(anyCell, { minLength: width, maxLength: width }), { maxLength: 4 }),
    notes: fc.array(hostileText, { maxLength: 2 }),
  }),
);

const RUNS = { numRuns: 400 };

/** The texts that every target shows, row by row, the heads first. */
function textsOf(table: Table): string[][] {
  const { columns, rows } = shownTable(table, '');
  return [columns.map(({ title }) => title), ...rows.map((row) => row.map(({ text }) => text))];
}

const unescaped = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Cells of the only table of a piece of HTML; a tag in a cell that is not the mark of the best stays and is seen. */
const cellsOfHtml = (html: string): string[][] =>
  [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<(t[dh])[^>]*>([\s\S]*?)<\/\1>/g)].map(([, , cell = '']) =>
      unescaped(cell.replace(/^<strong>([\s\S]*)<\/strong>$/, '$1')),
    ),
  );

const RAW = /(?!\n)\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

describe('any table', () => {
  it('is the same in HTML, cell for cell', () => {
    fc.assert(
      fc.property(anyTable, (table) => {
        expect(cellsOfHtml(tableHtml(table))).toEqual(textsOf(table));
      }),
      RUNS,
    );
  });

  it('is the same in Markdown, cell for cell, and one table', () => {
    fc.assert(
      fc.property(anyTable, (table) => {
        const html = marked.parse(tableMarkdown(table), { async: false });
        expect(html.match(/<table>/g)).toHaveLength(1);
        expect(cellsOfHtml(html)).toEqual(textsOf(table));
        expect(html).not.toMatch(/<(?:a|img|h\d|script|code|em|del|ul|ol|blockquote|pre|hr)\b/);
      }),
      RUNS,
    );
  });

  it('is the same on a terminal, cell for cell', () => {
    fc.assert(
      fc.property(anyTable, (table) => {
        const lines = tableText({ ...table, caption: 'caption', notes: [] }, 1e6).split('\n');
        const shown = lines
          .filter((_, index) => index === 2 || index > 3)
          .slice(0, table.rows.length + 1)
          .map((line) =>
            line
              .replaceAll(' ★', '')
              .split(/ {2,}/)
              .filter((cell) => cell !== ''),
          );
        const expected = textsOf(table).map((row) => row.filter((cell) => cell !== ''));
        expect(shown).toEqual(expected);
      }),
      RUNS,
    );
  });

  it('brings nothing to a terminal that it would obey', () => {
    fc.assert(
      fc.property(anyTable, (table) => {
        for (const text of [
          tableText(table),
          tableMarkdown(table),
          tableCsv(table).replaceAll('\r\n', '\n'),
          tableJson(table),
        ])
          expect(RAW.test(text)).toBe(false);
      }),
      RUNS,
    );
  });

  it('has the same values as CSV and as JSON', () => {
    fc.assert(
      fc.property(anyTable, (table) => {
        const json = JSON.parse(tableJson(table)) as Table;
        const [, ...rows] = csvRows(tableCsv(table));
        expect(rows.map((row) => row.filter((field) => field !== ''))).toEqual(
          json.rows.map((row) => csvOrder(json, row).filter((field) => field !== '')),
        );
      }),
      RUNS,
    );
  });
});

/** RFC 4180, with the apostrophe before a formula taken off again. */
const csvRows = (text: string): string[][] =>
  text
    .split('\r\n')
    .slice(0, -1)
    .map((line) =>
      [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(([, quoted, plain]) =>
        (quoted?.replaceAll('""', '"') ?? plain ?? '').replace(/^'/, ''),
      ),
    );

/** Values of a row in the order in which the CSV file has them. */
function csvOrder(table: Table, row: readonly Cell[]): string[] {
  return row.flatMap((cell, index) => {
    const text = (value: number | null | undefined): string =>
      value === null || value === undefined ? '' : String(value);
    const column = table.rows.flatMap((other) => {
      const one = other[index];
      return one === undefined || isText(one) ? [] : [one];
    });
    const hasUnits = new Set(column.map(({ unit: name }) => name)).size > 1;
    if (isText(cell)) return [cell.text];
    const values = isList(cell) ? cell.values.map(text) : [text(cell.value)];
    const range = isNumber(cell) ? [text(cell.low), text(cell.high)] : [];
    return [...values, ...range, hasUnits ? cell.unit : '', cell.note ?? ''];
  });
}

describe('a paragraph of Markdown', () => {
  it('is one paragraph with the text it was made of', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const html = marked.parse(blockMarkdown(text), { async: false }).trim();
        const shown = printable(text);
        expect(unescaped(html)).toBe(shown === '' ? '' : `<p>${shown}</p>`);
      }),
      RUNS,
    );
  });

  it('says our own words without marks', () => {
    const plain =
      '1.5 µs [1.2, 1.8] of message@n=1, p < 0.05 (×1.02), snake_case and A & B: 3 > 2.';
    expect(blockMarkdown(plain)).toBe(plain);
  });
});

describe('the best of a column', () => {
  const table: Table = {
    caption: 'T',
    columns: [{ title: 'Row' }, { title: 'µs' }],
    rows: [
      [{ text: 'a|b' }, { value: 2.5, unit: 'µs', digits: { decimals: 1 }, isBest: true }],
      [{ text: 'c' }, { value: null, unit: 'µs', digits: { decimals: 1 } }],
    ],
    notes: [],
  };

  it('is marked and explained by every target', () => {
    expect(tableMarkdown(table)).toBe(
      '**T**\n\n| Row | µs |\n|---|---:|\n| a\\|b | **2.5** |\n| c | – |\n\nBold is the best of its column.',
    );
    expect(tableHtml(table)).toContain('<td class="r"><strong>2.5</strong></td>');
    expect(tableHtml(table)).toContain(HTML_BEST);
    expect(tableText(table)).toContain('a|b  2.5 ★');
    expect(tableCsv(table)).toBe('Row,µs\r\na|b,2.5\r\nc,\r\n');
  });
});

describe('numbers', () => {
  test.each([
    [2438.52, { decimals: 1 }, '2,438.5'],
    [-0.04, { decimals: 1 }, '0.0'],
    [-1.25, { decimals: 1, isSigned: true }, '−1.3'],
    [1.25, { decimals: 1, isSigned: true }, '+1.3'],
    [0, { decimals: 1, isSigned: true }, '0.0'],
    [Number.NaN, { decimals: 1 }, '–'],
    [1165.5, { significant: 3 }, '1,170'],
    [0.581, { significant: 3 }, '0.581'],
    [4520, { significant: 3 }, '4,520'],
    [0.3, { significant: 2 }, '0.3'],
    [8, { significant: 2, keepsZeros: true }, '8.0'],
    [12.25, { significant: 3 }, '12.2'],
    [12.75, { significant: 3 }, '12.8'],
    [9.996, { significant: 3 }, '10'],
    [1e300, { significant: 3 }, `1${',000'.repeat(100)}`],
    [13.42, 'measured', '13.42'],
    [65_535, 'bytes', '65,535 B'],
    [65_536, 'bytes', '64 KiB'],
    [65_537, 'bytes', '65,537 B'],
    [1536, 'bytes', '1.5 KiB'],
    [1_048_576, 'bytes', '1 MiB'],
    [2 ** 30 - 1, 'bytes', '1,073,741,823 B'],
  ] as const)('%d as %j is %s', (value, how, text) => {
    expect(numberText(value, how)).toBe(text);
  });

  it('with significant digits are what the kernel writes', () => {
    const { cases } = JSON.parse(
      readFileSync(new URL('../kernel/vectors/text/demo-rounded.json', import.meta.url), 'utf8'),
    ) as { readonly cases: readonly VectorCase[] };
    const own = cases.filter(({ id }) => id.startsWith('demo-significant-'));
    expect(own.length).toBeGreaterThan(20);
    for (const { id, input, output } of own) {
      const [, bits = '', significant = 0] = input.steps[0] ?? [];
      const value = new DataView(bytesOf(bits.slice('f64:'.length)).buffer).getFloat64(0);
      const text = numberText(value, { significant, keepsZeros: true });
      const written = new TextDecoder().decode(bytesOf(output.memory.out.bytes));
      expect(text.replaceAll(',', '').replace('−', '-'), id).toBe(written);
    }
  });

  it('no two sizes read alike', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 5000 }), (size, step) => {
        expect(numberText(size, 'bytes')).not.toBe(numberText(size + step, 'bytes'));
      }),
    );
  });
});

interface VectorCase {
  readonly id: string;
  readonly output: { readonly memory: { readonly out: { readonly bytes: string } } };
  readonly input: { readonly steps: readonly (readonly [string, string, number, ...unknown[]])[] };
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
