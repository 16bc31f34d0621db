// `echometer report`: runs -> every derived report file, as names and bytes. Writes nothing itself.

import type { FigureDefinition } from '../definition.ts';
import type { RecordingUPlot } from '../draw/dom-stub.ts';
import { duplexFigures } from '../figures/duplex.ts';
import type { PdfFonts } from '../node.ts';
import type { Statistics } from '../statistics.ts';
import { curvesOf, type ReportRun } from './curves.ts';
import { reportContent, type ReportContent, type Section } from './content.ts';
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
  const figures = figuresOf(input);
  const content = contentOf(input, figures);
  return [
    text('report.html', reportHtml(content, assets)),
    text('report.md', reportMarkdown(content)),
    { name: 'report.pdf', bytes: await reportPdf(content, assets) },
    ...svgFiles(figures, assets.recording),
  ];
}

/** report.md and the figures that it shows: a tenth of the work of all files. */
export function markdownFiles(input: ReportInput, recording: RecordingUPlot): ReportFile[] {
  const figures = figuresOf(input);
  return [
    text('report.md', reportMarkdown(contentOf(input, figures))),
    ...svgFiles(figures, recording),
  ];
}

function figuresOf({ runs, statistics, figures = [] }: ReportInput): FigureDefinition[] {
  const { curves, curvesCase } =
    statistics === null ? { curves: [], curvesCase: '' } : curvesOf(runs, statistics);
  return [...duplexFigures({ runs, curves, curvesCase }), ...figures];
}

const contentOf = (
  { runs, more = [] }: ReportInput,
  figures: readonly FigureDefinition[],
): ReportContent => reportContent({ runs, figures, more });

const svgFiles = (figures: readonly FigureDefinition[], recording: RecordingUPlot): ReportFile[] =>
  figureFiles(recording, figures).map((file) => text(`figures/${file.name}`, file.text));

const text = (name: string, body: string): ReportFile => ({
  name,
  bytes: new TextEncoder().encode(body),
});
