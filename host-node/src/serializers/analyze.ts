// Logs in, pages and statistics out: the parts of `analyze` that `run serializers` and `verify` share. It writes only where it is told to.
import { join } from 'node:path';

import { STATS_FILE } from '../../../kernel/api/collection/source-names.ts';
import { cellViolins } from '../../../kernel/api/logs/cell-violins.ts';
import type { CellViolins } from '../../../kernel/api/logs/cell-violins.ts';
import { coldWarmMarkdown, rankChanges } from '../../../kernel/api/logs/cold-warm.ts';
import type { LogGroup } from '../../../kernel/api/logs/group.ts';
import { groupBy } from '../../../kernel/api/logs/group-by.ts';
import { defaultProfile } from '../../../kernel/api/logs/metrics.ts';
import type { MetricsProfile } from '../../../kernel/api/logs/metrics.ts';
import type { Policy } from '../../../kernel/api/logs/policy.ts';
import { languageName, READING_GUIDE, resultsPage } from '../../../kernel/api/logs/results-page.ts';
import { rowSections } from '../../../kernel/api/logs/row-facts.ts';
import { configurationLines, unrankedRows } from '../../../kernel/api/logs/sidecar.ts';
import type { Sidecar } from '../../../kernel/api/logs/sidecar.ts';
import type { NamedLog } from '../../../kernel/api/logs/log-set.ts';
import { logStatistics } from '../../../kernel/api/logs/statistics.ts';
import type { LogStatistics } from '../../../kernel/api/logs/statistics.ts';
import { statsFile } from '../../../kernel/api/logs/stats-file.ts';
import type { LogStats, StatsFile } from '../../../kernel/api/logs/stats-file.ts';
import { logViolinFigure } from '../../../viz/figures/log-violins.ts';
import { loadRecordingUPlot } from '../../../viz/assets/node.ts';
import { figureSvg } from '../../../viz/print/figure-svg.ts';
import type { LoadedKernel } from '../kernel/load.ts';
import type { GivenFile } from '../results/file-check.ts';
import { writeFileWhole } from '../results/write-file.ts';
import { makePart } from '../results/make-folder.ts';

export interface AnalyzeOptions {
  readonly policy: Policy;
  readonly asPublished: boolean;
  /** Null: by the number of serializers. */
  readonly profile: MetricsProfile | null;
  /** Bootstrap intervals take most of the time of a large log; false leaves them null. */
  readonly intervals?: boolean;
}

export interface Analysis {
  readonly stats: StatsFile;
  readonly page: (figures: ReadonlyMap<string, string>) => string;
  readonly statistics: LogStatistics;
}

/** Series, their sorted copies and two more columns, for the largest group; and room for 2,000 resamples. */
const BYTES_PER_ROW = 8 * 16;
const BASE_SCRATCH_BYTES = 8 << 20;

export function openStatistics(kernel: LoadedKernel, files: readonly NamedLog[]): LogStatistics {
  const largest = Math.max(0, ...files.flatMap(({ log }) => log.groups.map(({ count }) => count)));
  const instance = kernel.instantiate();
  instance.openScratch(BASE_SCRATCH_BYTES + largest * BYTES_PER_ROW);
  return logStatistics(instance.raw);
}

export function analyzeFiles(
  kernel: LoadedKernel,
  files: readonly NamedLog[],
  options: AnalyzeOptions,
): Analysis {
  const statistics = openStatistics(kernel, files);
  const inputs = files.map(({ log, suite, sidecar, curves }) => ({
    log,
    suite,
    machineId: sidecar?.machineId ?? '',
    curves,
    unranked: unrankedRows(sidecar),
  }));
  const stats = statsFile(inputs, options.policy, statistics, options.intervals ?? true);
  return {
    stats,
    statistics,
    page: (figures) => {
      const logs = stats.logs.map((log, index) => ({ log, file: files[index] }));
      const languages = groupBy(logs, ({ log }) => log.languages.join(' and '));
      const pages = [...languages].flatMap(([language, own]) => [
        ...comparisonPage(language, own, statistics),
        ...own.flatMap(({ log, file }) =>
          byLanguage(log).map((part) => logPage(stats, part, file, options, figures, statistics)),
        ),
        ...rowsPage(language, own),
      ]);
      return [...contents(pages), ...pages, ...(pages.length < 2 ? [READING_GUIDE] : [])].join(
        '\n---\n\n',
      );
    },
  };
}

