// `echometer report`: runs -> every derived report file, as names and bytes. Writes nothing itself.

import type { RecordingUPlot } from '../draw/dom-stub.ts';
import { duplexFigures } from '../figures/duplex.ts';
import type { PdfFonts } from '../assets/node.ts';
import type { Statistics } from '../statistics.ts';
import { curvesOf, type ReportRun } from './curves.ts';
import { reportContent, type ReportContent } from './content.ts';
import { logContent } from './log-content.ts';
import { logSections, type LogsInput } from './log-sections.ts';
import { reportHtml } from './html.ts';
import { reportMarkdown } from './markdown.ts';
import { reportPdf } from './pdf.ts';
import { figureFiles } from './svg-files.ts';

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
  /** Without statistics (a kernel that lacks them) there is no distribution figure. */
  readonly statistics: Statistics | null;
  /** Of the serializer suite. */
  readonly logs?: LogsInput;
}

export async function reportFiles(input: ReportInput, assets: ReportAssets): Promise<ReportFile[]> {
  const content = contentOf(input);
  return [
    text('report.html', reportHtml(content, assets)),
    text('report.md', reportMarkdown(content)),
    { name: 'report.pdf', bytes: await reportPdf(content, assets) },
    ...svgFiles(content, assets.recording),
  ];
}

/** report.md and the figures that it shows: a tenth of the work of all files. */
export function markdownFiles(input: ReportInput, recording: RecordingUPlot): ReportFile[] {
  const content = contentOf(input);
  return [text('report.md', reportMarkdown(content)), ...svgFiles(content, recording)];
}

function contentOf({ runs, statistics, logs }: ReportInput): ReportContent {
  if (runs.length === 0 && logs !== undefined) return logContent(logs);
  const { curves, curvesCase } =
    statistics === null ? { curves: [], curvesCase: '' } : curvesOf(runs, statistics);
  const figures = duplexFigures({ runs, curves, curvesCase });
  return reportContent({ runs, figures, more: logs === undefined ? [] : logSections(logs) });
}

function svgFiles({ sections }: ReportContent, recording: RecordingUPlot): ReportFile[] {
  const figures = sections.flatMap(({ figure }) => figure ?? []);
  return figureFiles(recording, figures).map((file) => text(`figures/${file.name}`, file.text));
}

const text = (name: string, body: string): ReportFile => ({
  name,
  bytes: new TextEncoder().encode(body),
});
