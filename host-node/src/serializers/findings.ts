// What `doctor` says about serializer rows: how many work, and what would bring the others.
import type { Finding } from '../observe/finding.ts';
import type { Language } from './driver.ts';
import { rowsOf } from './known-rows.ts';
import type { RowReport } from './protocol.ts';

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
  const { rows, missing } = await rowsOf(language, python);
  return missing === null
    ? summary(`serializers, ${language}`, rows)
    : notStarted(language, missing);
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
