// A page as Markdown: its words and tables; figures are linked as files beside it.

import type { Page, Section } from '../report/page.ts';
import { printable } from '../text/printable.ts';
import { blockMarkdown, inlineMarkdown, tableMarkdown } from './markdown.ts';

export function pageMarkdown(page: Page): string {
  const blocks = [
    `# ${heading(page.title)}`,
    blockMarkdown(page.byline),
    ...page.lead.map(blockMarkdown),
    ...(page.hasContents === true ? [contents(page)] : []),
    ...page.sections.flatMap(sectionBlocks),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function sectionBlocks(section: Section): string[] {
  const { title, level = 2, paragraphs = [], items = [], figure, table } = section;
  return [
    `${'#'.repeat(level)} ${heading(title)}`,
    ...paragraphs.map(blockMarkdown),
    items.map((item) => `- ${blockMarkdown(item)}`).join('\n'),
    ...(figure === undefined
      ? []
      : [
          `![${label(figure.description)}](figures/${figure.id}.svg)`,
          blockMarkdown(figure.caption),
          tableMarkdown(figure.table),
        ]),
    ...(table === undefined ? [] : [tableMarkdown(table)]),
  ];
}

/** Number signs at its end would be taken for the end of a heading. */
const heading = (text: string): string => inlineMarkdown(text).replace(/#(?=#*$)/g, '\\#');

/** Text in brackets. */
const label = (text: string): string => inlineMarkdown(text.replaceAll(/[[\]]/g, ''));

/** Addresses of headings are those that GitHub makes. */
function contents({ title, sections }: Page): string {
  const seen = new Map<string, number>();
  const addressOf = (text: string): string => {
    const address = printable(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(address) ?? 0;
    seen.set(address, count + 1);
    return count === 0 ? address : `${address}-${count}`;
  };
  addressOf(title);
  const all = sections.map((section) => ({ ...section, address: addressOf(section.title) }));
  return all
    .filter(({ level = 2 }) => level === 2)
    .map(({ title: text, address }) => `- [${label(text)}](#${address})`)
    .join('\n');
}
