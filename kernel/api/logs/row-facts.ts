// What the rows of a run are and what their values survive, from its sidecar: two tables. It judges nothing and ranks nothing.
import { markdownTable } from './markdown-table.ts';
import type { RowFacts } from './sidecar.ts';
import { markUnranked } from './warm-tables.ts';

/** Short enough for a column, in the order of the catalogue's edge record. */
const SHORT: Readonly<Record<string, string>> = {
  'negative-zero': '-0',
  'non-finite': 'NaN, ±Inf',
};

export function rowSections(rows: readonly RowFacts[]): readonly string[] {
  if (rows.length === 0) return [];
  const sorted = [...rows].sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
  return [rowTable(sorted), ...absent(sorted), fidelityTable(sorted)];
}

function rowTable(rows: readonly RowFacts[]): string {
  const unranked = new Set(rows.filter(({ ranked }) => !ranked).map(({ name }) => name));
  const lines = rows
    .filter(({ state }) => state === 'ok')
    .map((row) => [
      markUnranked(row.name, unranked),
      row.version,
      row.format,
      row.kind,
      row.counterpart || '-',
      row.backend || '-',
      row.reuse || '-',
      row.streamMode || 'adapted',
    ]);
  const ok = lines.length;
  return [
    '## Rows',
    `${ok} of ${rows.length} rows were measured. An option that changes the bytes or the meaning is part of the name. Compare within a kind: a schema format and a self-describing one solve different problems. ` +
      'Counterpart: the row of the reference page. Reuse: what lives from call to call.' +
      (unranked.size === 0 ? '' : ' † opens its input without reading it: never ranked.'),
    markdownTable(
      [
        'serializer',
        'version',
        'format',
        'kind',
        'counterpart',
        'implementation',
        'reuse',
        'stream',
      ],
      lines,
      8,
    ),
  ].join('\n\n');
}

function absent(rows: readonly RowFacts[]): readonly string[] {
  const others = rows.filter(({ state }) => state !== 'ok');
  if (others.length === 0) return [];
  const lines = others.map(
    ({ name, state, detail }) => `- ${name}: ${state.replace('-', ' ')} (${detail})`,
  );
  return [`Not measured:\n\n${lines.join('\n')}`];
}

function fidelityTable(rows: readonly RowFacts[]): string {
  const asked = rows.filter(({ fidelity }) => fidelity !== null);
  const classes = [...new Set(asked.flatMap(({ fidelity }) => [...(fidelity?.keys() ?? [])]))];
  if (classes.length === 0) return '';
  const lines = asked.map(({ name, fidelity }) => [
    name,
    ...classes.map((name_) => verdictText(fidelity?.get(name_))),
  ]);
  return [
    '## Fidelity',
    'The edge record, field class by field class: how many of its values came back the same, with the same type. Of the timed data every cold call and the last call of every warm sample was compared; a value that did not come back is an error, and its row has no time there.',
    'What did not come back is named: `type` the same value as another type, `reordered` keys in another order, `lossy` another value, `refused` an error, `unsupported` no such type in the schema language.',
    markdownTable(
      ['serializer', ...classes.map((name) => SHORT[name] ?? name)],
      lines,
      classes.length + 1,
    ),
  ].join('\n\n');
}

function verdictText(verdicts: ReadonlyMap<string, number> | undefined): string {
  if (verdicts === undefined) return '-';
  const total = [...verdicts.values()].reduce((sum, count) => sum + count, 0);
  const exact = verdicts.get('exact') ?? 0;
  const others = [...verdicts].filter(([verdict]) => verdict !== 'exact');
  if (others.length === 0) return `${exact}/${total}`;
  return `${exact}/${total} ${others.map(([verdict, count]) => (others.length === 1 ? verdict : `${count} ${verdict}`)).join(', ')}`;
}
