// Labels beside points: where there is room, and nowhere on top of a symbol or of another label.

import type { PointRow } from '../definition.ts';
import { FONT_FAMILY } from '../theme.ts';
import type { Plot } from './plot.ts';
import { textWidthPx } from './text-width.ts';

const SIZE_PX = 11;
const GAP_PX = 8;
/** Half a symbol, with air. */
const SYMBOL_PX = 5;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const touches = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** A label that has room on no side is left out: the table and the tooltip have the name. */
export function drawLabels(plot: Plot, rows: readonly PointRow[]): void {
  const { context: c, theme, px, left, top, width, height } = plot;
  const symbols = rows.map((row) =>
    around(plot.toX(row.x), plot.toY(row.y), SYMBOL_PX * px, SYMBOL_PX * px),
  );
  const taken: Box[] = [];
  c.font = `${SIZE_PX * px}px ${FONT_FAMILY}`;
  c.fillStyle = theme.foreground;
  c.textAlign = 'center';
  c.textBaseline = 'middle';
  rows.forEach((row, index) => {
    if (row.label === undefined) return;
    const half = (textWidthPx(row.label, SIZE_PX) / 2) * px;
    const others = symbols.filter((_, at) => at !== index);
    const place = placesAround(plot, row, half).find(([x, y]) => {
      const box = around(x, y, half, (SIZE_PX / 2 + 1) * px);
      const isInside =
        box.left >= left &&
        box.right <= left + width &&
        box.top >= top &&
        box.bottom <= top + height;
      return isInside && ![...others, ...taken].some((other) => touches(box, other));
    });
    if (place === undefined) return;
    taken.push(around(...place, half, (SIZE_PX / 2 + 1) * px));
    c.fillText(row.label, ...place);
  });
}

const around = (x: number, y: number, halfWidth: number, halfHeight: number): Box => ({
  left: x - halfWidth,
  right: x + halfWidth,
  top: y - halfHeight,
  bottom: y + halfHeight,
});

/** Right of the symbol, left, below, above. */
function placesAround(plot: Plot, row: PointRow, half: number): readonly [number, number][] {
  const [x, y, gap] = [plot.toX(row.x), plot.toY(row.y), GAP_PX * plot.px];
  return [
    [x + gap + half, y],
    [x - gap - half, y],
    [x, y + 1.6 * gap],
    [x, y - 1.6 * gap],
    [x + half, y + 1.6 * gap],
    [x - half, y - 1.6 * gap],
  ];
}
