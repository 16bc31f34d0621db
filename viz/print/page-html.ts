// A page as HTML: one file that is complete without JavaScript and asks for nothing from anywhere.

import type { RecordingUPlot } from '../draw/dom-stub.ts';
import { drawFigure, type Layout } from '../draw/drawing.ts';
import { toSvg } from '../draw/svg.ts';
import { CSS_VARIABLES } from '../theme.ts';
import type { Page, Section } from '../report/page.ts';
import { printable } from '../text/printable.ts';
import { escapeXml } from '../text/xml.ts';
import { tableHtml } from './html.ts';
import { REPORT_CSS } from './style.ts';
import { THEME_SCRIPT } from './theme-script.ts';

export interface HtmlOptions {
  readonly recording: RecordingUPlot;
  /** Base64 of the SHA-256 of a text's UTF-8 bytes, for the content security policy. */
  readonly sha256Base64: (text: string) => string;
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
  const sections = page.sections.map((section) => sectionHtml(section, options.recording));
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
</header>
<nav aria-label="Contents"><ul>${page.sections
    .filter(({ level = 2 }) => level === 2)
    .map(linkTo)
    .join('')}</ul></nav>
<main id="content">
${page.lead.map((text) => `<p>${shownXml(text)}</p>`).join('\n')}
${sections.join('\n')}
</main>
<footer>Made by echometer from the run’s own files. Charts are drawn with uPlot.</footer>
<script>${THEME_SCRIPT}</script>
</body>
</html>
`;
}

const linkTo = ({ id, title }: Section): string =>
  `<li><a href="#${id}">${shownXml(title)}</a></li>`;

function sectionHtml(section: Section, recording: RecordingUPlot): string {
  const { id, title, level = 2, paragraphs = [], items = [], figure, table } = section;
  const parts = [
    `<h${level} id="${id}-h">${shownXml(title)}</h${level}>`,
    ...paragraphs.map((text) => `<p>${shownXml(text)}</p>`),
    ...(items.length === 0
      ? []
      : [`<ul>${items.map((item) => `<li>${shownXml(item)}</li>`).join('')}</ul>`]),
  ];
  if (figure !== undefined) {
    const drawn = (layout: Layout) => {
      const drawing = drawFigure(recording, figure, { theme: CSS_VARIABLES, layout });
      const idPrefix = `${figure.id}-${layout}`;
      const svg = toSvg(figure, drawing, { idPrefix, theme: CSS_VARIABLES, standalone: false });
      return `<div class="${layout}">${svg}</div>`;
    };
    parts.push(
      `<figure>${drawn('wide')}${drawn('narrow')}<figcaption>${shownXml(figure.caption)}</figcaption></figure>`,
      tableHtml(figure.table),
    );
  }
  if (table !== undefined) parts.push(tableHtml(table));
  return `<section id="${id}" aria-labelledby="${id}-h">\n${parts.join('\n')}\n</section>`;
}

const shownXml = (text: string): string => escapeXml(printable(text));
