// Histories as a page: what changed, for the worse or the better, the table of changes, and a figure a case. It decides nothing.

import { LEAST_POINTS, LEVEL } from '../../kernel/api/compare/history.ts';
import type { History, SeriesHistory } from '../../kernel/api/compare/history.ts';
import { percentText, seriesHistoryFigure } from '../figures/series-history.ts';
import { casesTable, changesTable, occasionText, seriesName } from '../tables/history.ts';
import { numberText } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import { lossItems, problemItems } from './losses.ts';
import { withUniqueIds, type Page, type Section } from './page.ts';

/** Beyond that a page gets too long to be read; the table has all cases. */
const MOST_FIGURES = 40;

export function historyPage(history: History, { figures }: { readonly figures: boolean }): Page {
  const { series, occasions, missing } = history;
  const dates = occasions.flatMap(({ at }) => at ?? []);
  return {
    title: `History of ${counted(series.length, 'case')} over ${counted(occasions.length, 'result')}`,
    byline: bylineOf(history),
    lead: leadOf(history),
    sections: withUniqueIds([
      ...(series.some(({ changes }) => changes.length > 0)
        ? [{ id: 'changes', title: 'Changes', table: changesTable(history) }]
        : []),
      { id: 'cases', title: 'Cases', table: casesTable(history) },
      ...list('Missing in the newest result', missing),
      ...(figures ? figureSections(history) : []),
      ...list('What the files lost', lossItems(series)),
      ...list('What was passed over', problemItems(history.problems)),
      { id: 'method', title: 'How changes are found', paragraphs: methodOf(history) },
    ]),
    date: dates.at(-1) ?? '1970-01-01T00:00:00Z',
  };
}

const counted = (count: number, noun: string): string =>
  `${numberText(count, { decimals: 0 })} ${noun}${count === 1 ? '' : 's'}`;

function list(title: string, items: readonly string[]): Section[] {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return items.length === 0 ? [] : [{ id, title, items }];
}

function bylineOf({ occasions, order }: History): string {
  const [first, last] = [occasions[0], occasions.at(-1)];
  if (first === undefined || last === undefined) return '';
  const range = `${occasionText(first)} to ${occasionText(last)}`;
  return order === 'time'
    ? `${range}, ordered by time`
    : `${range}, in the order in which they were named: not every result says its time`;
}

const VERDICTS = [
  ['worse', 'Worse since the newest change'],
  ['better', 'Better since the newest change'],
  ['changed', 'Changed, and nothing says which way is better (--lower or --higher)'],
] as const;

function leadOf({ series, occasions, missing }: History): string[] {
  const of = (verdict: SeriesHistory['verdict']): readonly SeriesHistory[] =>
    series.filter((one) => one.verdict === verdict);
  const steady = of('steady').length;
  const short = of('short').length;
  const sentences = VERDICTS.flatMap(([verdict, words]) => {
    const found = of(verdict);
    if (found.length === 0) return [];
    return [`${words}: ${listed(named(found, occasions))}.`];
  });
  return [
    ...sentences,
    `${counted(steady, 'case')} without a change of level.`,
    ...(short === 0
      ? []
      : [
          `${counted(short, 'case')} with fewer than ${2 * LEAST_POINTS} results: too few to look for a change.`,
        ]),
    ...(missing.length === 0
      ? []
      : [
          `${counted(missing.length, 'case')} of the result before the newest one ${missing.length === 1 ? 'is' : 'are'} missing in it.`,
        ]),
  ];
}

const MOST_NAMED = 3;

/** The largest ones; the table has all. */
function named(found: readonly SeriesHistory[], occasions: History['occasions']): string[] {
  const size = ({ changes }: SeriesHistory): number => {
    const ratio = changes.at(-1)?.ratio ?? 1;
    return ratio <= 0 ? Infinity : Math.max(ratio, 1 / ratio);
  };
  const largest = [...found].sort((a, b) => size(b) - size(a)).slice(0, MOST_NAMED);
  const more = found.length - largest.length;
  const texts = largest.flatMap((one) => {
    const change = one.changes.at(-1);
    const at = occasions[change?.occasion ?? -1];
    if (change === undefined || at === undefined) return [];
    return [`${seriesName(one)} ${percentText(change)} from ${occasionText(at)} on`];
  });
  return more === 0 ? texts : [...texts, `${more} more`];
}

function figureSections({ series, occasions }: History): Section[] {
  const ranked = [...series]
    .filter(({ points }) => points.length > 1)
    .sort((a, b) => Math.sign(b.changes.length) - Math.sign(a.changes.length));
  const drawn = ranked.slice(0, MOST_FIGURES);
  const left = ranked.length - drawn.length;
  const sections = drawn.map((one): Section => {
    const figure = seriesHistoryFigure(one, occasions);
    return { id: figure.id, title: figure.title, figure };
  });
  if (left === 0) return sections;
  const paragraphs = [
    `Of ${ranked.length} cases ${MOST_FIGURES} are drawn, those with changes first; --filter and --metric choose others.`,
  ];
  return [...sections, { id: 'not-drawn', title: 'Not drawn', paragraphs }];
}

function methodOf({ thresholdPercent }: History): string[] {
  const threshold =
    thresholdPercent === 0
      ? ''
      : ` Changes of at most ${numberText(thresholdPercent, { significant: 4 })} % are not counted (--threshold).`;
  return [
    `A level has at least ${LEAST_POINTS} results, so one wild result is no change. A case that never changes has any change with a probability of at most ${numberText(LEVEL * 100, { decimals: 0 })} %.${threshold} The rule is changePoints of docs/statistics.md; slow drifts are not looked for.`,
    'A point is the median of what repeats on the outermost level (processes, forks, trials), or what the tool computed where a file has no samples. Values of different definitions or units are different cases.',
  ];
}
