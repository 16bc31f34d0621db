// Rows ranked within their kind: what a reader chooses by.

import type { RankedRow, Ranking, Standing, Use } from '../../kernel/api/logs/ranking.ts';
import { markUnranked, us } from './log-tables.ts';
import { count, words, type Cell, type Column, type NumberCell, type Table } from './table.ts';

interface Shown {
  readonly use: Use;
  readonly title: string;
}

const USES: readonly Shown[] = [
  { use: 'loop', title: 'Loop' },
  { use: 'oneCall', title: 'One call' },
  { use: 'nowAndThen', title: 'Now and then' },
];

export function rankingTable({ rows, processes }: Ranking, where: string): Table {
  const shown = USES.filter(({ use }) => rows.some(({ standings }) => standings[use] !== null));
  const unranked = new Set(rows.filter((row) => !row.isRanked).map((row) => row.serializer));
  const main = shown.find(({ use }) => processes[use] > 1) ?? shown[0];
  const best = bestOf(rows);
  return {
    caption: `Ranked within a kind: ${where}`,
    columns: [
      { title: 'Serializer' },
      { title: 'Kind' },
      ...shown.flatMap(({ use, title }): Column[] => [
        { title: `${title}, µs` },
        ...(processes[use] > 1 ? [{ title: 'Rank' }] : []),
        ...(use === main?.use && processes[use] > 1 ? [{ title: 'Times the first' }] : []),
      ]),
      { title: 'Size, B' },
      { title: 'Fidelity', parts: ['same', 'asked'] },
      { title: 'Stream' },
    ],
    rows: rows.map((row) => [
      words(markUnranked(row.serializer, unranked)),
      words(row.kind),
      ...shown.flatMap(({ use }): Cell[] => [
        us(row.standings[use]?.ns ?? null),
        ...(processes[use] > 1 ? [count(row.standings[use]?.rank ?? null)] : []),
        ...(use === main?.use && processes[use] > 1 ? [ratioCell(row.standings[use])] : []),
      ]),
      { ...count(row.sizeBytes), isBest: best.has(row) },
      { values: fidelityOf(row), unit: '', digits: { decimals: 0 } },
      words(row.streamMode === '' ? 'adapted' : row.streamMode),
    ]),
    notes: [
      'Loop: warm, the median of the medians of the processes. One call: the first of a fresh process. Now and then: the cold suite, other rows in between. Lower is better.',
      'Rank: one more than the rows of its kind that are faster for certain; rows that are not told apart share it. Times the first: how many times as long as the row of its kind with the smallest time [the interval for all pairs together]. – where a row is alone in its kind or was not ranked.',
      ...(rows.some(({ fidelity }) => fidelity !== null)
        ? ['Fidelity: values of the edge record that came back the same / values asked.']
        : []),
      ...(unranked.size === 0 ? [] : ['† opens its input without reading it: never ranked.']),
    ],
    bestOf: 'kind',
  };
}

function ratioCell(standing: Standing | null): NumberCell {
  const ratio = standing?.ratio ?? null;
  const digits = { significant: 3, keepsZeros: true };
  return ratio === null ? { value: null, unit: '', digits } : { ...ratio, unit: '', digits };
}

const fidelityOf = ({ fidelity }: RankedRow): readonly (number | null)[] =>
  fidelity === null ? [null] : [fidelity.same, fidelity.asked];

/** The smallest of each kind that has several rows. */
function bestOf(rows: readonly RankedRow[]): ReadonlySet<RankedRow> {
  const ranked = rows.filter(({ isRanked, sizeBytes }) => isRanked && sizeBytes !== null);
  return new Set(
    ranked.filter(({ kind, sizeBytes }) => {
      const own = ranked.filter((row) => row.kind === kind).map((row) => row.sizeBytes ?? 0);
      return own.length > 1 && sizeBytes === Math.min(...own);
    }),
  );
}

/** The three times of a row beside each other. */
export function coldWarmTable({ rows }: Ranking, where: string): Table {
  const shown = [...USES]
    .reverse()
    .filter(({ use }) => rows.some(({ standings }) => standings[use] !== null));
  return {
    caption: `Cold against warm: ${where}`,
    columns: [
      { title: 'Serializer' },
      { title: 'Kind' },
      ...shown.map(({ title }) => ({ title: `${title}, µs` })),
      { title: 'Now and then / loop' },
      { title: 'One call / loop' },
    ],
    rows: rows
      .filter(({ isRanked }) => isRanked)
      .map((row) => [
        words(row.serializer),
        words(row.kind),
        ...shown.map(({ use }) => us(row.standings[use]?.ns ?? null)),
        quotient(row, 'nowAndThen'),
        quotient(row, 'oneCall'),
      ]),
    notes: [
      'The mean over the data types of: the median first call of a fresh process; the median of the cold suite; the median of the medians of the warm processes. Lower is better.',
    ],
  };
}

function quotient({ standings }: RankedRow, use: Use): NumberCell {
  const [cold, warm] = [standings[use]?.ns, standings.loop?.ns];
  return {
    value: cold === undefined || warm === undefined || warm === 0 ? null : cold / warm,
    unit: '',
    digits: { significant: 2, keepsZeros: true },
  };
}
