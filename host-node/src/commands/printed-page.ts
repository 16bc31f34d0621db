// A page on standard output: fitted to a terminal, Markdown when it is piped.

import { pageMarkdown } from '../../../viz/print/page-markdown.ts';
import { pageText } from '../../../viz/print/page-text.ts';
import type { Page } from '../../../viz/report/page.ts';

export const printedPage = (page: Page): string =>
  process.stdout.isTTY ? pageText(page, process.stdout.columns) : pageMarkdown(page);
