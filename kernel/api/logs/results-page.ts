// A results page as Markdown, from the statistics of one log. Texts only: it computes nothing that is not in the tables.
import type { GroupStatistics, LogAnalysis } from './analysis.ts';
import { hasThinTail, metricColumns, THIN_TAIL } from './metrics.ts';
import type { MetricsProfile } from './metrics.ts';
import { problemText } from './problems.ts';
import type { LogProblem } from './problems.ts';
import type { Claim, PooledGroup } from './sessions.ts';
import type { LogStatistics } from './statistics.ts';
import {
  cellName,
  cellTitle,
  columnTexts,
  honestSummary,
  opsPerSecond,
  publishedSummary,
  totalTime,
} from './tables.ts';
import type { LogTable } from './tables.ts';
import { groupBy } from './group-by.ts';
import { markdownTable } from './markdown-table.ts';
import { sizeSection } from './size-tables.ts';
import { warmTables } from './warm-tables.ts';
import type { RoundMachine } from './warm-up.ts';

export interface ResultsInput {
  readonly language: string;
  readonly analysis: LogAnalysis;
  readonly problems: readonly LogProblem[];
  readonly configuration: readonly string[];
  readonly asPublished: boolean;
  readonly profile: MetricsProfile;
  /** File names of the figures, by cell title; empty when none were drawn. */
  readonly figures: readonly (readonly [title: string, file: string])[];
  readonly pooled: readonly PooledGroup[];
  readonly claim: Claim;
  /** unordered: one call a sample, in a log that does not say in which order its rows ran. */
  readonly suite: 'cold' | 'warm' | 'unordered';
  /** Of a warm suite's rounds. */
  readonly machine: readonly RoundMachine[];
  readonly unranked: ReadonlySet<string>;
}

/** The words of the tables, once a document; docs/methodology.md and docs/statistics.md say it exactly. */
export const READING_GUIDE = `## How to read these tables

Compare serializers of one language, of one kind (JSON with JSON, schema formats with schema formats) and in one mode.

${markdownTable(
  ['term', 'meaning'],
  [
    ['data type', 'the shape of the object: message, document, telemetry, strings or event'],
    ['instances', 'how many objects one call encodes: 1, or 100 as one batch'],
    ['bytes mode', 'encoded to a buffer, decoded from it'],
    [
      'stream mode',
      'written to a stream, read from it: native, framed, native-decode, or adapted (a buffer moved through a stream)',
    ],
    [
      'ser, deser, total',
      "object to bytes, bytes to object, and their sum; all of it, conversions into the library's own types too",
    ],
    ['µs, ops/s', 'microseconds (lower is faster); 1e9 / mean total in ns (higher is faster)'],
    ['K, M', 'thousands, millions'],
    ['bold', 'the best of its column; ties are all bold'],
  ],
  2,
)}
`;

export function resultsPage(input: ResultsInput, statistics: LogStatistics): string {
  const { analysis, asPublished } = input;
  const bytes = analysis.groups.filter(({ mode }) => mode === 'bytes');
  // A warm suite has its own tables, and a mean of Message alone or of pooled processes would only compete with them.
  const warm = asPublished ? [] : warmTables(analysis.groups, input.unranked, statistics);
  const none = analysis.groups.length === 0;
  const tables = none
    ? []
    : [
        asPublished
          ? publishedSummary(analysis.groups)
          : honestSummary(analysis.groups, input.unranked),
        ...(warm.length > 0
          ? []
          : [
              totalTime(analysis.groups, asPublished, input.unranked),
              opsPerSecond(asPublished ? analysis.groups : bytes, input.unranked, asPublished),
            ]),
      ];
  const sections = [
    `# ${languageName(input.language)} — Benchmark Results`,
    intro(input),
    problemSection(input),
    none ? 'No row was measured: nothing but warm-up, or no row at all.' : '',
    ...tables.map((table) => tableSection(table, statistics)),
    ...warm,
    sizeSection(analysis.groups, statistics),
    profileSection(input, statistics),
    figureSection(input.figures),
    pooledSection(input, statistics),
    configurationSection(input.configuration),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** As its makers write it; unknown ones with a capital. */
export const languageName = (word: string): string =>
  word.startsWith('javascript')
    ? word.replace('javascript', 'JavaScript')
    : `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

const SUITE = {
  cold: 'Cold suite: one process runs every row, in an order shuffled for each repetition, one call a sample.',
  warm: 'Warm suite: a fresh process for every serializer, cell and mode, warmed up before it is measured, in rounds of shuffled order. Streams only of libraries that have one: an adapted one is the bytes row again.',
  unordered:
    'One call a sample. The log does not say in which order its rows ran, and order alone can move a small message several times over: do not compare it with a log of another order.',
} as const;

const CLAIM: Readonly<Record<Claim, string>> = {
  L1: 'one machine, fewer than three sessions',
  L2: 'three sessions or more on one machine',
  L3: 'two machines or more',
};

function intro({ analysis, asPublished, claim, suite, machine, unranked }: ResultsInput): string {
  const streams = groupBy(
    analysis.groups.filter(({ mode }) => mode === 'stream'),
    ({ streamMode }) => streamMode || 'not labeled',
  );
  const labels = [...streams].map(([label, own]) => `${label} ${own.length}`).join(', ');
  return [
    SUITE[suite],
    machineLine(machine),
    unranked.size === 0 ? '' : '† opens its input without reading it: shown, never ranked.',
    `Outliers: policy \`${analysis.policy}\`, repetition 0 dropped as warm-up. Claim level ${claim} (${CLAIM[claim]}). Compare serializers of one language, within a kind of format and a mode.`,
    asPublished
      ? 'Pooled and rounded as the reference publishes: the Summary averages every cell in both modes, Total Time is the first cell of the file.'
      : 'Every table says what its numbers are a mean of. `--as-published` pools and rounds as the reference does; `--metrics full` prints every metric of every cell.',
    labels === ''
      ? ''
      : `Stream rows by label: ${labels}. \`adapted\` is one buffer moved through a stream: no proof of incremental I/O.`,
  ]
    .filter((line) => line !== '')
    .join('\n\n');
}

