// `echometer report`: runs -> every derived report file, as names and bytes. Writes nothing itself.

import type { FigureDefinition } from '../definition.ts';
import type { RecordingUPlot } from '../draw/dom-stub.ts';
import { duplexFigures } from '../figures/duplex.ts';
import type { PdfFonts } from '../node.ts';
import type { Statistics } from '../statistics.ts';
import { curvesOf, type ReportRun } from './curves.ts';
import { reportContent, type Section } from './content.ts';
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
  readonly runs: readonly ReportRun[];
  /** Without statistics (a kernel that lacks them) there is no distribution figure. */
  readonly statistics: Statistics | null;
  /** Figures and sections of suites that are not duplex. */
  readonly figures?: readonly FigureDefinition[];
  readonly more?: readonly Section[];
}

export async function reportFiles(input: ReportInput, assets: ReportAssets): Promise<ReportFile[]> {
  const { runs, statistics } = input;
  const { curves, curvesCase } =
    statistics === null ? { curves: [], curvesCase: '' } : curvesOf(runs, statistics);
  const figures = [...duplexFigures({ runs, curves, curvesCase }), ...(input.figures ?? [])];
  const content = reportContent({
    runs,
    figures,
    more: input.more ?? [],
  });
  const text = (name: string, body: string): ReportFile => ({
    name,
    bytes: new TextEncoder().encode(body),
  });
  return [
    text('report.html', reportHtml(content, assets)),
    text('report.md', reportMarkdown(content)),
    { name: 'report.pdf', bytes: await reportPdf(content, assets) },
    ...figureFiles(assets.recording, figures).map((file) =>
      text(`figures/${file.name}`, file.text),
    ),
  ];
}
