// Dropped CSV logs of the serializer suite -> groups of rows, each with its sidecar. Draws nothing.

import { gunzipSync } from 'fflate';
import {
  errorsNameOf,
  isCompressed,
  isLogName,
  readNamedLog,
  sidecarNameOf,
} from '../../../kernel/api/logs/log-set.ts';
import type { NamedLog } from '../../../kernel/api/logs/log-set.ts';
import { LogError } from '../../../kernel/api/logs/problems.ts';
import type { DroppedFile, LoadFailure } from './dropped.ts';

export interface LoadedLogs {
  readonly logs: readonly NamedLog[];
  readonly failures: readonly LoadFailure[];
}

export async function loadLogs(files: readonly DroppedFile[]): Promise<LoadedLogs> {
  const logs: NamedLog[] = [];
  const failures: LoadFailure[] = [];
  const names = files.map(({ path }) => path);
  const plainOf = async (name: string | null): Promise<Uint8Array | null> => {
    const bytes = await files.find(({ path }) => path === name)?.bytes();
    if (name === null || bytes === undefined) return null;
    return isCompressed(name) ? gunzipSync(bytes) : bytes;
  };
  for (const name of names.filter(isLogName)) {
    try {
      const sidecar = await plainOf(sidecarNameOf(name, names));
      const sidecarText = sidecar === null ? null : new TextDecoder().decode(sidecar);
      const text = (await plainOf(name)) ?? new Uint8Array();
      logs.push(readNamedLog(name, text, sidecarText, await plainOf(errorsNameOf(name, names))));
    } catch (error) {
      failures.push(failureOf(name, error));
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
