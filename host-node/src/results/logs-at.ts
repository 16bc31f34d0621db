// The serializer logs that a path means: a log itself, those of a run, or every one below a folder.

import type { NamedLog } from '../../../kernel/api/logs/log-set.ts';
import { usageError } from '../errors.ts';
import { saying } from './require.ts';
import { openSource } from './source.ts';

/** `language` is that of rows which name none. */
export function logsAt(path: string, language: string | null): readonly NamedLog[] {
  const found = openSource(path);
  const logs = found.source.logs(language);
  if (logs.length > 0) return logs;
  throw usageError(
    'NO_LOGS',
    path,
    `there is no CSV log in ${path}${saying(found)}`,
    'name a log, or a folder that holds logs',
  );
}
