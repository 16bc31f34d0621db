// `echometer/elements`: <echometer-report src> and <echometer-figure src case figure> for any page. Importing it defines both.

import type { Page, Section } from '../../report/page.ts';
import { printable } from '../../text/printable.ts';
import { element } from '../dom/dom.ts';
import { tableView } from '../dom/table-view.ts';
import { liveFigure, type LiveFigure, type LiveFigureOptions } from '../page/live-figure.ts';
import { sectionView } from '../page/section-view.ts';
import { SourceElement, type ElementView } from './source-element.ts';

/** The whole report of what `src` names: words, living figures, sortable tables. */
export class EchometerReport extends SourceElement {
  protected override view(page: Page, options: LiveFigureOptions): ElementView {
    const figures: LiveFigure[] = [];
    const sections = page.sections.map((section) => {
      if (section.figure === undefined) return sectionView(section, '');
      const live = liveFigure(section.figure, options);
      figures.push(live);
      return withFigure(section, live);
    });
    const head = [
      element('h2', { class: 'title' }, printable(page.title)),
      ...[page.byline].filter((text) => text !== '').map((text) => words(text, 'byline')),
      ...page.lead.map((text) => words(text, 'lead')),
    ];
    const article = element('article', { 'aria-label': page.title }, ...head, ...sections);
    return { nodes: [article], figures };
  }
}

/** One figure of it: the first, or the one that `figure` names by its id; `case` leaves one case. */
export class EchometerFigure extends SourceElement {
  protected override view(page: Page, options: LiveFigureOptions): ElementView {
    const sections = page.sections.filter(({ figure }) => figure !== undefined);
    const id = this.getAttribute('figure');
    const section = id === null ? sections[0] : sections.find((one) => one.figure?.id === id);
    if (section?.figure === undefined) {
      const known = sections.flatMap(({ figure }) => figure?.id ?? []).join(', ');
      const what = id === null ? 'no figure of this case' : `no figure ${id}`;
      throw new Error(known === '' ? `there is ${what}` : `there is ${what}; there are ${known}`);
    }
    const live = liveFigure(section.figure, options);
    return { nodes: [live.root], figures: [live] };
  }
}

const words = (text: string, name: string): HTMLElement =>
  element('p', { class: name }, printable(text));

function withFigure(section: Section, live: LiveFigure): HTMLElement {
  const { id, title, paragraphs = [], figure } = section;
  return element(
    'section',
    { id },
    element('h2', {}, printable(title)),
    ...paragraphs.map((text) => words(text, 'about')),
    live.root,
    ...(figure === undefined ? [] : [tableView(figure.table, '', id)]),
  );
}

// A page may load the file twice, or a bundler put it into two chunks.
for (const [name, made] of [
  ['echometer-report', EchometerReport],
  ['echometer-figure', EchometerFigure],
] as const)
  if (customElements.get(name) === undefined) customElements.define(name, made);
