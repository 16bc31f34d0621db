// Serializer logs -> the sections of a page, language by language. What is computed is kernel/api/logs; here it is put in
// order.

import type { Workspace } from '../../kernel/api/facade/workspace.ts';
import { cellViolins, type CellViolins } from '../../kernel/api/logs/cell-violins.ts';
import { groupBy } from '../../kernel/api/logs/group-by.ts';
import type { NamedLog } from '../../kernel/api/logs/log-set.ts';
import { defaultProfile, type MetricsProfile } from '../../kernel/api/logs/metrics.ts';
import { DEFAULT_POLICY, type Policy } from '../../kernel/api/logs/policy.ts';
import { problemText } from '../../kernel/api/logs/problems.ts';
import { unrankedRows } from '../../kernel/api/logs/sidecar.ts';
import { statsFile, type LogStats, type StatsFile } from '../../kernel/api/logs/stats-file.ts';
import {
  cellName,
  cellTitle,
  honestSummary,
  opsPerSecond,
  publishedSummary,
  totalTime,
} from '../../kernel/api/logs/tables.ts';
import { logViolinFigure } from '../figures/log-violins.ts';
import { configurationTable } from '../tables/configuration-table.ts';
import { kindsOfRows, logTable, pooledTable } from '../tables/log-tables.ts';
import { metricTable } from '../tables/metric-table.ts';
import { sizeTable } from '../tables/row-tables.ts';
import type { Table } from '../tables/table.ts';
import { listed } from '../text/words.ts';
import { answerSections, answersOf } from './serializer-answers.ts';
import { below, languageName, partName, partParagraphs, type LogPart } from './log-words.ts';
import { slug, type Section } from './page.ts';
import { rowSections } from './row-sections.ts';
import { warmSections } from './warm-sections.ts';

export interface LogOptions {
  readonly policy: Policy;
  /** Pools, rounds and draws as the reference's page does. */
  readonly asPublished: boolean;
  /** Null: by the number of serializers. */
  readonly profile: MetricsProfile | null;
  /** Bootstrap intervals take most of the time of a large log; without them they are null. */
  readonly intervals: boolean;
  /** A page that nobody draws figures for has none. */
  readonly figures: boolean;
}

export const DEFAULT_LOG_OPTIONS: LogOptions = {
  policy: DEFAULT_POLICY,
  asPublished: false,
  profile: 'multi_way',
  intervals: true,
  figures: true,
};

export interface LogsInput {
  /** In the order of `stats.logs`. */
  readonly files: readonly NamedLog[];
  readonly stats: StatsFile;
  /** Of the run's own kernel, where it has one. */
  readonly workspace: Workspace;
  /** Of this build: ranks are verdicts, which kernels of older runs do not have. */
  readonly judge: Workspace;
  readonly options: LogOptions;
}

export function analyzedLogs(
  files: readonly NamedLog[],
  workspace: Workspace,
  options: LogOptions = DEFAULT_LOG_OPTIONS,
  judge = workspace,
): LogsInput {
  const inputs = files.map(({ log, suite, sidecar, curves }) => ({
    log,
    suite,
    sidecar,
    curves,
    unranked: unrankedRows(sidecar),
  }));
  const stats = statsFile(inputs, options.policy, workspace, options.intervals);
  return { files, stats, workspace, judge, options };
}

export interface RankedLanguage {
  readonly title: string;
  readonly findings: readonly string[];
  readonly table: Table;
}

/** What a terminal shows of the answers: no figure, no details. */
export function rankedLanguages(input: LogsInput): RankedLanguage[] {
  const languages = groupBy(partsOf(input), ({ language }) => language);
  return [...languages].flatMap(
    ([language, parts]) => answersOf(language, parts, input.judge) ?? [],
  );
}

