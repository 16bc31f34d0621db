// What viz takes from installed packages when it runs in Node: uPlot's source and the PDF's fonts.
// The only file of viz that reads files; figures and drawings are pure.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import {
  recordingUPlot,
  UPLOT_PARAMETERS,
  type RecordingUPlot,
  type UPlotSource,
} from '../draw/dom-stub.ts';

const require = createRequire(import.meta.url);

/** node:vm compiles in this context, so arrays of both sides are the same kind of array. */
export function loadRecordingUPlot(): RecordingUPlot {
  const iife = require.resolve('uplot').replace('uPlot.cjs.js', 'uPlot.iife.js');
  const source = readFileSync(iife, 'utf8');
  // node:vm types its result as Function; it is one of UPLOT_PARAMETERS that returns uPlot.
  const compiled = compileFunction(`${source}\nreturn uPlot;`, [...UPLOT_PARAMETERS], {
    filename: iife,
  }) as UPlotSource;
  return recordingUPlot(compiled);
}

export interface PdfFonts {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
}

/** Inter (SIL OFL 1.1): has ≤ ≥ σ µ → and figures of one width. pdfkit embeds the glyphs used. */
export function loadPdfFonts(): PdfFonts {
  const read = (name: string) => readFileSync(require.resolve(`#inter/${name}`));
  return {
    regular: read('400Regular/Inter_400Regular.ttf'),
    bold: read('600SemiBold/Inter_600SemiBold.ttf'),
  };
}

/** Everything that a report needs and that is not part of a run. */
export const loadReportAssets = () => ({
  recording: loadRecordingUPlot(),
  fonts: loadPdfFonts(),
  sha256Base64: (text: string) => createHash('sha256').update(text).digest('base64'),
});