/** One page needs no contents. Addresses of headings are those that Markdown viewers make. */
function contents(pages: readonly string[]): readonly string[] {
  if (pages.length < 2) return [];
  const links = pages.map((page) => {
    const title = page.slice(2, page.indexOf('\n'));
    const anchor = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-');
    return `- [${title}](#${anchor})`;
  });
  return [`# Serializer results\n\n${links.join('\n')}\n\n${READING_GUIDE}`];
}

interface AnalyzedLog {
  readonly log: LogStats;
  readonly file: NamedLog | undefined;
}

/** For a language that has a cold and a warm log; of several sessions the last of each. */
function comparisonPage(
  language: string,
  own: readonly AnalyzedLog[],
  statistics: LogStatistics,
): readonly string[] {
  const cold = own.filter(({ log }) => log.suite === 'cold').at(-1);
  const warm = own.filter(({ log }) => log.suite === 'warm').at(-1);
  if (cold === undefined || warm === undefined) return [];
  const sidecar = warm.file?.sidecar ?? null;
  const { groups, warmUps } = warm.log;
  const changes = rankChanges(cold.log.groups, groups, warmUps, unrankedRows(sidecar));
  if (changes.length === 0) return [];
  const builtIn = new Set(
    (sidecar?.rows ?? []).filter(({ library }) => BUILT_IN.has(library)).map(({ name }) => name),
  );
  return [coldWarmMarkdown({ language, changes, builtIn }, statistics)];
}

/** What rows of the runtime itself name as their library, in JavaScript, Python and Swift. */
const BUILT_IN: ReadonlySet<string> = new Set(['built-in', 'standard library', 'Foundation']);

