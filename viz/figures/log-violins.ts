// The latency figure of one cell of a serializer log: mean bars and split violins of serialize and deserialize.
import type { CellViolins } from '../../kernel/api/logs/cell-violins.ts';
import type { FigureDefinition } from '../definition.ts';
import { slug } from '../text/words.ts';
import { violinFigure } from './violins.ts';

/** The figure says its language and suite: several logs stand in one page. */
export function logViolinFigure(
  cell: CellViolins,
  suite: 'cold' | 'warm' | 'unordered',
  language: string,
): FigureDefinition | null {
  const where = suite === 'unordered' ? language : `${language}, ${suite}`;
  return violinFigure({
    // An id is also part of ids inside the drawing, and the name of a file.
    id: slug(suite === 'warm' ? `warm-${cell.id}` : cell.id),
    title: `${where}, ${cell.title}: the five smallest means (${cell.modes.join(' and ')} mode, ${cell.points} points)`,
    unit: 'µs',
    xLabel: 'Serializer',
    groups: ['serialize', 'deserialize'],
    series: [0, 1],
    rows: cell.rows,
  });
}
