// `echometer analyze`: logs to the results page, stats.json, figures and the regression gate. It prints nothing itself.
import { existsSync, readFileSync } from 'node:fs';

import type { OpenSource } from '../../../kernel/api/collection/open.ts';
import { COLLECTIONS_SCHEMA } from '../../../kernel/api/collection/statistics.ts';
import { baselineText, readBaseline } from '../../../kernel/api/compare/baseline.ts';
import { logsRun } from '../../../kernel/api/compare/logs.ts';
import type { MeasuredRun } from '../../../kernel/api/compare/measured.ts';
import { compareSides } from '../../../kernel/api/compare/sides.ts';
import type { SidesComparison } from '../../../kernel/api/compare/sides.ts';
import type { NamedLog } from '../../../kernel/api/logs/log-set.ts';
import { PROFILES } from '../../../kernel/api/logs/metrics.ts';
import { DEFAULT_POLICY, POLICIES } from '../../../kernel/api/logs/policy.ts';
import { toldApart } from '../../../kernel/api/logs/sources.ts';
import { pageMarkdown } from '../../../viz/print/page-markdown.ts';
import { comparisonPage } from '../../../viz/report/comparison.ts';
import { logPage } from '../../../viz/report/log-page.ts';
import { anyNumber } from '../command/argument.ts';
import { defineCommand } from '../command/definition.ts';
import { choiceOf, FOREIGN_CONFLICTS, FOREIGN_OPTIONS } from '../command/foreign-options.ts';
import type { ForeignChoice } from '../command/foreign-options.ts';
import { failsGate, GATE_OPTIONS, requireComparable } from '../command/gate.ts';
import { choice, flag, text, whole, withDefault, withShort } from '../command/option.ts';
import type { OptionsOf } from '../command/option.ts';
import { EXIT, systemCode, usageError } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import { writeFileWhole } from '../results/write-file.ts';
import { analyzeFiles, writeAnalysis } from '../serializers/analyze.ts';
import { logsAt } from '../results/logs-at.ts';
import { makeFolder } from '../results/make-folder.ts';
import { badUsage } from '../command/values.ts';
import type { CommandResult, Surroundings } from '../command/command.ts';
import { analyzedAt, isForeign, STDIN } from '../results/collections.ts';
import { openSource } from '../results/source.ts';
import { collectionsPage, type NamedAnalysis } from '../../../viz/report/collections.ts';
import { printedPage } from './printed-page.ts';

/** The reference's limit for a regression. */
const DEFAULT_LIMIT_PERCENT = 10;

const OPTIONS = {
  language: withShort('l', text('NAME', 'for logs that do not name their language')),
  policy: withDefault(
    choice('NAME', 'all, iqr_1.5 (the default), iqr_3 or winsorize_5_95', POLICIES),
    DEFAULT_POLICY,
  ),
  asPublished: flag('pool and round as the reference publishes'),
  metrics: choice('NAME', 'multi_way, pairwise or full', PROFILES),
  noIntervals: flag('leave the bootstrap intervals out: a million rows in seconds'),
  baseline: text(
    'FILE',
    'exit 1 when a case is worse than there, is missing, or lost values; written when it does not exist',
  ),
  limit: withDefault(
    whole('PERCENT', "the gate's limit", { least: 1, most: 1000 }),
    DEFAULT_LIMIT_PERCENT,
  ),
  allowMissing: flag('what is missing or lost is said and does not count'),
  ...GATE_OPTIONS,
  out: text('DIR', 'where to write'),
  json: flag('print the statistics of every case as JSON (docs/schema/collections.schema.json)'),
  ...FOREIGN_OPTIONS,
};

interface AnalyzeOptions extends OptionsOf<typeof OPTIONS> {
  readonly sources: readonly string[];
}

interface AnalyzeCommandOptions extends AnalyzeOptions {
  readonly paths: readonly string[];
}

export const command = defineCommand({
  name: 'analyze',
  description: `
    Reads serializer logs of any language, says what is wrong with them, and gives the results page;
    of a run, a packed run, a file or folder of another tool (docs/formats.md) or - for standard input
    it gives a table of the cases. Without SOURCE it reads the folder logs. Without --out it prints the page; with --out it writes results.md,
    stats.json and figures/.`,
  arguments: { sources: anyNumber('SOURCE') },
  takes: 'any number of sources',
  options: OPTIONS,
  conflicts: FOREIGN_CONFLICTS,
  run: (options, surroundings) =>
    runAnalyze(
      { ...options, paths: options.sources.length === 0 ? ['logs'] : options.sources },
      surroundings,
    ),
});

