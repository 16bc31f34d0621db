// What a page says, in order, as plain data: HTML, PDF and Markdown print the same page.

import type { FigureDefinition } from '../definition.ts';
import type { Table } from '../tables/table.ts';

export interface Section {
  /** Of its heading, unique in its page. */
  readonly id: string;
  /** What was found, where there is something. */
  readonly title: string;
  /** For the list of contents; the title when nothing is said. */
  readonly topic?: string;
  /** Sections of level 3 and 4 belong to the one of level 2 before them; the list of contents leaves them out. */
  readonly level?: 2 | 3 | 4;
  readonly paragraphs?: readonly string[];
  /** A list, below the paragraphs. */
  readonly items?: readonly Item[];
  /** Behind what a reader came for: a screen shows it folded. */
  readonly isDetail?: boolean;
  /** Its own table is printed too. */
  readonly figure?: FigureDefinition;
  readonly table?: Table;
}

/** A line of a list; `to` is the id of the section that shows it, `label` what the link says: "Figure 2". */
export type Item = string | LinkedItem;

export interface LinkedItem {
  readonly text: string;
  readonly to: string;
  readonly label?: string;
}

export interface Page {
  readonly title: string;
  /** Under the title: when, with what. */
  readonly byline: string;
  /** What was found, in sentences; the first screen. */
  readonly findings?: readonly Item[];
  /** Below them: what was measured, and what the numbers do not say. */
  readonly lead: readonly string[];
  readonly sections: readonly Section[];
  /** UTC, of the last run: the date of the page's files, so that they do not depend on the clock. */
  readonly date: string;
  /** Long pages begin with links to their sections. */
  readonly hasContents?: boolean;
}

/** What a list of contents says. */
export const topicOf = ({ topic, title }: Section): string => topic ?? title;

export { slug } from '../text/words.ts';

/** A section of level 2 and those that belong to it. */
export interface Chapter {
  readonly isDetail: boolean;
  readonly head: Section;
  readonly rest: readonly Section[];
}

export function chaptersOf(sections: readonly Section[]): Chapter[] {
  const chapters: { isDetail: boolean; head: Section; rest: Section[] }[] = [];
  for (const section of sections) {
    const last = chapters.at(-1);
    if ((section.level ?? 2) === 2 || last === undefined)
      chapters.push({ isDetail: section.isDetail === true, head: section, rest: [] });
    else last.rest.push(section);
  }
  return chapters;
}

/** Two sections with one title have different addresses. */
export function withUniqueIds(sections: readonly Section[]): Section[] {
  const seen = new Map<string, number>();
  return sections.map((section) => {
    const count = (seen.get(section.id) ?? 0) + 1;
    seen.set(section.id, count);
    if (count === 1) return section;
    const id = `${section.id}-${count}`;
    // A figure's id is its file's name.
    return {
      ...section,
      id,
      ...(section.figure === undefined ? {} : { figure: { ...section.figure, id } }),
    };
  });
}

/** Figures and tables are numbered in their order, and lines that point to one say its number. */
export function numbered(page: Page): Page {
  let [figures, tables] = [0, 0];
  const labels = new Map<string, string>();
  const titled = (table: Table): Table => {
    tables += 1;
    return { ...table, caption: joined(`Table ${tables}`, table.caption) };
  };
  const sections = page.sections.map((section): Section => {
    const { id, figure, table } = section;
    if (figure !== undefined) figures += 1;
    const own =
      figure === undefined
        ? undefined
        : {
            ...figure,
            caption: joined(`Figure ${figures}`, figure.caption),
            table: titled(figure.table),
          };
    const shown = table === undefined ? undefined : titled(table);
    if (own !== undefined) labels.set(id, `Figure ${figures}`);
    else if (shown !== undefined) labels.set(id, `Table ${tables}`);
    return {
      ...section,
      ...(own === undefined ? {} : { figure: own }),
      ...(shown === undefined ? {} : { table: shown }),
    };
  });
  const labeled = (item: Item): Item => {
    if (typeof item === 'string') return item;
    const label = labels.get(item.to);
    return label === undefined ? item.text : { ...item, label };
  };
  return {
    ...page,
    findings: (page.findings ?? []).map(labeled),
    sections: sections.map((section) =>
      section.items === undefined ? section : { ...section, items: section.items.map(labeled) },
    ),
  };
}

const joined = (number: string, caption: string): string =>
  caption === '' ? `${number}.` : `${number}. ${caption}`;
