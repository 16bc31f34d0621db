// Dropped CSV logs of the serializer suite -> groups of rows, each with its sidecar. Draws nothing.

import { gunzipSync } from 'fflate';
import {
  errorsNameOf,
  isCompressed,
  isLogName,
  readNamedLog,
  sidecarNameOf,
} from '../../kernel/api/logs/log-set.ts';
import type { NamedLog } from '../../kernel/api/logs/log-set.ts';
import { LogError } from '../../kernel/api/logs/problems.ts';
import type { DroppedFile, LoadFailure } from './load.ts';

export interface LoadedLogs {
  readonly logs: readonly NamedLog[];
  readonly failures: readonly LoadFailure[];
}

export async function loadLogs(files: readonly DroppedFile[]): Promise<LoadedLogs> {
  const logs: NamedLog[] = [];
  const failures: LoadFailure[] = [];
  const names = files.map(({ path }) => path);
  const textOf = async (name: string | null): Promise<string | null> => {
    const file = files.find(({ path }) => path === name);
    return file === undefined ? null : new TextDecoder().decode(await file.bytes());
  };
  for (const file of files.filter(({ path }) => isLogName(path))) {
    try {
      const sidecar = await textOf(sidecarNameOf(file.path, names));
      const bytes = await file.bytes();
      const text = isCompressed(file.path) ? gunzipSync(bytes) : bytes;
      const errors = files.find(({ path }) => path === errorsNameOf(file.path, names));
      logs.push(readNamedLog(file.path, text, sidecar, (await errors?.bytes()) ?? null));
    } catch (error) {
      failures.push(failureOf(file.path, error));
    }
  }
  return { logs, failures };
}

function failureOf(name: string, error: unknown): LoadFailure {
  if (error instanceof LogError)
    return { code: error.code.toUpperCase().replaceAll('-', '_'), message: error.message };
  const text = error instanceof Error ? error.message : String(error);
  return { code: 'UNREADABLE', message: `${name} cannot be read: ${text}` };
}
