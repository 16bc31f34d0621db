// The rows that this machine has, language by language, asked without timing one.
import { reasonOf } from '../errors.ts';
import { rowsStart } from './driver.ts';
import type { RowReport } from './protocol.ts';
import { RowProcess } from './row-channel.ts';
import { surveyRows } from './survey.ts';

/** Importing one library takes a second on a busy machine; a row or an interpreter that hangs is named after this. */
const ANSWER_TIMEOUT_MS = 20_000;

export interface LanguageRows {
  readonly language: 'javascript' | 'python';
  readonly rows: readonly RowReport[];
  /** Why there are none: the rows did not start. */
  readonly missing: string | null;
}

export const rowsByLanguage = async (python: string | null): Promise<readonly LanguageRows[]> => [
  await rowsOf('javascript', null),
  await rowsOf('python', python),
];

export async function rowsOf(
  language: LanguageRows['language'],
  python: string | null,
): Promise<LanguageRows> {
  try {
    const start = rowsStart(language, python);
    const { reports } = await surveyRows({
      start: () => new RowProcess(start, ANSWER_TIMEOUT_MS),
      wants: () => true,
      cells: [],
      fixtureText: () => '',
      signal: new AbortController().signal,
    });
    return { language, rows: reports, missing: null };
  } catch (error) {
    return { language, rows: [], missing: reasonOf(error).split('\n')[0] ?? '' };
  }
}
