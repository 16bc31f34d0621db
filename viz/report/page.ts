// What a page says, in order, as plain data: HTML, PDF and Markdown print the same page.

import type { FigureDefinition } from '../definition.ts';
import type { Table } from '../tables/table.ts';

export interface Section {
  /** Of its heading, unique in its page. */
  readonly id: string;
  readonly title: string;
  /** Sections of level 3 and 4 belong to the one of level 2 before them; the list of contents leaves them out. */
  readonly level?: 2 | 3 | 4;
  readonly paragraphs?: readonly string[];
  /** A list, below the paragraphs. */
  readonly items?: readonly string[];
  /** Its own table is printed too. */
  readonly figure?: FigureDefinition;
  readonly table?: Table;
}

export interface Page {
  readonly title: string;
  /** Under the title: when, with what. */
  readonly byline: string;
  readonly lead: readonly string[];
  readonly sections: readonly Section[];
  /** UTC, of the last run: the date of the page's files, so that they do not depend on the clock. */
  readonly date: string;
  /** Long pages begin with links to their sections. */
  readonly hasContents?: boolean;
}

export { slug } from '../text/words.ts';

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
