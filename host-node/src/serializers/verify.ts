// Recomputes stats.json of a serializer run from its logs with the folder's own kernel, and names the first difference.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { firstDifference } from '../../../kernel/api/run/difference.ts';
import { POLICIES } from '../../../kernel/api/logs/policy.ts';
import type { StatsFile } from '../../../kernel/api/logs/stats-file.ts';
import type { CommandResult } from '../command/command.ts';
import { EXIT, reasonOf, systemCode, usageError } from '../errors.ts';
import { checkKernel } from '../kernel/load.ts';
import { analyzeFiles, statsText } from './analyze.ts';
import { findLogs, readLogFile } from './log-files.ts';
import { PLAN_FILE } from './plan-file.ts';

/** Finished: a run that was interrupted before has no statistics yet. */
export const hasSerializers = (folder: string): boolean =>
  existsSync(join(folder, PLAN_FILE)) && existsSync(join(folder, 'stats.json'));

export const isSerializerRun = (folder: string): boolean =>
  existsSync(join(folder, PLAN_FILE)) && !existsSync(join(folder, 'run.json'));

export interface Recomputed {
  readonly stats: StatsFile;
  readonly kernelId: string;
}

/** The statistics that the folder's logs give with the folder's kernel, by the policy its stats.json names. */
export function recomputed(folder: string): Recomputed {
  const kernelFile = join(folder, 'kernel.wasm');
  const kernel = checkKernel(readOrRefuse(kernelFile), kernelFile);
  const files = findLogs(join(folder, 'logs')).map((path) => readLogFile(path, folder, null));
  const { policy } = statsOf(folder);
  const { stats } = analyzeFiles(kernel, files, { policy, asPublished: false, profile: null });
  return { stats, kernelId: kernel.identity.kernelId };
}

export const differenceOf = (
  { stats }: Recomputed,
  written: StatsFile,
): ReturnType<typeof firstDifference> => firstDifference(JSON.parse(statsText(stats)), written);

export interface SerializersVerified {
  readonly logs: number;
  readonly rows: number;
  readonly kernelId: string;
  readonly difference: ReturnType<typeof firstDifference>;
}

export function recomputeSerializers(folder: string): SerializersVerified {
  const found = recomputed(folder);
  return {
    logs: found.stats.logs.length,
    rows: found.stats.logs.reduce((sum, log) => sum + log.rows, 0),
    kernelId: found.kernelId,
    difference: differenceOf(found, statsOf(folder)),
  };
}

export function serializersText(folder: string, verified: SerializersVerified): string {
  const { logs, rows, kernelId, difference } = verified;
  return difference === null
    ? `${folder}: stats.json is what its logs give (${logs} logs, ${rows} rows, kernel ${kernelId})\n`
    : `${folder}: stats.json differs at ${difference.path}: it says ` +
        `${JSON.stringify(difference.found)}, the logs give ${JSON.stringify(difference.expected)}\n`;
}

export function verifySerializers(folder: string, json: boolean): CommandResult {
  const result = recomputeSerializers(folder);
  return {
    stdout: json ? `${JSON.stringify(result, null, 2)}\n` : serializersText(folder, result),
    exit: result.difference === null ? EXIT.done : EXIT.failed,
  };
}

function statsOf(folder: string): StatsFile {
  const path = join(folder, 'stats.json');
  const bytes = readOrRefuse(path);
  let found: Partial<StatsFile>;
  try {
    found = JSON.parse(Buffer.from(bytes).toString('utf8')) as Partial<StatsFile>;
  } catch (error) {
    throw damaged(path, reasonOf(error));
  }
  const policy = POLICIES.find((name) => name === found.policy);
  if (policy === undefined) throw damaged(path, `its policy "${String(found.policy)}" is unknown`);
  return { ...(found as StatsFile), policy };
}

function readOrRefuse(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw damaged(path, systemCode(error) ?? reasonOf(error));
  }
}

const damaged = (path: string, why: string): Error =>
  usageError(
    'DAMAGED_RUN',
    path,
    `${path} cannot be used: ${why}`,
    'finish an interrupted run with echometer run serializers --resume',
  );