/** Rows and fidelity once a language: both suites have the same. */
function rowsPage(language: string, own: readonly AnalyzedLog[]): readonly string[] {
  const sections = rowSections(own.at(-1)?.file?.sidecar?.rows ?? []);
  return sections.length === 0
    ? []
    : [`${[`# ${languageName(language)}: rows and fidelity`, ...sections].join('\n\n')}\n`];
}

/** Rows of two languages in one file stand on two pages: they are in no table together. */
function byLanguage(log: LogStats): readonly LogStats[] {
  if (log.languages.length < 2) return [log];
  return log.languages.map((language) => ({
    ...log,
    languages: [language],
    groups: log.groups.filter((group) => group.language === language),
    withoutRuns: log.withoutRuns.filter((group) => group.language === language),
  }));
}

/** A shuffled order has positions in the log; the older layouts and other tools write none. */
const suiteOf = (log: LogStats, file: NamedLog | undefined): 'cold' | 'warm' | 'unordered' =>
  log.suite === 'cold' &&
  !file?.log.groups.some((group) =>
    group.series('schedulePosition').some((at) => !Number.isNaN(at)),
  )
    ? 'unordered'
    : log.suite;

function logPage(
  stats: StatsFile,
  log: LogStats,
  file: NamedLog | undefined,
  options: AnalyzeOptions,
  figures: ReadonlyMap<string, string>,
  statistics: LogStatistics,
): string {
  const seen = new Map(log.groups.map(({ serializer, version }) => [serializer, version]));
  const names = [...seen].sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  const pooled = stats.pooled.find(
    ({ suite, sessions }) => suite === log.suite && sessions.at(-1) === log.file,
  );
  const language = log.languages.join(' and ') || 'unknown';
  const suite = suiteOf(log, file);
  return resultsPage(
    {
      language:
        options.asPublished || suite === 'unordered' ? language : `${language} (${suite} suite)`,
      analysis: log,
      problems: log.problems,
      configuration: configurationLines(log.file, file?.sidecar ?? null, names),
      asPublished: options.asPublished,
      profile: options.profile ?? defaultProfile(log.groups),
      figures: [...figures]
        .filter(([key]) => key.startsWith(figureKey(log.file, language, '')))
        .map(titled),
      // One log of two languages is two pages.
      pooled: pooled?.groups.filter((group) => log.languages.includes(group.language)) ?? [],
      claim: pooled?.claim ?? 'L1',
      suite,
      machine: log.machine,
      unranked: unrankedRows(file?.sidecar ?? null),
    },
    statistics,
  );
}

const titled = ([key, file]: readonly [string, string]): readonly [string, string] => [
  key.slice(key.lastIndexOf('\n') + 1),
  file,
];

const figureKey = (file: string, language: string, title: string): string =>
  [file, language, title].join('\n');

/** Writes stats.json, results.md and one figure a cell. */
export function writeAnalysis(
  folder: string,
  files: readonly NamedLog[],
  analysis: Analysis,
  asPublished = false,
): void {
  makePart(folder, 'figures');
  for (const { name, text } of analysisFiles(files, analysis, asPublished))
    writeFileWhole(join(folder, name), text);
}

/** The figures, then stats.json and results.md. */
export function analysisFiles(
  files: readonly NamedLog[],
  { stats, page, statistics }: Analysis,
  asPublished = false,
): readonly GivenFile[] {
  const recording = loadRecordingUPlot();
  const figures = new Map<string, string>();
  const drawings: GivenFile[] = [];
  for (const { log, suite, sidecar } of newestOf(files))
    for (const cell of cellViolins(
      drawn(log.groups, sidecar, asPublished),
      stats.policy,
      statistics,
    )) {
      const figure = logViolinFigure(cell, suite);
      if (figure === null) continue;
      const name = `figures/${figure.id}.svg`;
      drawings.push({ name, text: figureSvg(recording, figure) });
      figures.set(figureKey(log.file, languageOf(cell), cell.title), name);
    }
  return [
    ...drawings,
    { name: STATS_FILE, text: statsText(stats) },
    { name: 'results.md', text: page(figures) },
  ];
}

const languageOf = ({ id }: CellViolins): string => id.slice(0, id.indexOf('_'));

/** The reference mixes both modes in one violin; a row with a slow stream then looks slow in both. */
function drawn(
  groups: readonly LogGroup[],
  sidecar: Sidecar | null,
  asPublished: boolean,
): readonly LogGroup[] {
  if (asPublished) return groups;
  const unranked = unrankedRows(sidecar);
  const ranked = groups.filter(({ key }) => !unranked.has(key.serializer));
  const bytes = ranked.filter(({ key }) => key.mode === 'bytes');
  return bytes.length === 0 ? ranked : bytes;
}

/** Of several sessions the last one is drawn: a figure a session would be a wall. */
const newestOf = (files: readonly NamedLog[]): readonly NamedLog[] =>
  [...groupBy(files, ({ log, suite }) => [suite, ...log.languages].join('\n')).values()].flatMap(
    (own) => own.slice(-1),
  );

/** A group a line: a third of the size of a fully indented file, and a difference between two of them still reads. */
const EXPANDED_LEVELS = 4;

export const statsText = (stats: StatsFile): string => `${expanded(stats, EXPANDED_LEVELS, '')}\n`;

function expanded(value: unknown, levels: number, indent: string): string {
  if (levels === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item: unknown) => expanded(item, levels - 1, `${indent} `))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${expanded(item, levels - 1, `${indent} `)}`,
      );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${parts.map((part) => `${indent} ${part}`).join(',\n')}\n${indent}${close}`;
}
