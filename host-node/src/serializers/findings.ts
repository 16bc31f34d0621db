// What `doctor` says about serializer rows: how many work, and what would bring the others.
import { reasonOf } from '../errors.ts';
import type { Finding } from '../observe/finding.ts';
import { rowsStart } from './driver.ts';
import type { Language } from './driver.ts';
import type { RowReport } from './protocol.ts';
import { RowProcess } from './row-channel.ts';
import { surveyRows } from './survey.ts';

/** Importing one library takes a second on a busy machine; a row or an interpreter that hangs is named after this. */
const ANSWER_TIMEOUT_MS = 20_000;

/** `lack` is why there is no Python, which has then been waited for already. */
export const rowFindings = async (
  python: string | null,
  lack: string | null,
): Promise<readonly Finding[]> => [
  await finding('javascript', null),
  lack === null ? await finding('python', python) : notStarted('python', lack),
];

const notStarted = (language: Language, why: string): Finding => ({
  subject: `serializers, ${language}`,
  state: 'limits',
  what: `the rows did not start (${why.split('\n')[0] ?? ''})`,
  next: 'run serializers measures the other language',
});

async function finding(language: 'javascript' | 'python', python: string | null): Promise<Finding> {
  const subject = `serializers, ${language}`;
  try {
    const start = rowsStart(language, python);
    const { reports } = await surveyRows({
      start: () => new RowProcess(start, ANSWER_TIMEOUT_MS),
      wants: () => true,
      cells: [],
      fixtureText: () => '',
      signal: new AbortController().signal,
    });
    return summary(subject, reports);
  } catch (error) {
    return notStarted(language, reasonOf(error));
  }
}

function summary(subject: string, rows: readonly RowReport[]): Finding {
  const ok = rows.filter(({ state }) => state === 'ok').length;
  const broken = rows.filter(({ state }) => state === 'broken').map(({ id }) => id);
  const absent = rows.filter(({ state }) => state === 'not-installed');
  const counts = `${ok} of ${rows.length} rows work`;
  const what = broken.length === 0 ? counts : `${counts}; broken: ${broken.join(', ')}`;
  if (absent.length === 0)
    return { subject, state: broken.length === 0 ? 'ok' : 'limits', what, next: '' };
  const pip = names(absent.map((row) => row.pip ?? row.library));
  const debian = names(absent.map(({ debian: name }) => name ?? ''));
  const next =
    debian === ''
      ? `npm install --include=optional ${pip}`
      : `pip install ${pip}, or apt install ${debian}`;
  return { subject, state: 'note', what, next };
}

const names = (all: readonly string[]): string =>
  [...new Set(all)].filter((name) => name !== '').join(' ');