export function logSections(input: LogsInput): Section[] {
  const languages = [...groupBy(partsOf(input), ({ language }) => language)];
  const details = languages.flatMap(([language, parts]) => [
    ...parts.flatMap((part) => partSections(input, part)),
    ...rowSections(language, parts),
  ]);
  return [
    ...(input.options.asPublished
      ? []
      : languages.flatMap(([language, parts]) => answerSections(language, parts, input))),
    ...details.map((section) => ({ ...section, isDetail: true })),
  ];
}

/** Rows of two languages in one file are two parts: they are in no table together. */
function partsOf({ files, stats }: LogsInput): LogPart[] {
  return files.flatMap((file, index): LogPart[] => {
    const log = stats.logs[index];
    if (log === undefined) return [];
    const pooled =
      stats.pooled.find(
        ({ suite, sessions }) => suite === log.suite && sessions.at(-1) === log.file,
      ) ?? null;
    const suite = log.suite === 'cold' && !hasOrder(file) ? 'unordered' : log.suite;
    const languages = log.languages.length === 0 ? ['unknown'] : log.languages;
    const apart = (stats.apart ?? []).filter(({ logs }) => logs.includes(log.file));
    return languages.map((language) => {
      const own = languages.length === 1 ? log : ofLanguage(log, language);
      // Of several logs of one suite each says which one it is.
      const alike = stats.logs.filter(
        (one) => one.suite === log.suite && one.languages.includes(language),
      );
      const source = alike.length > 1 ? log.file : '';
      return { file, log: own, language, suite, pooled, source, apart };
    });
  });
}

const ofLanguage = (log: LogStats, language: string): LogStats => ({
  ...log,
  languages: [language],
  groups: log.groups.filter((group) => group.language === language),
  withoutRuns: log.withoutRuns.filter((group) => group.language === language),
});

/** A shuffled order has positions in the log; the older layouts and other tools write none. */
const hasOrder = ({ log }: NamedLog): boolean =>
  log.groups.some((group) =>
    group.series('schedulePosition').some((place) => !Number.isNaN(place)),
  );

function partSections(input: LogsInput, part: LogPart): Section[] {
  const { options, stats } = input;
  const unranked = unrankedRows(part.file.sidecar);
  const name = partName(part);
  return [
    {
      id: slug(name),
      title: name,
      paragraphs: partParagraphs(part, stats.policy, unranked, options.asPublished),
    },
    ...problemSections(part),
    ...tableSections(part, unranked, options),
    ...metricSections(part, options),
    ...(options.figures ? figureSections(input, part) : []),
    ...pooledSections(part),
    below(part, 'Run configuration', {
      table: configurationTable(part.log, part.file.sidecar, name),
    }),
  ];
}

function problemSections(part: LogPart): Section[] {
  const items = [
    ...part.log.problems.map(problemText),
    ...pooledVersions(part),
    ...part.log.withoutRuns.map(
      ({ serializer, dataType, instances, mode }) =>
        `${serializer} ${dataType}@n=${instances} ${mode}: warm-up rows only; in no table`,
    ),
  ];
  return items.length === 0 ? [] : [below(part, 'Problems', { items })];
}

/** A log that spans an upgrade. */
const pooledVersions = ({ file, language }: LogPart): string[] => {
  const several = file.log.groups.filter(
    ({ key, versions }) => key.language === language && versions.size > 1,
  );
  const lines = several.map(
    ({ key, versions }) =>
      `${key.serializer}: rows of the versions ${listed([...versions])} are pooled`,
  );
  return [...new Set(lines)];
};

const NOTHING = 'The log has no row that was measured: nothing but warm-up, or no row at all.';

