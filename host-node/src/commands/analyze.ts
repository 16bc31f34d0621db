// `echometer analyze`: logs to the results page, stats.json, figures and the regression gate. It prints nothing itself.
import { existsSync, readFileSync } from 'node:fs';

import { baselineOf, gate, readBaseline } from '../../../kernel/api/logs/baseline.ts';
import type { Gate } from '../../../kernel/api/logs/baseline.ts';
import type { StatsFile } from '../../../kernel/api/logs/stats-file.ts';
import type { LogStatistics } from '../../../kernel/api/logs/statistics.ts';
import { EXIT, usageError } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import { writeFileWhole } from '../results/write-file.ts';
import { analyzeFiles, statsText, writeAnalysis } from '../serializers/analyze.ts';
import { findLogs, readLogFile } from '../serializers/log-files.ts';
import type { LogFile } from '../serializers/log-files.ts';
import type { AnalyzeCommandOptions } from '../serializers/options.ts';
import { makeFolder } from '../results/make-folder.ts';
import type { CommandResult } from './command.ts';

export function runAnalyze(options: AnalyzeCommandOptions): CommandResult {
  const files = options.paths.flatMap((path) => logsOf(path, options.language));
  if (files.length === 0)
    throw usageError(
      'NO_LOGS',
      options.paths.join(', '),
      `there is no CSV log in ${options.paths.join(', ')}`,
      'name a log, or a folder that holds logs',
    );
  const analysis = analyzeFiles(loadKernel(), files, options);
  const gated = gateOf(options, analysis.stats, analysis.statistics);
  if (options.out !== null) {
    makeFolder(options.out);
    writeAnalysis(options.out, files, analysis, options.asPublished);
  }
  const body = options.json ? statsText(analysis.stats) : analysis.page(new Map());
  return { stdout: `${body}${gated.text}`, exit: gated.failed ? EXIT.failed : EXIT.done };
}

function logsOf(path: string, language: string | null): readonly LogFile[] {
  const found = findLogs(path);
  const root = found.length === 1 && found[0] === path ? null : path;
  return found.map((file) => readLogFile(file, root, language));
}

interface Gated {
  readonly text: string;
  readonly failed: boolean;
}

/** A baseline that does not exist is written; one that exists is compared with and never changed. */
function gateOf(
  { baseline: path, limitPercent, policy, json }: AnalyzeCommandOptions,
  stats: StatsFile,
  statistics: LogStatistics,
): Gated {
  if (path === null) return { text: '', failed: false };
  const groups = stats.logs.flatMap((log) => log.groups);
  if (!existsSync(path)) {
    writeFileWhole(path, `${JSON.stringify(baselineOf(groups, policy), null, 2)}\n`);
    return { text: json ? '' : `\nBaseline written: ${path}\n`, failed: false };
  }
  const baseline = readBaseline(readFileSync(path, 'utf8'));
  if (typeof baseline === 'string')
    throw usageError(
      'BAD_BASELINE',
      path,
      `${path} is no baseline: ${baseline}`,
      'write a new one',
    );
  const gates = gate(groups, baseline, limitPercent);
  const failed = gates.some(({ verdict }) => verdict === 'slower');
  return { text: json ? '' : gateText(gates, path, limitPercent, statistics), failed };
}

function gateText(
  gates: readonly Gate[],
  path: string,
  limitPercent: number,
  statistics: LogStatistics,
): string {
  const lines = gates
    .filter(({ verdict }) => verdict !== 'ok')
    .map(({ key, verdict, ratio }) => {
      const by = ratio === null ? '' : `, ${statistics.fixed((ratio - 1) * 100, 1)} %`;
      return `- ${verdict}: ${key.serializer} ${key.dataType}@n=${key.instances} ${key.mode}${by}`;
    });
  const ok = gates.length - lines.length;
  return [
    '',
    `## Against ${path}`,
    '',
    `slower: median and low end of the interval are both more than ${limitPercent} % above the baseline's median; unclear: one of them.`,
    '',
    ...lines,
    `- ok: ${ok} of ${gates.length} groups`,
    '',
  ].join('\n');
}
