// A reader of CSV with a header: RFC 4180 quoting, commas, semicolons or tabs, records over several lines.
import { FormatError, type Place } from './format-error.ts';
import type { FileContext, FileReader } from './format.ts';
import { textReader } from './text-reader.ts';

export interface CsvSteps {
  readonly onRow: (field: (column: string) => string | null, place: Place) => void;
  readonly onHeader?: (columns: readonly string[], place: Place) => void;
  readonly onEnd: () => void;
}

export function csvReader(context: FileContext, steps: CsvSteps): FileReader {
  let columns: Map<string, number> | null = null;
  let separator = ',';
  let open = '';
  let openLine = 0;
  const take = (text: string, place: Place): void => {
    const fields = fieldsOf(text, separator);
    if (columns === null) {
      columns = new Map(fields.map((name, i) => [name.trim(), i]));
      steps.onHeader?.(fields, place);
      return;
    }
    const known = columns;
    if (fields.length !== known.size)
      throw new FormatError(
        'BAD_VALUE',
        context.file,
        place.line ?? 0,
        `the row has ${fields.length} fields, the header ${known.size}`,
      );
    steps.onRow((column) => fields[known.get(column) ?? -1] ?? null, place);
  };
  return textReader(context, {
    onLine: (text, place) => {
      if (open === '' && text.trim() === '') return;
      if (columns === null && open === '') separator = separatorOf(text);
      if (open === '') openLine = place.line;
      open = open === '' ? text : `${open}\n${text}`;
      if (hasOpenQuote(open)) return;
      const record = open;
      open = '';
      take(record, { file: context.file, line: openLine });
    },
    onEnd: () => {
      if (open !== '')
        throw new FormatError(
          'TRUNCATED',
          context.file,
          openLine,
          'a quote is open at the end of the file',
        );
      steps.onEnd();
    },
  });
}

const hasOpenQuote = (text: string): boolean => (text.match(/"/g)?.length ?? 0) % 2 === 1;

/** The one of comma, semicolon and tab that stands most often in the header. */
export function separatorOf(header: string): string {
  const counts = [',', ';', '\t'].map((each) => [each, header.split(each).length] as const);
  return counts.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

export function fieldsOf(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const fields: string[] = [];
  const field = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}]*))(${separator}|$)`, 'gy');
  for (let match = field.exec(text); match !== null; match = field.exec(text)) {
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '') break;
  }
  return fields;
}
