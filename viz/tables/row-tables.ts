// What the rows of a run are, what their values survive, and how large their bytes are.

import type { GroupStatistics } from '../../kernel/api/logs/analysis.ts';
import { groupBy } from '../../kernel/api/logs/group-by.ts';
import type { RowFacts } from '../../kernel/api/logs/sidecar.ts';
import { byName, markUnranked } from './log-tables.ts';
import { words, type Cell, type ListCell, type NumberCell, type Table } from './table.ts';

/** `rows` are the measured ones. */
export function rowTable(rows: readonly RowFacts[]): Table {
  const unranked = new Set(rows.filter(({ ranked }) => !ranked).map(({ name }) => name));
  const titles = [
    'Serializer',
    'Version',
    'Format',
    'Kind',
    'Counterpart',
    'Implementation',
    'Reuse',
  ];
  return {
    caption: 'Rows',
    columns: [...titles, 'Stream'].map((title) => ({ title })),
    rows: rows.map((row) =>
      [
        markUnranked(row.name, unranked),
        row.version,
        row.format,
        row.kind,
        row.counterpart || '–',
        row.backend || '–',
        row.reuse || '–',
        row.streamMode || 'adapted',
      ].map(words),
    ),
    notes: [
      'Counterpart: the row of the reference page. Reuse: what lives from call to call.',
      ...(unranked.size === 0 ? [] : ['† opens its input without reading it: never ranked.']),
    ],
  };
}

/** Short enough for a column, in the order of the catalogue's edge record. */
const SHORT: Readonly<Record<string, string>> = {
  'negative-zero': '-0',
  'non-finite': 'NaN, ±Inf',
};

/** Null when no row was asked. */
export function fidelityTable(rows: readonly RowFacts[]): Table | null {
  const asked = rows.filter(({ fidelity }) => fidelity !== null);
  const classes = [...new Set(asked.flatMap(({ fidelity }) => [...(fidelity?.keys() ?? [])]))];
  if (classes.length === 0) return null;
  return {
    caption: 'Fidelity: values that came back the same / values asked',
    columns: [
      { title: 'Serializer' },
      ...classes.map((name) => ({
        title: Object.hasOwn(SHORT, name) ? (SHORT[name] ?? name) : name,
        parts: ['same', 'asked'],
      })),
    ],
    rows: asked.map(({ name, fidelity }) => [
      words(name),
      ...classes.map((type) => verdictCell(fidelity?.get(type))),
    ]),
    notes: [
      'What did not come back is named: type, the same value as another type; reordered, keys in another order; lossy, another value; refused, an error; unsupported, no such type in the schema language.',
    ],
  };
}

function verdictCell(verdicts: ReadonlyMap<string, number> | undefined): Cell {
  const shown: ListCell = { values: [null], unit: '', digits: { decimals: 0 } };
  if (verdicts === undefined) return shown;
  const total = [...verdicts.values()].reduce((sum, count) => sum + count, 0);
  const others = [...verdicts].filter(([verdict]) => verdict !== 'exact');
  const names = others.map(([verdict, count]) =>
    others.length === 1 ? verdict : `${count} ${verdict}`,
  );
  return {
    ...shown,
    values: [verdicts.get('exact') ?? 0, total],
    ...(names.length === 0 ? {} : { note: names.join(', ') }),
  };
}

const SIZES = [
  ['raw', (group: GroupStatistics) => group.medianSizeBytes],
  ['gzip', (group: GroupStatistics) => group.medianSizeGzipBytes],
  ['zstd', (group: GroupStatistics) => group.medianSizeZstdBytes],
] as const;

/** Null for a log without compressed sizes: then the summary has all there is. */
export function sizeTable(groups: readonly GroupStatistics[]): Table | null {
  const sized = groups.filter(
    ({ mode, medianSizeGzipBytes }) => mode === 'bytes' && medianSizeGzipBytes !== null,
  );
  if (sized.length === 0) return null;
  const counts = [...new Set(sized.map(({ instances }) => instances))].sort((a, b) => a - b);
  const cell = (own: readonly GroupStatistics[], instances: number, pick: Pick): NumberCell => {
    const isMeant = (group: GroupStatistics): boolean => group.instances === instances;
    const types = new Set(sized.filter(isMeant).map(({ dataType }) => dataType)).size;
    const sizes = own.filter(isMeant).flatMap((group) => pick(group) ?? []);
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    return { value: sizes.length < types ? null : mean, unit: 'B', digits: { decimals: 0 } };
  };
  return {
    caption: 'Encoded sizes, bytes',
    columns: [
      { title: 'Serializer' },
      ...counts.flatMap((instances) =>
        SIZES.map(([name]) => ({ title: `${name}, n = ${instances}` })),
      ),
    ],
    rows: byName(groupBy(sized, ({ serializer }) => serializer)).map(([name, own]) => [
      words(name),
      ...counts.flatMap((instances) => SIZES.map(([, pick]) => cell(own, instances, pick))),
    ]),
    notes: [
      'Mean over the data types; gzip at level 6, zstd at level 3. A schema format leaves its schema out of the bytes: both sides must have it.',
    ],
  };
}

type Pick = (group: GroupStatistics) => number | null;
