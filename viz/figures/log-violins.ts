// The latency figure of one cell of a serializer log: mean bars and split violins of serialize and deserialize.
import type { CellViolins } from '../../kernel/api/logs/cell-violins.ts';
import { languageName } from '../../kernel/api/logs/results-page.ts';
import type { LogSuite } from '../../kernel/api/logs/stats-file.ts';
import type { FigureDefinition } from '../definition.ts';
import { violinFigure } from './violins.ts';

/** With a suite the figure says its language and suite: several logs stand in one report. */
export function logViolinFigure(cell: CellViolins, suite?: LogSuite): FigureDefinition | null {
  const [language = ''] = cell.id.split('_');
  const where = suite === undefined ? '' : `${languageName(language)}, ${suite}, `;
  return violinFigure({
    // An id is also part of ids inside the drawing, so it holds no `@` or `=`.
    id: figureId(suite === 'warm' ? `warm-${cell.id}` : cell.id),
    title: `${where}${cell.title}: five fastest (${cell.modes.join(' and ')} mode, ${cell.points} points)`,
    unit: 'µs',
    xLabel: 'Serializer',
    groups: ['serialize', 'deserialize'],
    series: [0, 1],
    rows: cell.rows,
  });
}

const figureId = (cellId: string): string => cellId.replace(/[^A-Za-z0-9]+/g, '-');
