// The latency figure of one cell of a serializer log: mean bars and split violins of serialize and deserialize.
import type { CellViolins } from '../../kernel/api/logs/cell-violins.ts';
import type { FigureDefinition } from '../definition.ts';
import { violinFigure } from './violins.ts';

export const logViolinFigure = (cell: CellViolins): FigureDefinition | null =>
  violinFigure({
    // An id is also part of ids inside the drawing, so it holds no `@` or `=`.
    id: figureId(cell.id),
    title: `${cell.title}: five fastest (${cell.modes.join(' and ')} mode, ${cell.points} points)`,
    unit: 'µs',
    xLabel: 'Serializer',
    groups: ['serialize', 'deserialize'],
    series: [0, 1],
    rows: cell.rows,
  });

const figureId = (cellId: string): string => cellId.replace(/[^A-Za-z0-9]+/g, '-');
