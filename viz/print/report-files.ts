// `echometer report`: runs -> every derived report file, as names and bytes. Writes nothing itself.

import type { Workspace } from '../../kernel/api/facade/workspace.ts';
import type { RecordingUPlot } from '../draw/dom-stub.ts';
import { duplexFigures } from '../figures/duplex.ts';
import type { PdfFonts } from '../assets/node.ts';
import { curvesOf, type ReportRun } from '../report/curves.ts';
import { reportPage } from '../report/content.ts';
import { logPage } from '../report/log-content.ts';
import { logSections, type LogsInput } from '../report/log-sections.ts';
import type { Page } from '../report/page.ts';
import { figureFiles } from './figure-svg.ts';
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
}

export async function reportFiles(input: ReportInput, assets: ReportAssets): Promise<ReportFile[]> {
  const page = pageOf(input);
  return [
    text('report.html', pageHtml(page, assets)),
    text('report.md', pageMarkdown(page)),
    { name: 'report.pdf', bytes: await pagePdf(page, assets) },
    ...svgFiles(page, assets.recording),
  ];
}

/** report.md and the figures that it shows: a tenth of the work of all files. */
export function markdownFiles(input: ReportInput, recording: RecordingUPlot): ReportFile[] {
  const page = pageOf(input);
  return [text('report.md', pageMarkdown(page)), ...svgFiles(page, recording)];
}

function pageOf({ runs, workspace, logs }: ReportInput): Page {
  if (runs.length === 0 && logs !== undefined) return logPage(logs);
  const { curves, curvesCase } = curvesOf(runs, workspace);
  const figures = duplexFigures({ runs, curves, curvesCase });
  return reportPage({ runs, figures, more: logs === undefined ? [] : logSections(logs) });
}

function svgFiles({ sections }: Page, recording: RecordingUPlot): ReportFile[] {
  const figures = sections.flatMap(({ figure }) => figure ?? []);
  return figureFiles(recording, figures).map((file) => text(`figures/${file.name}`, file.text));
}

const text = (name: string, body: string): ReportFile => ({
  name,
  bytes: new TextEncoder().encode(body),
});
