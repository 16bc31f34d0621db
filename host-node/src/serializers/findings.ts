// What `doctor` says about serializer rows: how many work, and what would bring the others.
import { execFileSync } from 'node:child_process';

import { reasonOf } from '../errors.ts';
import type { Finding } from '../observe/finding.ts';
import { rowsCommand } from './driver.ts';
import type { Language } from './driver.ts';
import type { RowReport } from './protocol.ts';

/** Importing thirty libraries takes a second, and much longer on a busy machine. */
const PROBE_TIMEOUT_MS = 60_000;

export const rowFindings = (python: string | null): readonly Finding[] => [
  finding('javascript', null),
  finding('python', python),
];

function finding(language: Language, python: string | null): Finding {
  const subject = `serializers, ${language}`;
  try {
    return summary(subject, probe(language, python));
  } catch (error) {
    const what = `the rows did not start (${reasonOf(error).split('\n')[0] ?? ''})`;
    return { subject, state: 'limits', what, next: 'run serializers measures the other language' };
  }
}

function probe(language: Language, python: string | null): readonly RowReport[] {
  const { command, folder } = rowsCommand(language, python);
  const [program, ...args] = command;
  const text = execFileSync(program, args, {
    cwd: folder,
    input: '{"op":"probe"}\n',
    encoding: 'utf8',
    timeout: PROBE_TIMEOUT_MS,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return (JSON.parse(text) as { readonly rows: readonly RowReport[] }).rows;
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
