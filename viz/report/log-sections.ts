// Serializer logs -> the sections of a report, one group for each language and suite. What is computed is kernel/api/logs;
// here it is put in order and into words.

import { cellViolins } from '../../kernel/api/logs/cell-violins.ts';
import { rankChanges } from '../../kernel/api/logs/cold-warm.ts';
import { groupBy } from '../../kernel/api/logs/group-by.ts';
import { problemText } from '../../kernel/api/logs/problems.ts';
import type { NamedLog } from '../../kernel/api/logs/log-set.ts';
import { configurationLines, unrankedRows } from '../../kernel/api/logs/sidecar.ts';
import { DEFAULT_POLICY } from '../../kernel/api/logs/policy.ts';
import { statsFile } from '../../kernel/api/logs/stats-file.ts';
import type { LogStats, StatsFile } from '../../kernel/api/logs/stats-file.ts';
import type { LogStatistics } from '../../kernel/api/logs/statistics.ts';
import { honestSummary, opsPerSecond, totalTime } from '../../kernel/api/logs/tables.ts';
import { logViolinFigure } from '../figures/log-violins.ts';
import { coldWarmTable, logTable, pooledTable } from '../tables/log-tables.ts';
import { words, type Table } from '../tables/table.ts';
import { slug, type Section } from './page.ts';

export interface LogsInput {
  /** In the order of `stats.logs`. */
  readonly files: readonly NamedLog[];
  readonly stats: StatsFile;
  readonly statistics: LogStatistics;
}

/** Series, their sorted copies and two more columns, for the largest group; and room for 2,000 resamples. */
export const logScratchBytes = (files: readonly NamedLog[]): number =>
  (8 << 20) +
  8 * 16 * Math.max(0, ...files.flatMap(({ log }) => log.groups.map(({ count }) => count)));

/** As `echometer analyze` does by default. */
export function analyzedLogs(files: readonly NamedLog[], statistics: LogStatistics): LogsInput {
  const inputs = files.map(({ log, suite, sidecar }) => ({
    log,
    suite,
    machineId: sidecar?.machineId ?? '',
    unranked: unrankedRows(sidecar),
  }));
  return { files, stats: statsFile(inputs, DEFAULT_POLICY, statistics), statistics };
}

export function logSections(input: LogsInput): Section[] {
  const newest = newestOf(input);
  return [
    ...newest.flatMap(({ file, log }) => [
      ...tableSections(input, log, unrankedRows(file.sidecar)),
      ...figureSections(input, file),
      configurationSection(file, log),
    ]),
    ...pooledSections(input),
    ...coldWarmSections(input),
  ];
}

interface Paired {
  readonly file: NamedLog;
  readonly log: LogStats;
}

/** Of several sessions the last one is shown: all of them would be a wall, and their table pools them. */
function newestOf({ files, stats }: LogsInput): Paired[] {
  const pairs = files.flatMap((file, index): Paired[] => {
    const log = stats.logs[index];
    return log === undefined ? [] : [{ file, log }];
  });
  const alike = groupBy(pairs, ({ log }) => nameOf(log));
  return [...alike.values()].flatMap((own) => own.slice(-1));
}

const nameOf = ({ languages, suite }: Pick<LogStats, 'languages' | 'suite'>): string =>
  `${languages.join(' and ')}, ${suite} suite`;

const section = (title: string, paragraphs: readonly string[], table?: Table): Section => ({
  id: slug(title),
  title,
  paragraphs,
  ...(table === undefined ? {} : { table }),
});

