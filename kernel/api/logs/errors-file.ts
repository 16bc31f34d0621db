// The `.errors.csv` beside a log: what a serializer said when it failed. Its absence means no errors.
import { CsvReader } from './csv.ts';
import type { CsvRecord } from './csv.ts';
import { ProblemCounter } from './problems.ts';
import type { LogProblem } from './problems.ts';

export interface SerializerError {
  readonly dataType: string;
  readonly serializer: string;
  readonly mode: string;
  readonly repetition: number;
  readonly text: string;
  readonly line: number;
}

export const ERROR_COLUMNS = [
  'TestDataName',
  'SerializerName',
  'StringOrStream',
  'Repetition',
  'ErrorText',
] as const;

/** Reads a whole errors file; rows of another shape are kept as text, because an error about errors helps nobody. */
export function readErrors(file: string, bytes: Uint8Array): readonly SerializerError[] {
  const records: CsvRecord[] = [];
  const reader = new CsvReader(file, (record) => records.push(record));
  reader.push(bytes);
  reader.end();
  const [header, ...rows] = records;
  const at = (name: string): number => header?.fields.indexOf(name) ?? -1;
  const places = ERROR_COLUMNS.map(at);
  return rows.map(({ fields, line }) => {
    const [dataType = '', serializer = '', mode = '', repetition = '', text = ''] = places.map(
      (place) => fields[place] ?? '',
    );
    return {
      dataType,
      serializer,
      mode,
      repetition: Number(repetition),
      text: text === '' ? fields.join(' ') : text,
      line,
    };
  });
}

/** What failed, as problems of the log beside it: one a serializer, data type, mode and text. */
export function errorProblems(file: string, bytes: Uint8Array): readonly LogProblem[] {
  const problems = new ProblemCounter(file);
  for (const { serializer, dataType, mode, text, line } of readErrors(file, bytes))
    problems.add('failed-call', line, `${serializer} ${dataType} ${mode}: ${text}`);
  return problems.list();
}

/** As the reference writes it: no comma or line end inside the text. */
export const errorText = (text: string): string =>
  text.replace(/[\r\n]+/g, ' ').replaceAll(',', ';');