function tableSections(
  part: LogPart,
  unranked: ReadonlySet<string>,
  { asPublished }: LogOptions,
): Section[] {
  const { groups } = part.log;
  if (groups.length === 0) return [below(part, 'No rows', { paragraphs: [NOTHING] })];
  const where = partName(part);
  const bytes = groups.filter(({ mode }) => mode === 'bytes');
  const summary = asPublished ? publishedSummary(groups) : honestSummary(groups, unranked);
  // A warm suite has its own tables, and a mean of Message alone or of pooled processes would only compete with them.
  const kinds = asPublished
    ? new Map<string, string>()
    : kindsOfRows(part.file.sidecar?.rows ?? []);
  const warm = asPublished ? [] : warmSections(part, unranked, kinds);
  const sizes = sizeTable(groups);
  const tables = [
    summary,
    ...(warm.length > 0
      ? []
      : [
          totalTime(groups, asPublished, unranked),
          opsPerSecond(asPublished ? groups : bytes, unranked, asPublished),
        ]),
  ];
  return [
    ...tables.map((table) => below(part, table.title, { table: logTable(table, where, kinds) })),
    ...warm,
    ...(sizes === null ? [] : [below(part, 'Encoded sizes', { table: sizes })]),
  ];
}

/** Every cell with every metric, when they are asked for or two serializers stand against each other. */
function metricSections(part: LogPart, { profile }: LogOptions): Section[] {
  const { groups } = part.log;
  if ((profile ?? defaultProfile(groups)) === 'multi_way') return [];
  const cells = [...groupBy(groups, (group) => JSON.stringify([cellName(group), group.mode]))];
  return [
    below(part, 'Every metric, cell by cell'),
    ...cells.flatMap(([, own]): Section[] => {
      const [first] = own;
      if (first === undefined) return [];
      const title = `${cellTitle(first.dataType, first.instances)}, ${first.mode}`;
      return [
        {
          ...below(part, title, { table: metricTable(own, `${title}: ${partName(part)}`) }),
          level: 4,
        },
      ];
    }),
  ];
}

/** The reference mixes both modes in one violin; a row with a slow stream then looks slow in both. */
function figureSections({ files, stats, workspace, options }: LogsInput, part: LogPart): Section[] {
  const { file, language, suite } = part;
  // Of several sessions the last one is drawn: a figure a session would be a wall.
  const isLast = files.findLast((other) => isAlike(other, file)) === file;
  if (!isLast) return [];
  const unranked = unrankedRows(file.sidecar);
  const own = file.log.groups.filter(({ key }) => key.language === language);
  const ranked = own.filter(({ key }) => !unranked.has(key.serializer));
  const bytes = ranked.filter(({ key }) => key.mode === 'bytes');
  const drawn = options.asPublished ? own : bytes.length === 0 ? ranked : bytes;
  const cells = cellViolins(drawn, stats.policy, workspace).filter(isDrawn);
  const figures = cells.flatMap((cell) => {
    const figure = logViolinFigure(cell, suite, languageName(language));
    return figure === null ? [] : [{ figure, title: cell.title }];
  });
  if (figures.length === 0) return [];
  return [
    below(part, 'Distributions', { paragraphs: [VIOLINS] }),
    ...figures.map(({ figure, title }): Section => ({ id: figure.id, title, level: 4, figure })),
  ];
}

const VIOLINS =
  'Left: mean serialize and deserialize times. Right: their distributions. The five rows with the smallest mean of all points, of any kind; each figure says which modes it holds.';

/** Of fewer values the shape is the kernel's bandwidth, not the data. */
const LEAST_DRAWN = 20;

const isDrawn = ({ rows }: CellViolins): boolean =>
  rows.every(({ halves }) => halves.every(({ n }) => n >= LEAST_DRAWN));

const isAlike = (a: NamedLog, b: NamedLog): boolean =>
  a.suite === b.suite && a.log.languages.join() === b.log.languages.join();

function pooledSections(part: LogPart): Section[] {
  const { pooled, language } = part;
  const groups = pooled?.groups.filter((group) => group.language === language) ?? [];
  if (pooled === null || groups.length === 0) return [];
  return [
    below(part, 'Several sessions', {
      paragraphs: [`Sessions: ${pooled.sessions.join(', ')}.`],
      table: pooledTable({ ...pooled, groups }, partName(part)),
    }),
  ];
}
