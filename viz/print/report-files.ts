// `echometer report`: runs -> every derived report file, as names and bytes. Writes nothing itself.

import type { Workspace } from '../../kernel/api/facade/workspace.ts';
import type { RecordingUPlot } from '../draw/dom-stub.ts';
import { duplexFigures } from '../figures/duplex.ts';
import type { PdfFonts } from '../assets/node.ts';
import { curvesOf, type ReportRun } from '../report/curves.ts';
import { collectionSections, collectionsPage, type NamedAnalysis } from '../report/collections.ts';
import { reportPage } from '../report/content.ts';
import { logPage } from '../report/log-page.ts';
import { logSections, type LogsInput } from '../report/log-sections.ts';
import type { Page } from '../report/page.ts';
import { variantSections } from '../report/variant-sections.ts';
import { figureSvg } from './figure-svg.ts';
import { pageHtml } from './page-html.ts';
import { pageMarkdown } from './page-markdown.ts';
import { pagePdf } from './page-pdf.ts';

export interface ReportAssets {
  readonly recording: RecordingUPlot;
  readonly fonts: PdfFonts;
  readonly sha256Base64: (text: string) => string;
}

export interface ReportFile {
  /** Relative to the output folder, with forward slashes. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface ReportInput {
  /** Empty when there are logs only. */
  readonly runs: readonly ReportRun[];
  /** Of the kernel that draws the distribution. */
  readonly workspace: Workspace;
  /** Of the serializer suite. */
  readonly logs?: LogsInput;
  /** Files with the numbers that stand where the report will: the page links to them. */
  readonly beside?: readonly string[];
  /** Results of other tools. */
  readonly foreign?: readonly NamedAnalysis[];
}

export const reportFiles = (input: ReportInput, assets: ReportAssets): Promise<ReportFile[]> =>
  pageFiles(pageOf(input), assets, input.beside);

/** Any page as report.html, report.md, report.pdf and the figures that it shows. */
export async function pageFiles(
  page: Page,
  assets: ReportAssets,
  beside: readonly string[] = [],
): Promise<ReportFile[]> {
  const html = {
    name: 'report.html',
    text: pageHtml(page, { ...assets, beside: ['report.pdf', ...beside] }),
  };
  const texts = [html, ...markdownFiles(page, assets.recording)];
  return [...texts.map(fileOf), { name: 'report.pdf', bytes: await pagePdf(page, assets) }];
}

export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** A page as Markdown and the figures that it shows: of a report a tenth of the work of all files. */
export const markdownFiles = (
  page: Page,
  recording: RecordingUPlot,
  name = 'report.md',
): TextFile[] => [
  { name, text: pageMarkdown(page) },
  ...page.sections.flatMap(({ figure }) =>
    figure === undefined
      ? []
      : [{ name: `figures/${figure.id}.svg`, text: figureSvg(recording, figure) }],
  ),
];

export function pageOf({ runs, workspace, logs, foreign = [] }: ReportInput): Page {
  const others = collectionSections(foreign);
  if (runs.length === 0 && logs !== undefined)
    return logPage(logs, [...logSections(logs), ...others]);
  if (runs.length === 0 && foreign.length > 0) return collectionsPage(foreign);
  const { curves, curvesCase } = curvesOf(runs, workspace);
  const figures = duplexFigures({ runs, curves, curvesCase });
  const variants = runs.flatMap((run) => variantSections(run, workspace));
  const more = [...variants, ...(logs === undefined ? [] : logSections(logs)), ...others];
  return reportPage({ runs, figures, more });
}

const fileOf = ({ name, text }: TextFile): ReportFile => ({
  name,
  bytes: new TextEncoder().encode(text),
});
