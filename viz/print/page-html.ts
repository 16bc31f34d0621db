// A page as HTML: one file that is complete without JavaScript and asks for nothing from anywhere.

import type { RecordingUPlot } from '../draw/dom-stub.ts';
import { drawFigure, type Layout } from '../draw/drawing.ts';
import { toSvg } from '../draw/svg.ts';
import { CSS_VARIABLES } from '../theme.ts';
import type { FigureDefinition } from '../definition.ts';
import { chaptersOf, topicOf } from '../report/page.ts';
import type { Chapter, Item, Page, Section } from '../report/page.ts';
import type { Table } from '../tables/table.ts';
import { printable } from '../text/printable.ts';
import { escapeXml } from '../text/xml.ts';
import { tableCsv } from './csv.ts';
import { tableHtml } from './html.ts';
import { REPORT_CSS } from './style.ts';
import { THEME_SCRIPT } from './theme-script.ts';

export interface HtmlOptions {
  readonly recording: RecordingUPlot;
  /** Base64 of the SHA-256 of a text's UTF-8 bytes, for the content security policy. */
  readonly sha256Base64: (text: string) => string;
  /** Names of files that stand beside the page. */
  readonly beside?: readonly string[];
}

export function pageHtml(page: Page, options: HtmlOptions): string {
  const hashOf = (text: string) => `'sha256-${options.sha256Base64(text)}'`;
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(REPORT_CSS)}`,
    `script-src ${hashOf(THEME_SCRIPT)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const chapters = chaptersOf(page.sections).map((one) => chapterHtml(one, options));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escapeXml(policy)}">
<title>${shownXml(page.title)}</title>
<style>${REPORT_CSS}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the results</a>
<header>
<h1>${shownXml(page.title)}</h1>
<p class="byline">${shownXml(page.byline)}</p>
<button id="theme" type="button" hidden>Light or dark</button>
${listHtml(page.findings ?? [], ' class="findings" aria-label="What was found"')}
${besideHtml(options.beside ?? [])}</header>
<nav aria-label="Contents"><ul>${page.sections
    .filter(({ level = 2 }) => level === 2)
    .map(linkTo)
    .join('')}</ul></nav>
<main id="content">
${page.lead.map((text) => `<p>${shownXml(text)}</p>`).join('\n')}
${chapters.join('\n')}
</main>
<footer>Made by echometer from the run’s own files. Charts are drawn with uPlot.</footer>
<script>${THEME_SCRIPT}</script>
</body>
</html>
`;
}

const linkTo = (section: Section): string =>
  `<li><a href="#${section.id}">${shownXml(topicOf(section))}</a></li>`;

const listHtml = (items: readonly Item[], name = ''): string =>
  items.length === 0 ? '' : `<ul${name}>${items.map(itemHtml).join('')}</ul>`;

function itemHtml(item: Item): string {
  if (typeof item === 'string') return `<li>${shownXml(item)}</li>`;
  const link = item.label === undefined ? '' : ` <a href="#${item.to}">${shownXml(item.label)}</a>`;
  return `<li>${shownXml(item.text)}${link}</li>`;
}

/** Links to what lies beside the page; it asks for none of them by itself. */
const besideHtml = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : `<p class="beside">Files: ${names.map((name) => `<a href="${escapeXml(encodeURI(name))}">${shownXml(name)}</a>`).join(', ')}</p>\n`;

/** What a reader came for stands open; the rest is folded, and unfolds by a click, a link to it, a search or in print. */
function chapterHtml({ isDetail, head, rest }: Chapter, options: HtmlOptions): string {
  const sections = rest.map((section) => sectionHtml(section, options));
  if (!isDetail) return [sectionHtml(head, options), ...sections].join('\n');
  const { id, title } = head;
  return `<details class="part" id="${id}"><summary><h2 id="${id}-h">${shownXml(title)}</h2></summary>
${[contentHtml(head, options), ...sections].join('\n')}
</details>`;
}

function sectionHtml(section: Section, options: HtmlOptions): string {
  const { id, title, level = 2 } = section;
  const heading = `<h${level} id="${id}-h">${shownXml(title)}</h${level}>`;
  return `<section id="${id}" aria-labelledby="${id}-h">\n${heading}\n${contentHtml(section, options)}\n</section>`;
}

function contentHtml(section: Section, options: HtmlOptions): string {
  const { id, paragraphs = [], items = [], figure, table } = section;
  return [
    ...paragraphs.map((text) => `<p>${shownXml(text)}</p>`),
    listHtml(items),
    ...(figure === undefined ? [] : [figureHtml(figure, options), foldedTable(figure)]),
    ...(table === undefined ? [] : [`${tableHtml(table)}${csvLink(table, id)}`]),
  ].join('\n');
}

function figureHtml(figure: FigureDefinition, { recording }: HtmlOptions): string {
  const drawn = (layout: Layout) => {
    const drawing = drawFigure(recording, figure, { theme: CSS_VARIABLES, layout });
    const idPrefix = `${figure.id}-${layout}`;
    const svg = toSvg(figure, drawing, { idPrefix, theme: CSS_VARIABLES, standalone: false });
    return `<div class="${layout}">${svg}</div>`;
  };
  const svgFile = `<a href="figures/${escapeXml(figure.id)}.svg">SVG</a>`;
  return `<figure>${drawn('wide')}${drawn('narrow')}<figcaption>${shownXml(figure.caption)} ${svgFile}</figcaption></figure>`;
}

const foldedTable = ({ id, table, isTableOpen }: FigureDefinition): string =>
  `<details class="twin"${isTableOpen === true ? ' open' : ''}><summary>${shownXml(table.caption)}</summary>${tableHtml(table)}${csvLink(table, id)}</details>`;

/** The table's values, in the page itself. */
const csvLink = (table: Table, name: string): string =>
  `<p class="notes"><a download="${escapeXml(name)}.csv" href="data:text/csv;charset=utf-8,${encodeURIComponent(tableCsv(table))}">CSV</a></p>`;

const shownXml = (text: string): string => escapeXml(printable(text));
