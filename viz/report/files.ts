// `echometer report`: runs -> every derived report file, as names and bytes. Writes nothing itself.

import type { SampleReader } from '../../kernel/api/derive.ts';
import type { TrialFile } from '../../kernel/api/results.ts';
import type { FigureDefinition } from '../definition.ts';
import type { RecordingUPlot } from '../draw/dom-stub.ts';
import { trialCurves, type TrialCurve } from '../figures/distribution.ts';
import { duplexFigures } from '../figures/duplex.ts';
import { devicesOf, payloadText, placesOf, type RunInput } from '../figures/run-input.ts';
import type { PdfFonts } from '../node.ts';
import type { Statistics, TrialSamples } from '../statistics.ts';
import { reportContent, type Section } from './content.ts';
import { reportHtml } from './html.ts';
import { reportMarkdown } from './markdown.ts';
import { reportPdf } from './pdf.ts';
import { figureFiles } from './svg-files.ts';

export interface ReportRun extends RunInput {
  readonly trials: readonly TrialFile[];
  readonly samples: SampleReader;
  /** What this run's interleaved A/A resolves, in per cent, or null. */
  readonly resolutionPercent: number | null;
}

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
  readonly statistics: Statistics;
  /** Figures and sections of suites that are not duplex. */
  readonly figures?: readonly FigureDefinition[];
  readonly more?: readonly Section[];
}

export async function reportFiles(input: ReportInput, assets: ReportAssets): Promise<ReportFile[]> {
  const { runs, statistics } = input;
  const { curves, curvesCase } = curvesOf(runs, statistics);
  const figures = [...duplexFigures({ runs, curves, curvesCase }), ...(input.figures ?? [])];
  const content = reportContent({
    runs,
    figures,
    resolutionPercent: runs.map((run) => run.resolutionPercent),
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

/** The curves of the smallest payload of the latency suite. */
export function curvesOf(
  runs: readonly ReportRun[],
  statistics: Statistics,
): { readonly curves: readonly TrialCurve[]; readonly curvesCase: string } {
  const devices = devicesOf(runs);
  const [place] = [...placesOf(devices, ['latency'])].sort(
    (a, b) => a.params.payloadBytes - b.params.payloadBytes,
  );
  if (place === undefined) return { curves: [], curvesCase: '' };
  const samples = runs.flatMap((run, series) =>
    run.trials
      .filter((trial) => trial.suite === place.suite && trial.case === place.case)
      .filter((trial) => trial.state === 'ok')
      .sort((a, b) => a.trial - b.trial)
      .flatMap((trial) => samplesOf(run, trial, series, devices[series]?.label ?? '')),
  );
  return { curves: trialCurves(statistics, samples), curvesCase: payloadText(place.params) };
}

function samplesOf(
  run: ReportRun,
  trial: TrialFile,
  series: number,
  device: string,
): TrialSamples[] {
  const file = trial.samples?.receiptNs;
  if (file === undefined) return [];
  // A copy starts at offset 0; what the reader gave may not start at a multiple of eight.
  const bytes = new Uint8Array(run.samples(file.file).subarray(file.warmup * 8));
  const samples = new BigUint64Array(bytes.buffer, 0, Math.floor(bytes.byteLength / 8));
  return [{ series, device, trial: trial.trial, samples }];
}
