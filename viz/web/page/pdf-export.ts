// The report of the loaded runs as a PDF, by the same recorder and the same writer as `echometer report`.

import { gunzipSync } from 'fflate';
import type { RecordingUPlot } from '../../draw/dom-stub.ts';
import type { Page } from '../../report/page.ts';
import { required } from '../dom/dom.ts';
import { bytesOfBase64 } from './page-kernel.ts';
import type * as PdfScript from './pdf-script.ts';

/** Defined by the page's second script. */
interface PdfWindow {
  readonly openPdfScript: () => typeof PdfScript;
}

export async function pdfOf(
  page: Page,
  recording: RecordingUPlot,
): Promise<Uint8Array<ArrayBuffer>> {
  const { pagePdf } = (window as unknown as PdfWindow).openPdfScript();
  const fonts = { regular: fontOf('font-regular'), bold: fontOf('font-bold') };
  return new Uint8Array(await pagePdf(page, { recording, fonts }));
}

const fontOf = (id: string): Uint8Array =>
  gunzipSync(bytesOfBase64(required(id).textContent.trim()));
