// What files of any tool say, as a page: for each source a table of its cases, with what the file lost and what was passed over.

import type { Collection } from '../../kernel/api/collection/collection.ts';
import type { AnalyzedCollection } from '../../kernel/api/collection/statistics.ts';
import { collectionFigure } from '../figures/collection.ts';
import { collectionTables } from '../tables/collection.ts';
import { numberText } from '../text/numbers.ts';
import { formatUtc, listed, slug } from '../text/words.ts';
import { lossItems, problemItems } from './losses.ts';
import { withUniqueIds, type Page, type Section } from './page.ts';

export interface NamedAnalysis {
  /** The file or folder, as the user named it. */
  readonly name: string;
  readonly collection: Collection;
  readonly analysis: AnalyzedCollection;
}

export interface PageOptions {
  /** Without them the tables stand alone: for a terminal. */
  readonly figures: boolean;
}

const WITH_FIGURES: PageOptions = { figures: true };

export function collectionsPage(sources: readonly NamedAnalysis[], options = WITH_FIGURES): Page {
  const tools = [...new Set(sources.map(({ analysis }) => toolOf(analysis)))];
  const cases = sources.reduce((sum, { analysis }) => sum + analysis.series.length, 0);
  const dates = sources.flatMap(({ analysis }) => analysis.source.startedAt ?? []);
  return {
    title: `What ${listed(tools)} measured`,
    byline: [
      ...dates.slice(0, 1).map(formatUtc),
      counted(sources.length, 'source'),
      counted(cases, 'case'),
    ].join(' · '),
    lead: [],
    sections: withUniqueIds(collectionSections(sources, options)),
    date: dates.find((date) => /^\d{4}-\d\d-\d\dT/.test(date)) ?? '1970-01-01T00:00:00Z',
  };
}

/** Of each source, for a page that shows other sections too. */
export const collectionSections = (
  sources: readonly NamedAnalysis[],
  options = WITH_FIGURES,
): Section[] => sources.flatMap((source) => sectionsOf(source, options));

const toolOf = ({ source: { tool, version } }: AnalyzedCollection): string =>
  [tool, version].filter((text) => text !== null).join(' ');

const counted = (count: number, noun: string): string =>
  `${numberText(count, { decimals: 0 })} ${noun}${count === 1 ? '' : 's'}`;

function sectionsOf(
  { name, collection, analysis }: NamedAnalysis,
  { figures }: PageOptions,
): Section[] {
  const [first, ...more] = collectionTables(analysis);
  const figure =
    first === undefined || !figures ? null : collectionFigure(collection, analysis, first);
  const losses = analysis.series.map((one) => ({ losses: one.losses.map(({ code }) => code) }));
  const id = slug(`source ${name}`);
  return [
    {
      ...{ id, title: name, paragraphs: aboutOf(analysis) },
      ...(figure === null ? {} : { figure: { ...figure, id } }),
      ...(figure !== null || first === undefined ? {} : { table: first }),
    },
    ...more.map((table): Section => ({ id: `${id}-tool`, title: table.caption, level: 3, table })),
    ...list(id, 'What the file lost', lossItems(losses)),
    ...list(id, 'What was passed over', problemItems(analysis.problems)),
  ];
}

const list = (id: string, title: string, items: readonly string[]): Section[] =>
  items.length === 0 ? [] : [{ id: slug(`${id} ${title}`), title, level: 3, items }];

/** Who measured, when, and on what: the facts that the file names. */
function aboutOf(analysis: AnalyzedCollection): string[] {
  const { machine, startedAt, format } = analysis.source;
  const facts = Object.entries(machine ?? {}).map(([fact, value]) => `${fact} ${String(value)}`);
  const when = startedAt === null ? '' : `, ${formatUtc(startedAt)}`;
  return [
    `${toolOf(analysis)} (read as ${format})${when}.`,
    ...(facts.length === 0 ? [] : [`${facts.join('; ')}.`]),
  ];
}
