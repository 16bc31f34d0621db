// What pages about serializer logs say in words: which suite, which machine, what the terms of the tables mean.

import { groupBy } from '../../kernel/api/logs/group-by.ts';
import type { NamedLog } from '../../kernel/api/logs/log-set.ts';
import type { Claim } from '../../kernel/api/logs/sessions.ts';
import type { Apart, LogStats, PooledStats } from '../../kernel/api/logs/stats-file.ts';
import type { RoundMachine } from '../../kernel/api/logs/warm-up.ts';
import { words, type Table } from '../tables/table.ts';
import { formatFixed } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import { slug, type Section } from './page.ts';

/** unordered: one call a sample, in a log that does not say in which order its rows ran. */
export type SuiteKind = 'cold' | 'warm' | 'unordered';

/** The rows of one language in one log. */
export interface LogPart {
  readonly file: NamedLog;
  readonly log: LogStats;
  readonly language: string;
  readonly suite: SuiteKind;
  readonly pooled: PooledStats | null;
  /** The log's file where others are of the same suite; else empty. */
  readonly source: string;
  /** What it was not pooled with. */
  readonly apart: readonly Apart[];
}

/** As its makers write it; unknown ones with a capital. */
export const languageName = (word: string): string =>
  word.startsWith('javascript')
    ? word.replace('javascript', 'JavaScript')
    : `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** `JavaScript, cold suite`. */
export function partName({
  language,
  suite,
  source,
}: Pick<LogPart, 'language' | 'suite' | 'source'>): string {
  const name = languageName(language);
  const words = suite === 'unordered' ? name : `${name}, ${suite} suite`;
  return source === '' ? words : `${words}: ${source}`;
}

/** A section below the part's own heading. */
export const below = (part: LogPart, title: string, content: Partial<Section> = {}): Section => ({
  id: slug(`${partName(part)} ${title}`),
  title,
  level: 3,
  ...content,
});

const SUITE: Readonly<Record<SuiteKind, string>> = {
  cold: 'Cold suite: one process runs every row, in an order shuffled for each repetition, one call a sample.',
  warm: 'Warm suite: a fresh process for every serializer, cell and mode, warmed up before it is measured, in rounds of shuffled order. Streams only of libraries that have one: an adapted one is the bytes row again.',
  unordered:
    'One call a sample. The log does not say in which order its rows ran, and order alone can move a small message several times over: do not compare it with a log of another order.',
};

const CLAIM: Readonly<Record<Claim, string>> = {
  L1: 'one machine, fewer than three sessions',
  L2: 'three sessions or more on one machine',
};

export function partParagraphs(
  { log, suite, pooled, file, apart }: LogPart,
  policy: string,
  unranked: ReadonlySet<string>,
  asPublished: boolean,
): string[] {
  const claim = pooled?.claim ?? 'L1';
  return [
    SUITE[suite],
    ...machineSentence(log.machine),
    ...(unranked.size === 0
      ? []
      : ['† opens its input without reading it: shown, never ranked or drawn.']),
    `From ${file.log.file}: ${formatFixed(log.rows, 0)} rows. Outliers: policy ${policy}, repetition 0 left out as warm-up. Claim level ${claim} (${CLAIM[claim]}). Compare serializers of one language, within a kind of format and a mode.`,
    ...apart.map(apartSentence),
    ...(asPublished
      ? [
          'Pooled and rounded as the reference publishes: the Summary averages every cell in both modes, Total Time is the first cell of the file.',
        ]
      : []),
    ...streamSentence(log),
  ];
}

const apartSentence = ({ logs: [a, b], differ }: Apart): string =>
  `${a} and ${b} stand side by side and are not pooled: they differ in ${listed(differ.slice(0, MOST_DIFFERENCES))}${differ.length > MOST_DIFFERENCES ? ' and more' : ''}.`;

const MOST_DIFFERENCES = 4;

function machineSentence(machine: readonly RoundMachine[]): string[] {
  if (machine.length === 0) return [];
  const load = (value: number): string => formatFixed(value, 2);
  const loads = machine.map(
    ({ loadAverage: { min, median, max } }) => `${load(median)} (${load(min)} to ${load(max)})`,
  );
  return [
    `Load average of the machine in each round, median (smallest to largest): ${loads.join('; ')}. A load above one means that other programs ran beside what is measured.`,
  ];
}

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

/** The words of the tables, once a page; docs/methodology.md and docs/statistics.md say it exactly. */
export const TERMS: Table = {
  caption: '',
  columns: [{ title: 'Term' }, { title: 'Meaning' }],
  rows: [
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
  ].map((row) => row.map(words)),
  notes: [],
};