function machineLine(machine: readonly RoundMachine[]): string {
  if (machine.length === 0) return '';
  const loads = machine.map(
    ({ loadAverage: { min, median, max } }) => `${median} (${min} to ${max})`,
  );
  return `Load average of the machine in each round, median (smallest to largest): ${loads.join('; ')}. A load above one means that other programs ran beside what is measured.`;
}

function tableSection(table: LogTable, statistics: LogStatistics): string {
  return `## ${table.title}\n\n${table.note} Bold = best in the column.\n\n${tableText(table, statistics)}`;
}

function tableText(table: LogTable, statistics: LogStatistics): string {
  const texts = table.columns.map((column) => columnTexts(column, statistics, table.unranked));
  return markdownTable(
    ['serializer', ...table.columns.map(({ title }) => title)],
    table.labels.map((label, row) => [label, ...texts.map((column) => column[row] ?? '-')]),
  );
}

/** Every cell with the metrics of the profile; the default profile has its metrics in the tables above. */
function profileSection({ analysis, profile }: ResultsInput, statistics: LogStatistics): string {
  if (profile === 'multi_way') return '';
  const cells = groupBy(analysis.groups, (group) => `${cellName(group)}\n${group.mode}`);
  const parts = [...cells.values()].map((own) => cellSection(own, profile, statistics));
  return [`## Every metric, cell by cell (profile \`${profile}\`)`, ...parts].join('\n\n');
}

function cellSection(
  own: readonly GroupStatistics[],
  profile: MetricsProfile,
  statistics: LogStatistics,
): string {
  const [first] = own;
  if (first === undefined) return '';
  const columns = metricColumns(profile);
  return [
    `### ${cellTitle(first.dataType, first.instances)}, ${first.mode}`,
    '',
    `| metric | ${own.map(({ serializer }) => serializer).join(' | ')} |`,
    `|---|${own.map(() => '---:|').join('')}`,
    ...columns.map(
      ({ id, text }) => `| ${id} | ${own.map((group) => text(group, statistics)).join(' | ')} |`,
    ),
    ...(own.some(hasThinTail)
      ? ['', `${THIN_TAIL} fewer than ten values lie beyond: read it as an order of magnitude.`]
      : []),
  ].join('\n');
}

function figureSection(figures: ResultsInput['figures']): string {
  if (figures.length === 0) return '';
  const note =
    'Left: mean serialize and deserialize times. Right: their distributions. The five fastest by the mean of all points; each figure says which modes it holds.';
  const images = figures.map(([title, file]) => `### ${title}\n\n![${title}](${file})`);
  return ['## Latency distributions', note, ...images].join('\n\n');
}

function pooledSection({ pooled, claim }: ResultsInput, statistics: LogStatistics): string {
  if (pooled.length === 0) return '';
  const us = (ns: number): string => statistics.significant(ns / 1000, 3);
  const lines = pooled.map((group) =>
    [
      group.serializer,
      cellTitle(group.dataType, group.instances),
      group.mode,
      group.sessions,
      us(group.medianOfMediansNs),
      `${us(group.q1Ns)} to ${us(group.q3Ns)}`,
      group.timesFastest,
    ].join(' | '),
  );
  return [
    `## Several sessions (claim level ${claim})`,
    'Median of the session medians of the total, µs, with the quartiles between sessions.',
    [
      '| serializer | cell | mode | sessions | median (µs) | quartiles (µs) | times fastest |',
      '|---|---|---|---:|---:|---:|---:|',
      ...lines.map((line) => `| ${line} |`),
    ].join('\n'),
  ].join('\n\n');
}

const configurationSection = (lines: readonly string[]): string =>
  ['## Run configuration', lines.map((line) => `- ${line}`).join('\n')].join('\n\n');

function problemSection({ problems, analysis }: ResultsInput): string {
  const lines = [
    ...problems.map(problemText),
    ...analysis.withoutRuns.map(
      ({ serializer, dataType, instances, mode }) =>
        `${serializer} ${dataType}@n=${instances} ${mode}: warm-up rows only; in no table`,
    ),
  ];
  return lines.length === 0 ? '' : `## Problems\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}
