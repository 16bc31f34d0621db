// report.md: the report's words and tables; figures are linked as files beside it.

import type { Table } from '../definition.ts';
import type { ReportContent, Section } from './content.ts';

export function reportMarkdown(content: ReportContent): string {
  const head = [`# ${content.title}`, content.byline, ...content.lead];
  const blocks = [...head, ...content.sections.flatMap(sectionBlocks)];
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