function tableSections(
  { stats }: LogsInput,
  log: LogStats,
  unranked: ReadonlySet<string>,
): Section[] {
  const where = nameOf(log);
  if (log.groups.length === 0) return [section(`Serializers: ${where}`, [NOTHING])];
  const bytes = log.groups.filter(({ mode }) => mode === 'bytes');
  const total = totalTime(log.groups, false, unranked);
  return [
    section(
      `Serializers: ${where}`,
      [
        `From ${log.file}: ${log.rows} rows, outlier policy ${stats.policy}, repetition 0 left out as warm-up. Compare serializers of one language, within a kind of format and a mode.`,
        ...(unranked.size === 0 ? [] : [UNRANKED]),
        ...streamSentence(log),
      ],
      logTable(honestSummary(log.groups, unranked), where),
    ),
    section(`Total time: ${where}`, [], logTable(total, where)),
    section(`Operations per second: ${where}`, [], logTable(opsPerSecond(bytes, unranked), where)),
  ];
}

const UNRANKED = '† opens its input without reading it: shown, never ranked or drawn.';
const NOTHING = 'The log has no row that was measured: nothing but warm-up, or no row at all.';

function streamSentence({ groups }: LogStats): string[] {
  const streams = groupBy(
    groups.filter(({ mode }) => mode === 'stream'),
    ({ streamMode }) => streamMode || 'not labeled',
  );
  if (streams.size === 0) return [];
  const labels = [...streams].map(([label, own]) => `${label} ${own.length}`).join(', ');
  return [
    `Stream rows by label: ${labels}. “adapted” is one buffer moved through a stream: no proof of incremental input or output.`,
  ];
}

function figureSections(
  { stats, statistics }: LogsInput,
  { log, suite, sidecar }: NamedLog,
): Section[] {
  const unranked = unrankedRows(sidecar);
  const ranked = log.groups.filter(({ key }) => !unranked.has(key.serializer));
  const cells = cellViolins(ranked, stats.policy, statistics);
  return cells.flatMap((cell, index): Section[] => {
    const figure = logViolinFigure(cell, suite);
    if (figure === null) return [];
    const title = `Distributions: ${log.languages.join(' and ')}, ${suite} suite, ${cell.title}`;
    return [{ id: figure.id, title, level: index > 0 ? 3 : 2, figure }];
  });
}

function configurationSection({ sidecar }: NamedLog, log: LogStats): Section {
  const seen = new Map(log.groups.map(({ serializer, version }) => [serializer, version]));
  const lines = configurationLines(log.file, sidecar, [...seen]);
  const rows = lines.map((line) => {
    const [, name, value] = /^([\w ()]+)[=:] ?(.*)$/.exec(line) ?? [];
    return [words(value === undefined ? 'Also' : (name ?? '')), words(value ?? line)];
  });
  return section(
    `Run configuration: ${nameOf(log)}`,
    log.problems.map((problem) => `Problem: ${problemText(problem)}.`),
    {
      caption: `What was measured, where and with what: ${nameOf(log)}`,
      columns: [{ title: 'Fact' }, { title: 'Value' }],
      rows,
      notes: [],
    },
  );
}

const pooledSections = ({ stats }: LogsInput): Section[] =>
  stats.pooled.map((pooled) =>
    section(
      `Several sessions: ${nameOf(pooled)}`,
      [`Sessions: ${pooled.sessions.join(', ')}.`],
      pooledTable(pooled, nameOf(pooled)),
    ),
  );

function coldWarmSections({ files, stats }: LogsInput): Section[] {
  const unranked = new Set(files.flatMap(({ sidecar }) => [...unrankedRows(sidecar)]));
  const byLanguage = groupBy(stats.logs, ({ languages }) => languages.join(' and '));
  return [...byLanguage].flatMap(([language, logs]) => {
    const cold = logs.filter(({ suite }) => suite === 'cold').at(-1);
    const warm = logs.filter(({ suite }) => suite === 'warm').at(-1);
    if (cold === undefined || warm === undefined) return [];
    const changes = rankChanges(cold.groups, warm.groups, warm.warmUps, unranked);
    if (changes.length === 0) return [];
    return [section(`Cold against warm: ${language}`, [], coldWarmTable(changes, language))];
  });
}
