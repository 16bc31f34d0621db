// Numbers without a tool: a JSON array, a JSON object of arrays, or JSON rows with a key that --column names; and CSV or one
// number a line. A column's title may end in a unit. Nothing else is known: unit and direction can be given.
import type { FileContext, Format } from './format.ts';
import { FormatError, type Place } from './format-error.ts';
import { csvReader, fieldsOf, separatorOf } from './csv-reader.ts';
import { isMissingWord } from './json-number.ts';
import type { JsonNode } from './json-node.ts';
import { jsonReader } from './json-reader.ts';
import { level } from './levels.ts';
import { textReader } from './text-reader.ts';
import { measureOf } from './units.ts';

const LEVELS = [level('iteration', 'value')];

const about = {
  levels: 'iteration (value)',
  unit: "from the title's end: latency_ms, time (ns); else --unit",
  better: 'from the unit; else --lower, --higher',
  losses: ['MACHINE_UNKNOWN'],
} as const;

export const jsonNumbers: Format = {
  id: 'json-numbers',
  tool: 'JSON',
  made: '[1.5, 2.5], {"name": [1.5, 2.5]}, or rows with --column KEY',
  about,
  recognizes: ({ isJson, has }) =>
    isJson && (has('[]') ? !has('[].benchmark') : !has('results') && !has('benchmarks')),
  open: (context) =>
    jsonReader(context, {
      onDocument: (root) => {
        readJson(root, context);
      },
    }),
};

function readJson(root: JsonNode, context: FileContext): void {
  const column = context.options.column ?? null;
  if (root.isObject) {
    const members = root.members().filter(([key]) => column === null || key === column);
    if (members.length === 0) root.refuse(`has no ${column ?? 'member'}`);
    for (const [key, value] of members) add(key, value.numbers(), value.place, context);
    return;
  }
  if (column === null) {
    add(nameOf(context.file), root.numbers(), root.place, context);
    return;
  }
  const values = root.items().map((row) => row.need(column).numberOrMissing() ?? NaN);
  add(column, Float64Array.from(values), root.place, context);
}

export const csvNumbers: Format = {
  id: 'csv-numbers',
  tool: 'CSV',
  made: 'a table with a header, or one number a line',
  about,
  recognizes: ({ lines, isJson }) => !isJson && looksLikeNumbers(lines.slice(0, 40)),
  open: (context) => {
    const columns = new Map<string, number[]>();
    let isTable: boolean | null = null;
    const table = csvReader(context, {
      onHeader: (titles, place) => {
        takeTitles(titles, place, columns, context);
      },
      onRow: (field, place) => {
        for (const [title, values] of columns)
          values.push(numberIn(field(title) ?? '', title, place));
      },
      onEnd: () => {
        addColumns(columns, context);
      },
    });
    const values: number[] = [];
    const list = textReader(context, {
      onLine: (text, place) => {
        if (text.trim() !== '') values.push(numberIn(text, 'the line', place));
      },
      onEnd: () => {
        add(
          nameOf(context.file),
          Float64Array.from(values),
          { file: context.file, line: 1 },
          context,
        );
      },
    });
    return {
      push: (chunk) => {
        if (chunk.length === 0) return;
        // A digit, sign or dot begins a number, anything else a title.
        isTable ??= !/[-+.\d\s]/.test(String.fromCharCode(chunk[0] ?? 0));
        (isTable ? table : list).push(chunk);
      },
      end: () => {
        (isTable === true ? table : list).end();
      },
    };
  },
};

const isNumber = (text: string): boolean =>
  text.trim() !== '' && (Number.isFinite(Number(text)) || isMissingWord(text.trim()));

function looksLikeNumbers(lines: readonly string[]): boolean {
  const [header = '', ...rows] = lines.filter((line) => line.trim() !== '');
  // The last line of a head may be cut off.
  const whole = rows.slice(0, Math.max(1, rows.length - 1));
  if (isNumber(header)) return whole.every(isNumber);
  const separator = separatorOf(header);
  const titles = fieldsOf(header, separator);
  if (rows.length === 0 || titles.includes('SerializerName')) return false;
  const cells = whole.map((row) => fieldsOf(row, separator));
  return (
    titles.some((_, i) =>
      cells.every((row) => row.length !== titles.length || isNumber(row[i] ?? '') || row[i] === ''),
    ) && cells.some((row) => row.length === titles.length && row.some(isNumber))
  );
}

/** Without --column every column whose first cell is a number: that is known with the first row, so all are kept until then. */
function takeTitles(
  titles: readonly string[],
  place: Place,
  columns: Map<string, number[]>,
  { options, file }: FileContext,
): void {
  const wanted = options.column ?? null;
  const named = titles.map((title) => title.trim());
  if (wanted === null && named.length > 1)
    throw new FormatError(
      'UNSUPPORTED',
      file,
      place.line ?? 1,
      `the columns are ${named.join(', ')}: name one with --column`,
    );
  const column = wanted ?? named[0] ?? '';
  if (!named.includes(column))
    throw new FormatError(
      'BAD_VALUE',
      file,
      place.line ?? 1,
      `there is no column ${column}: the columns are ${named.join(', ')}`,
    );
  if (named.filter((title) => title === column).length > 1)
    throw new FormatError(
      'BAD_VALUE',
      file,
      place.line ?? 1,
      `the column ${column} is there twice`,
    );
  columns.set(column, []);
}

/** An empty cell is a missing value. */
function numberIn(text: string, what: string, { file, line }: Place): number {
  const cell = text.trim();
  if (cell === '' || isMissingWord(cell)) return NaN;
  const value = Number(cell);
  if (Number.isNaN(value) || /^0[xob]/i.test(cell))
    throw new FormatError(
      'BAD_VALUE',
      file ?? '',
      line ?? 0,
      `${what} has ${JSON.stringify(cell.slice(0, 40))}, which is no number`,
    );
  return value;
}

function addColumns(columns: ReadonlyMap<string, readonly number[]>, context: FileContext): void {
  for (const [title, values] of columns)
    add(title, Float64Array.from(values), { file: context.file, line: 1 }, context);
}

const nameOf = (file: string): string =>
  file.replace(/^.*\//, '').replace(/\.\w+$/, '') || 'values';

/** `latency_ms`, `time (ns)`, `rate [op/s]`: a unit at the end of a title. */
function unitIn(title: string): string | null {
  return /[\s_([](ns|us|µs|ms|s|sec|B|bytes|B\/s|op\/s|ops\/s)[)\]]?$/.exec(title)?.[1] ?? null;
}

function add(
  title: string,
  values: Float64Array,
  place: Place,
  { draft, options }: FileContext,
): void {
  const unit = options.unit ?? unitIn(title);
  const measure = measureOf(unit ?? '');
  const better = measure.better ?? options.better ?? null;
  draft.samples({ name: title, ...measure, better, place }, values, {
    levels: LEVELS,
    order: 'none',
  });
}
