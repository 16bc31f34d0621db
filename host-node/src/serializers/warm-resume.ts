// What an interrupted warm suite has finished. Cells and their rows stand in the same order in the two files, so rows beyond the last whole cell are of one that was cut: they go, and it is measured again.
import { existsSync, readFileSync } from 'node:fs';

import { readCurves } from '../../../kernel/api/logs/warm-curve.ts';
import type { WarmCurve } from '../../../kernel/api/logs/warm-curve.ts';
import { writeFileWhole } from '../results/write-file.ts';
import { warmId } from './warm.ts';

export interface WarmProgress {
  readonly done: ReadonlySet<string>;
  /** Rows the log holds. */
  readonly rows: number;
}

export const curvesPath = (log: string): string => log.replace(/\.csv$/, '.curves.jsonl');

export function continueWarm(log: string): WarmProgress {
  if (!existsSync(log)) return { done: new Set(), rows: 0 };
  const curves = existsSync(curvesPath(log))
    ? readCurves(readFileSync(curvesPath(log), 'utf8'))
    : [];
  const lines = readFileSync(log, 'utf8').split('\n');
  // What stands after the last line end is no whole line.
  const { cells, rows } = wholeCells(curves, lines.length - 2);
  writeFileWhole(log, textOf(lines.slice(0, rows + 1)));
  writeFileWhole(curvesPath(log), textOf(cells.map((curve) => JSON.stringify(curve))));
  const ids = cells.map(({ round, serializer, cell, mode }) =>
    warmId(round, serializer, cell, mode),
  );
  return { done: new Set(ids), rows };
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** The first round's first call is a row too. */
const rowsOf = ({ samples, round }: WarmCurve): number => samples + (round === 0 ? 1 : 0);

function wholeCells(
  curves: readonly WarmCurve[],
  available: number,
): { readonly cells: readonly WarmCurve[]; readonly rows: number } {
  const cells: WarmCurve[] = [];
  let rows = 0;
  for (const curve of curves) {
    if (rows + rowsOf(curve) > available) break;
    rows += rowsOf(curve);
    cells.push(curve);
  }
  return { cells, rows };
}
