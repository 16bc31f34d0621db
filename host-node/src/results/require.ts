// What a command needs of a source, or why this one has it not: an unfinished run, a run of another suite, no run at all.

import type { OpenSource } from '../../../kernel/api/collection/open.ts';
import { DATA_FILE, RUN_FILE } from '../../../kernel/api/collection/source-names.ts';
import { resumeCommand, usageError } from '../errors.ts';
import type { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import { openSource } from './source.ts';
import type { SourceOnDisk } from './source.ts';

/** A finished run of the duplex suites, whatever else is in its folder. */
export function openRun(path: string): OpenSource {
  const { source } = openMeasured(path);
  if (source.has(RUN_FILE)) return source;
  throw usageError(
    'SERIALIZER_RUN',
    path,
    `${path} is a run of the serializer suite`,
    'use echometer report or echometer analyze for its tables, and compare its CSV logs',
  );
}

/** Something was measured: a finished run, or logs. */
export function openMeasured(path: string): SourceOnDisk {
  const found = openSource(path);
  const { source } = found;
  if (source.has(RUN_FILE) && !source.has(DATA_FILE))
    throw usageError(
      'UNFINISHED_RUN',
      path,
      `${path} is an unfinished run: it has no data.json`,
      `finish it with ${resumeCommand(path)}`,
    );
  if (source.has(RUN_FILE) || source.logNames().length > 0) return found;
  if (source.kind === 'serializers')
    throw usageError(
      'NO_LOGS',
      path,
      `${path} is a serializer run without a log: nothing was measured yet`,
      `finish it with ${resumeCommand(path)}`,
    );
  throw notARun(path, `it has no ${RUN_FILE}${saying(found)}`);
}

export const notARun = (path: string, why: string): EchometerError =>
  usageError(
    'NOT_A_RUN',
    path,
    `${path} is not a run: ${why}`,
    "name a run's folder or an .echometer file",
  );

/** What was there and was not opened. */
export function saying({ passedOver }: SourceOnDisk): string {
  return passedOver.length === 0 ? '' : `; only plain files are read, not ${passedOver.join(', ')}`;
}