/** Serializer logs have a page of their own; of anything else it is a table of its cases. */
async function runAnalyze(
  options: AnalyzeCommandOptions,
  { progress }: Pick<Surroundings, 'progress'>,
): Promise<CommandResult> {
  const choice = choiceOf(options);
  const sources = options.paths.filter((path) => path !== STDIN).map(openSource);
  for (const { source, passedOver } of sources)
    if (passedOver.length > 0) progress(`${source.path}: not read: ${passedOver.join(', ')}`);
  const areLogs =
    sources.length === options.paths.length &&
    (await areAllLogs(
      sources.map(({ source }) => source),
      choice,
    ));
  const isWritten = options.out !== null || options.baseline !== null;
  if (!areLogs && isWritten)
    throw badUsage(
      'analyze',
      '--out',
      '--out and --baseline are for serializer logs',
      'for anything else keep the file or folder itself as the base: echometer compare BASE NEW --fail-on worse; ',
    );
  const page = areLogs && (isWritten || !options.json) ? analyzeLogs(options) : null;
  if (page !== null && !options.json) return { stdout: page.stdout, exit: page.exit };
  const gate = page?.gate ?? null;
  const analyses = await analyzedAt(options.paths, {
    ...{ workspace: loadKernel().openWorkspace(), language: options.language, choice },
  });
  return {
    stdout: options.json
      ? jsonOf(analyses, gate)
      : printedPage(collectionsPage(analyses, { figures: false })),
    exit: page?.exit ?? EXIT.done,
  };
}

function jsonOf(analyses: readonly NamedAnalysis[], gate: SidesComparison | null): string {
  const collections = analyses.map(({ analysis }) => analysis);
  const json = { schema: COLLECTIONS_SCHEMA, collections, ...(gate === null ? {} : { gate }) };
  return `${JSON.stringify(json, null, 2)}\n`;
}

async function areAllLogs(sources: readonly OpenSource[], choice: ForeignChoice): Promise<boolean> {
  for (const source of sources)
    if (source.logNames().length === 0 || (await isForeign(source, choice))) return false;
  return true;
}

function analyzeLogs(options: AnalyzeCommandOptions): GatedResult {
  const files = toldApart(
    options.paths.map((name) => ({ name, logs: logsAt(name, options.language) })),
  );
  const figures = options.out !== null;
  const { metrics: profile, noIntervals, ...rest } = options;
  const asked = { ...rest, profile, intervals: !noIntervals, figures };
  const analysis = analyzeFiles(loadKernel(), files, asked);
  const gated = gateOf(options, files);
  if (options.out !== null) {
    makeFolder(options.out);
    writeAnalysis(options.out, analysis);
  }
  const page = logPage({ ...analysis, options: { ...analysis.options, figures: false } });
  const { comparison: gate } = gated;
  return {
    stdout: `${pageMarkdown(page)}${gated.text}`,
    exit: gate !== null && failsGate(gate, options) ? EXIT.failed : EXIT.done,
    gate,
  };
}

interface GatedResult extends CommandResult {
  readonly gate: SidesComparison | null;
}

interface Gated {
  /** Null when there was nothing to compare with. */
  readonly comparison: SidesComparison | null;
  readonly text: string;
}

const UNGATED: Gated = { comparison: null, text: '' };

/** A baseline that does not exist is written; one that exists is compared with and never changed. */
function gateOf(options: AnalyzeCommandOptions, files: readonly NamedLog[]): Gated {
  const { baseline: path, limit } = options;
  if (path === null) return UNGATED;
  const workspace = loadKernel().openWorkspace();
  const measured = logsRun(workspace, options.paths.join(', '), files);
  const twice = new Set(measured.cases.map(({ key }) => key)).size < measured.cases.length;
  if (twice)
    throw usageError(
      'SEVERAL_SESSIONS',
      options.paths.join(', '),
      `${options.paths.join(', ')} hold several sessions of one suite: a baseline is of one`,
      'name the session to gate',
    );
  if (!existsSync(path)) {
    writeFileWhole(path, baselineText(measured));
    return { comparison: null, text: `\nBaseline written: ${path}\n` };
  }
  const comparison = compareSides(workspace, [baselineIn(path)], [measured], {
    thresholdPercent: limit,
    ...{ filter: null, metric: null, runEffect: null, differentMachines: false },
  });
  requireComparable(comparison, options);
  const allowedBy = options.anyway ? '--anyway' : null;
  return { comparison, text: `\n${pageMarkdown(comparisonPage({ comparison, allowedBy }))}` };
}

function baselineIn(path: string): MeasuredRun {
  const found = readBaseline(textOf(path), path);
  if (typeof found !== 'string') return found;
  throw usageError('BAD_BASELINE', path, `${path} is no baseline: ${found}`, 'write a new one');
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const what = `cannot read ${path} (${systemCode(error) ?? 'unknown'})`;
    throw usageError('BAD_BASELINE', path, what, 'name a file to read or to write');
  }
}
