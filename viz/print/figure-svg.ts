// figures/*.svg: one file per figure, for light backgrounds, fit to stand alone in a document.

import type { FigureDefinition } from '../definition.ts';
import type { RecordingUPlot } from '../draw/dom-stub.ts';
import { drawFigure, type DrawOptions } from '../draw/drawing.ts';
import { toSvg } from '../draw/svg.ts';
import { LIGHT } from '../theme.ts';

export function figureSvg(
  recording: RecordingUPlot,
  figure: FigureDefinition,
  options: DrawOptions = { theme: LIGHT, layout: 'wide' },
): string {
  const drawing = drawFigure(recording, figure, options);
  const { theme } = options;
  const svg = toSvg(figure, drawing, { idPrefix: figure.id, theme, standalone: true });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`;
}
