// report.md: the report's words and tables; figures are linked as files beside it.

import type { Table } from '../definition.ts';
import type { ReportContent } from './content.ts';
import type { Section } from './section.ts';

export function reportMarkdown(content: ReportContent): string {
  const head = [`# ${content.title}`, content.byline, ...content.lead];
  const blocks = [...head, ...content.sections.flatMap(sectionBlocks)].map(withoutTags);
  return `${blocks.join('\n\n')}\n`;
}

function sectionBlocks({ title, paragraphs, figure, table }: Section): string[] {
  const blocks = [`## ${title}`, ...paragraphs];
  if (figure !== null) {
    const alt = figure.description.replaceAll(/[[\]]/g, '');
    blocks.push(
      `![${alt}](figures/${figure.id}.svg)`,
      figure.caption,
      ...tableBlocks(figure.table),
    );
  }
  if (table !== null) blocks.push(...tableBlocks(table));
  return blocks;
}

/** A name or a message from a run's files is text; most readers of Markdown would take a tag for HTML. */
const withoutTags = (text: string): string => text.replace(/<(?=[a-z/!?])/gi, '&lt;');

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

function tableBlocks(table: Table): string[] {
  const lines = [
    row(table.columns.map(({ title }) => title)),
    `|${table.columns.map(({ align }) => (align === 'right' ? '---:|' : '---|')).join('')}`,
    ...table.rows.map(row),
  ];
  return [`**${table.caption}**`, lines.join('\n'), ...table.notes];
}
