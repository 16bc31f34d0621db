// A page as Markdown: its words and tables; figures are linked as files beside it.

import { topicOf, type Item, type Page, type Section } from '../report/page.ts';
import { printable } from '../text/printable.ts';
import { blockMarkdown, inlineMarkdown, tableMarkdown } from './markdown.ts';

export function pageMarkdown(page: Page): string {
  const addresses = addressesOf(page);
  const blocks = [
    `# ${heading(page.title)}`,
    blockMarkdown(page.byline),
    itemLines(page.findings ?? [], addresses),
    ...page.lead.map(blockMarkdown),
    ...(page.hasContents === true ? [contents(page, addresses)] : []),
    ...page.sections.flatMap((section) => sectionBlocks(section, addresses)),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

type Addresses = ReadonlyMap<string, string>;

function sectionBlocks(section: Section, addresses: Addresses): string[] {
  const { title, level = 2, paragraphs = [], items = [], figure, table } = section;
  return [
    `${'#'.repeat(level)} ${heading(title)}`,
    ...paragraphs.map(blockMarkdown),
    itemLines(items, addresses),
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

const itemLines = (items: readonly Item[], addresses: Addresses): string =>
  items.map((item) => `- ${itemMarkdown(item, addresses)}`).join('\n');

function itemMarkdown(item: Item, addresses: Addresses): string {
  if (typeof item === 'string') return blockMarkdown(item);
  const address = addresses.get(item.to);
  const text = blockMarkdown(item.text);
  return address === undefined || item.label === undefined
    ? text
    : `${text} ([${label(item.label)}](#${address}))`;
}

/** Number signs at its end would be taken for the end of a heading. */
const heading = (text: string): string => inlineMarkdown(text).replace(/#(?=#*$)/g, '\\#');

/** Text in brackets. */
const label = (text: string): string => inlineMarkdown(text.replaceAll(/[[\]]/g, ''));

/** Addresses of headings are those that GitHub makes; by the ids of their sections. */
function addressesOf({ title, sections }: Page): Addresses {
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
  return new Map(sections.map((section) => [section.id, addressOf(section.title)]));
}

const contents = ({ sections }: Page, addresses: Addresses): string =>
  sections
    .filter(({ level = 2 }) => level === 2)
    .map((section) => `- [${label(topicOf(section))}](#${addresses.get(section.id) ?? ''})`)
    .join('\n');
