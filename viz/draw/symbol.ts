// The six device symbols, drawn on any 2D context. Sizes are chosen so that they look equally large.

import type { Shape } from '../theme.ts';

export type Context = Pick<
  CanvasRenderingContext2D,
  | 'save'
  | 'restore'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'closePath'
  | 'rect'
  | 'arc'
  | 'clip'
  | 'fill'
  | 'stroke'
  | 'fillRect'
  | 'fillText'
  | 'setLineDash'
> & {
  fillStyle: string | CanvasGradient | CanvasPattern;
  strokeStyle: string | CanvasGradient | CanvasPattern;
  lineWidth: number;
  font: string;
  textAlign: CanvasTextAlign;
  textBaseline: CanvasTextBaseline;
};

type Point = readonly [number, number];

const OUTLINES: Readonly<Record<Exclude<Shape, 'circle'>, readonly Point[]>> = {
  square: corners([-0.88, -0.88], [0.88, -0.88], [0.88, 0.88], [-0.88, 0.88]),
  triangle: corners([0, -1.15], [1.1, 0.8], [-1.1, 0.8]),
  diamond: corners([0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]),
  triangleDown: corners([0, 1.15], [1.1, -0.8], [-1.1, -0.8]),
  cross: corners(
    [-0.4, -1.1],
    [0.4, -1.1],
    [0.4, -0.4],
    [1.1, -0.4],
    [1.1, 0.4],
    [0.4, 0.4],
    [0.4, 1.1],
    [-0.4, 1.1],
    [-0.4, 0.4],
    [-1.1, 0.4],
    [-1.1, -0.4],
    [-0.4, -0.4],
  ),
};

function corners(...points: Point[]): readonly Point[] {
  return points;
}

function outline(c: Context, shape: Shape, x: number, y: number, r: number): void {
  c.beginPath();
  if (shape === 'circle') {
    c.arc(x, y, r, 0, 2 * Math.PI);
    return;
  }
  for (const [dx, dy] of OUTLINES[shape]) c.lineTo(x + dx * r, y + dy * r);
  c.closePath();
}

export interface SymbolStyle {
  readonly shape: Shape;
  readonly color: string;
  /** What an open symbol is filled with, so that lines behind it do not show through. */
  readonly background: string;
  readonly filled: boolean;
  readonly lineWidth: number;
}

export function drawSymbol(c: Context, x: number, y: number, r: number, style: SymbolStyle): void {
  outline(c, style.shape, x, y, r);
  c.fillStyle = style.filled ? style.color : style.background;
  c.fill();
  c.strokeStyle = style.filled ? style.background : style.color;
  c.lineWidth = style.lineWidth;
  c.setLineDash([]);
  c.stroke();
}
