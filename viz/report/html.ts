// report.html: one file that is complete without JavaScript and asks for nothing from anywhere.

import type { Table } from '../definition.ts';
import type { RecordingUPlot } from '../draw/dom-stub.ts';
import { drawFigure, type Layout } from '../draw/drawing.ts';
import { toSvg } from '../draw/svg.ts';
import { escapeXml } from '../text/xml.ts';
import { CSS_VARIABLES } from '../theme.ts';
import type { ReportContent } from './content.ts';
import type { Section } from './section.ts';
import { REPORT_CSS } from './style.ts';
import { THEME_SCRIPT } from './theme-script.ts';

export interface HtmlOptions {
  readonly recording: RecordingUPlot;
  /** Base64 of the SHA-256 of a text's UTF-8 bytes, for the content security policy. */
  readonly sha256Base64: (text: string) => string;
}

export function reportHtml(content: ReportContent, options: HtmlOptions): string {
  const hashOf = (text: string) => `'sha256-${options.sha256Base64(text)}'`;
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(REPORT_CSS)}`,
    `script-src ${hashOf(THEME_SCRIPT)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const sections = content.sections.map((section) => sectionHtml(section, options.recording));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escapeXml(policy)}">
<title>${escapeXml(content.title)}</title>
<style>${REPORT_CSS}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the results</a>
<header>
<h1>${escapeXml(content.title)}</h1>
<p class="byline">${escapeXml(content.byline)}</p>
<button id="theme" type="button" hidden>Light or dark</button>
</header>
<nav aria-label="Contents"><ul>${content.sections
    .filter(({ isMinor }) => isMinor !== true)
    .map(linkTo)
    .join('')}</ul></nav>
<main id="content">
${content.lead.map((text) => `<p>${escapeXml(text)}</p>`).join('\n')}
${sections.join('\n')}
</main>
<footer>Made by echometer from the run’s own files. Charts are drawn with uPlot.</footer>
<script>${THEME_SCRIPT}</script>
</body>
</html>
`;
}

const linkTo = ({ id, title }: Section): string =>
  `<li><a href="#${id}">${escapeXml(title)}</a></li>`;

function sectionHtml(section: Section, recording: RecordingUPlot): string {
  const { id, title, paragraphs, figure, table } = section;
  const parts = [
    `<h2 id="${id}-h">${escapeXml(title)}</h2>`,
    ...paragraphs.map((text) => `<p>${escapeXml(text)}</p>`),
  ];
  if (figure !== null) {
    const drawn = (layout: Layout) => {
      const drawing = drawFigure(recording, figure, { theme: CSS_VARIABLES, layout });
      const idPrefix = `${figure.id}-${layout}`;
      const svg = toSvg(figure, drawing, { idPrefix, theme: CSS_VARIABLES, standalone: false });
      return `<div class="${layout}">${svg}</div>`;
    };
    parts.push(
      `<figure>${drawn('wide')}${drawn('narrow')}<figcaption>${escapeXml(figure.caption)}</figcaption></figure>`,
      tableHtml(figure.table),
    );
  }
  if (table !== null) parts.push(tableHtml(table));
  return `<section id="${id}" aria-labelledby="${id}-h">\n${parts.join('\n')}\n</section>`;
}

/** The first column names the row. A wide table scrolls in its own box, also by keyboard. */
function tableHtml(table: Table): string {
  const classOf = (index: number) => (table.columns[index]?.align === 'right' ? ' class="r"' : '');
  const head = table.columns.map(({ title }, index) =>
    title === '' ? '<td></td>' : `<th scope="col"${classOf(index)}>${escapeXml(title)}</th>`,
  );
  const rows = table.rows.map((row) => {
    const cells = row.map((text, index) =>
      index === 0
        ? `<th scope="row"${classOf(index)}>${escapeXml(text)}</th>`
        : `<td${classOf(index)}>${escapeXml(text)}</td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  const notes = table.notes.map((note) => `<p class="notes">${escapeXml(note)}</p>`);
  return (
    `<div class="scroll" role="region" tabindex="0" aria-label="Table: ${escapeXml(table.caption)}">` +
    `<table><caption>${escapeXml(table.caption)}</caption>` +
    `<thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>` +
    notes.join('')
  );
}
