// Recomputes stats.json of a serializer run from its logs with the folder's own kernel, names the first difference, and
// checks what was made of it: results.md and the figures.

import type { OpenSource } from '../../../kernel/api/collection/open.ts';
import { KERNEL_FILE, PLAN_FILE, STATS_FILE } from '../../../kernel/api/collection/source-names.ts';
import { POLICIES } from '../../../kernel/api/logs/policy.ts';
import type { StatsFile } from '../../../kernel/api/logs/stats-file.ts';
import { DEFAULT_LOG_OPTIONS } from '../../../viz/report/log-sections.ts';
import type { LogsInput } from '../../../viz/report/log-sections.ts';
import { firstDifference } from '../../../kernel/api/run/difference.ts';
import { reasonOf, usageError } from '../errors.ts';
import { checkKernel, loadKernel } from '../kernel/load.ts';
import { checkFile } from '../results/file-check.ts';
import type { FileCheck } from '../results/file-check.ts';
import { sha256 } from '../results/verify.ts';
import { analysisFiles, analyzeFiles, statsText } from './analyze.ts';

export interface Recomputed {
  readonly analysis: LogsInput;
  readonly kernelId: string;
}

/** The statistics that the folder's logs give with the folder's kernel, by the policy its stats.json names. */
export function recomputed(source: OpenSource): Recomputed {
  const kernel = checkKernel(source.kernel(), source.subject(KERNEL_FILE));
  const { policy } = statsOf(source);
  const options = { ...DEFAULT_LOG_OPTIONS, policy };
  const analysis = analyzeFiles(kernel, source.logs(), options, loadKernel());
  return { analysis, kernelId: kernel.identity.kernelId };
}

export const differenceOf = (
  { analysis }: Recomputed,
  written: StatsFile,
): ReturnType<typeof firstDifference> =>
  firstDifference(JSON.parse(statsText(analysis.stats)), written);

export interface SerializersVerified {
  readonly logs: number;
  readonly rows: number;
  readonly kernelId: string;
  readonly difference: ReturnType<typeof firstDifference>;
  readonly files: readonly FileCheck[];
}

export function recomputeSerializers(source: OpenSource): SerializersVerified {
  const found = recomputed(source);
  const { stats } = found.analysis;
  const pages = analysisFiles(found.analysis)
    .filter(({ name }) => name !== STATS_FILE)
    .map((file) => checkFile(source, file));
  return {
    logs: stats.logs.length,
    rows: stats.logs.reduce((sum, log) => sum + log.rows, 0),
    kernelId: found.kernelId,
    difference: differenceOf(found, statsOf(source)),
    files: [checkPlan(source), ...pages].filter((one) => one !== null),
  };
}

/** The plan names the kernel, and the languages of which there are logs. */
function checkPlan(source: OpenSource): FileCheck {
  const name = PLAN_FILE;
  const plan = objectIn(source, name);
  const said = Array.isArray(plan['languages']) ? (plan['languages'] as unknown[]) : [];
  const logs = source.logNames().map((log) => log.split('/')[1]);
  const facts: readonly (readonly [string, boolean])[] = [
    ['sha256 is not that of kernel.wasm', plan['sha256'] === sha256(source.kernel())],
    ['a log is of a language that it does not name', logs.every((one) => said.includes(one))],
  ];
  const wrong = facts.find(([, holds]) => !holds);
  if (wrong !== undefined) return { name, state: 'different', why: wrong[0] };
  return { name, state: 'unchecked', why: 'beyond its kernel and its languages' };
}

function statsOf(source: OpenSource): StatsFile {
  const found: Partial<StatsFile> = objectIn(source, STATS_FILE);
  const policy = POLICIES.find((name) => name === found.policy);
  if (policy === undefined)
    throw damaged(source.subject(STATS_FILE), `its policy "${String(found.policy)}" is unknown`);
  return { ...(found as StatsFile), policy };
}

function objectIn(source: OpenSource, name: string): Readonly<Record<string, unknown>> {
  let found: unknown;
  try {
    found = JSON.parse(source.text(name));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw damaged(source.subject(name), reasonOf(error));
  }
  if (typeof found === 'object' && found !== null) return found as Record<string, unknown>;
  throw damaged(source.subject(name), 'it is no object');
}

const damaged = (path: string, why: string): Error =>
  usageError(
    'DAMAGED_RUN',
    path,
    `${path} cannot be used: ${why}`,
    'finish an interrupted run with echometer run serializers --resume',
  );
