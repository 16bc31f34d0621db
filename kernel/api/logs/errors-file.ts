// The `.errors.csv` beside a log: what a serializer said when it failed. Its absence means no errors.
import { CsvReader } from './csv.ts';
import { ProblemCounter } from './problems.ts';
import type { LogProblem } from './problems.ts';

export const ERROR_COLUMNS = [
  'TestDataName',
  'SerializerName',
  'StringOrStream',
  'Repetition',
  'ErrorText',
] as const;

/**
 * What failed, as problems of the log beside it: one a serializer, data type, mode and text. A row of another shape is
 * kept as text, because an error about errors helps nobody.
 */
export function errorProblems(file: string, pieces: Iterable<Uint8Array>): readonly LogProblem[] {
  const problems = new ProblemCounter(file);
  let header: readonly string[] | null = null;
  const reader = new CsvReader(file, ({ fields, line }) => {
    if (header === null) {
      header = fields;
      return;
    }
    const names = header;
    const [dataType = '', serializer = '', mode = '', , text = ''] = ERROR_COLUMNS.map(
      (name) => fields[names.indexOf(name)] ?? '',
    );
    const said = text === '' ? fields.join(' ') : text;
    problems.add('FAILED_CALL', line, `${serializer} ${dataType} ${mode}: ${said}`);
  });
  for (const piece of pieces) reader.push(piece);
  reader.end();
  return problems.list();
}

/** As the reference writes it: no comma or line end inside the text. */
export const errorText = (text: string): string =>
  text.replace(/[\r\n]+/g, ' ').replaceAll(',', ';');
