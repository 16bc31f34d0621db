// `echometer analyze`: logs to the results page, stats.json, figures and the regression gate. It prints nothing itself.
import { existsSync, readFileSync } from 'node:fs';

import { baselineOf, gate, readBaseline } from '../../../kernel/api/logs/baseline.ts';
import type { Baseline, GatedGroup } from '../../../kernel/api/logs/baseline.ts';
import type { StatsFile } from '../../../kernel/api/logs/stats-file.ts';
import { pageMarkdown, sectionMarkdown } from '../../../viz/print/page-markdown.ts';
import { gateSection } from '../../../viz/report/gate.ts';
import { logPage } from '../../../viz/report/log-page.ts';
import { EXIT, systemCode, usageError } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import { writeFileWhole } from '../results/write-file.ts';
import { analyzeFiles, statsText, writeAnalysis } from '../serializers/analyze.ts';
import { logsAt } from '../serializers/logs-at.ts';
import type { AnalyzeCommandOptions } from '../serializers/options.ts';
import { makeFolder } from '../results/make-folder.ts';
import type { CommandResult } from '../command/command.ts';

export function runAnalyze(options: AnalyzeCommandOptions): CommandResult {
  const files = options.paths.flatMap((path) => logsAt(path, options.language));
  const figures = options.out !== null;
  const analysis = analyzeFiles(loadKernel(), files, { ...options, figures });
  const gated = gateOf(options, analysis.stats);
  if (options.out !== null) {
    makeFolder(options.out);
    writeAnalysis(options.out, analysis);
  }
  const body = options.json
    ? statsText(analysis.stats)
    : pageMarkdown(logPage({ ...analysis, options: { ...analysis.options, figures: false } }));
  return { stdout: `${body}${gated.text}`, exit: gated.failed ? EXIT.failed : EXIT.done };
}

interface Gated {
  readonly text: string;
  readonly failed: boolean;
}

/** A baseline that does not exist is written; one that exists is compared with and never changed. */
function gateOf(
  { baseline: path, limitPercent, policy, json }: AnalyzeCommandOptions,
  stats: StatsFile,
): Gated {
  if (path === null) return { text: '', failed: false };
  const groups = gatedGroups(stats);
  if (!existsSync(path)) {
    writeFileWhole(path, `${JSON.stringify(baselineOf(groups, policy), null, 2)}\n`);
    return { text: json ? '' : `\nBaseline written: ${path}\n`, failed: false };
  }
  const gates = gate(groups, baselineIn(path, policy), limitPercent);
  const failed = gates.some(({ verdict }) => verdict === 'slower');
  return {
    text: json ? '' : `\n${sectionMarkdown(gateSection(gates, path, limitPercent))}\n`,
    failed,
  };
}

function gatedGroups({ logs, pooled }: StatsFile): readonly GatedGroup[] {
  const [several] = pooled;
  if (several !== undefined)
    throw usageError(
      'SEVERAL_SESSIONS',
      several.sessions.join(', '),
      `${several.sessions.join(', ')} are sessions of the same suite: a baseline is of one`,
      'name the session to gate',
    );
  return logs.flatMap(({ suite, groups }) => groups.map((group) => ({ ...group, suite })));
}

function baselineIn(path: string, policy: string): Baseline {
  const found = readBaseline(textOf(path));
  const why =
    typeof found === 'string'
      ? `is no baseline: ${found}`
      : found.policy === policy
        ? null
        : `was written with policy ${found.policy}, not ${policy}`;
  if (typeof found !== 'string' && why === null) return found;
  throw usageError('BAD_BASELINE', path, `${path} ${why ?? ''}`, 'write a new one');
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const what = `cannot read ${path} (${systemCode(error) ?? 'unknown'})`;
    throw usageError('BAD_BASELINE', path, what, 'name a file to read or to write');
  }
}
