// `echometer analyze`: logs to the results page, stats.json, figures and the regression gate. It prints nothing itself.
import { existsSync, readFileSync } from 'node:fs';

import { analyzed, COLLECTIONS_SCHEMA } from '../../../kernel/api/collection/statistics.ts';
import type { AnalyzedCollection } from '../../../kernel/api/collection/statistics.ts';
import { baselineOf, gate, readBaseline } from '../../../kernel/api/logs/baseline.ts';
import type { Baseline, GatedGroup } from '../../../kernel/api/logs/baseline.ts';
import type { StatsFile } from '../../../kernel/api/logs/stats-file.ts';
import { pageMarkdown, sectionMarkdown } from '../../../viz/print/page-markdown.ts';
import { gateSection } from '../../../viz/report/gate.ts';
import { logPage } from '../../../viz/report/log-page.ts';
import { EXIT, systemCode, usageError } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import { writeFileWhole } from '../results/write-file.ts';
import { analyzeFiles, writeAnalysis } from '../serializers/analyze.ts';
import { logsAt } from '../results/logs-at.ts';
import type { AnalyzeCommandOptions } from '../serializers/options.ts';
import { makeFolder } from '../results/make-folder.ts';
import { badUsage } from '../command/arguments.ts';
import type { CommandResult, Surroundings } from '../command/command.ts';
import { collectionsAt } from '../results/collections.ts';
import { openSource } from '../results/source.ts';
import { collectionTable } from '../../../viz/tables/collection.ts';
import { tableMarkdown } from '../../../viz/print/markdown.ts';

/** Serializer logs have a page of their own; of anything else it is a table of its cases. */
export async function runAnalyze(
  options: AnalyzeCommandOptions,
  { progress }: Pick<Surroundings, 'progress'>,
): Promise<CommandResult> {
  const sources = options.paths.map(openSource);
  for (const { source, passedOver } of sources)
    if (passedOver.length > 0) progress(`${source.path}: not read: ${passedOver.join(', ')}`);
  const areLogs = sources.every(({ source }) => source.logNames().length > 0);
  const isWritten = options.out !== null || options.baseline !== null;
  if (!areLogs && isWritten)
    throw badUsage('analyze', '--out', '--out and --baseline are for serializer logs');
  const page = areLogs && (isWritten || !options.json) ? analyzeLogs(options) : null;
  if (page !== null && !options.json) return page;
  const collections = await collected(options);
  const stdout = options.json
    ? `${JSON.stringify({ schema: COLLECTIONS_SCHEMA, collections }, null, 2)}\n`
    : collections.map((one) => tableMarkdown(collectionTable(one))).join('\n');
  return { stdout, exit: page?.exit ?? EXIT.done };
}

async function collected({
  paths,
  language,
}: AnalyzeCommandOptions): Promise<readonly AnalyzedCollection[]> {
  const workspace = loadKernel().openWorkspace();
  const found: AnalyzedCollection[] = [];
  for (const path of paths)
    for (const one of await collectionsAt(path, { language, workspace }))
      found.push(analyzed(workspace, one));
  return found;
}

function analyzeLogs(options: AnalyzeCommandOptions): CommandResult {
  const files = options.paths.flatMap((path) => logsAt(path, options.language));
  const figures = options.out !== null;
  const analysis = analyzeFiles(loadKernel(), files, { ...options, figures });
  const gated = gateOf(options, analysis.stats);
  if (options.out !== null) {
    makeFolder(options.out);
    writeAnalysis(options.out, analysis);
  }
  const page = logPage({ ...analysis, options: { ...analysis.options, figures: false } });
  return {
    stdout: `${pageMarkdown(page)}${gated.text}`,
    exit: gated.failed ? EXIT.failed : EXIT.done,
  };
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
