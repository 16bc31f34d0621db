// What the rows of a language are, which of them were not measured, and what their values survive.

import { fidelityTable, rowTable } from '../tables/row-tables.ts';
import type { Table } from '../tables/table.ts';
import { languageName, type LogPart } from './log-words.ts';
import { slug, type Section } from './page.ts';

/** Rows and fidelity once a language: both suites have the same. */
export function rowSections(language: string, parts: readonly LogPart[]): Section[] {
  const facts = parts.at(-1)?.file.sidecar?.rows ?? [];
  if (facts.length === 0) return [];
  const rows = [...facts].sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
  const ok = rows.filter(({ state }) => state === 'ok');
  const absent = rows.filter(({ state }) => state !== 'ok');
  const title = `${languageName(language)}: rows and fidelity`;
  const part = (name: string, content: Partial<Section>): Section => ({
    id: slug(`${title} ${name}`),
    title: name,
    level: 3,
    ...content,
  });
  const withTable = (
    name: string,
    paragraphs: readonly string[],
    table: Table | null,
  ): Section[] => (table === null ? [] : [part(name, { paragraphs, table })]);
  return [
    {
      id: slug(title),
      title,
      paragraphs: [
        `${ok.length} of ${rows.length} rows were measured. An option that changes the bytes or the meaning is part of the name. Compare within a kind: a schema format and a self-describing one solve different problems.`,
      ],
    },
    ...withTable('Rows', [], rowTable(ok)),
    ...(absent.length === 0
      ? []
      : [
          part('Not measured', {
            items: absent.map(
              ({ name, state, detail }) => `${name}: ${state.replace('-', ' ')} (${detail})`,
            ),
          }),
        ]),
    ...withTable(
      'Fidelity',
      [
        'The edge record, field class by field class: how many of its values came back the same, with the same type. Of the timed data every cold call and the last call of every warm sample was compared; a value that did not come back is an error, and its row has no time there.',
      ],
      fidelityTable(rows),
    ),
  ];
}
