// The tables of one run as a terminal shows them. It makes no table of its own.

import { duplexFigures } from '../figures/duplex.ts';
import type { RunInput } from '../input/run-input.ts';
import type { Table } from '../tables/table.ts';
import { TERMINAL_COLUMNS, tableText } from './terminal.ts';

/** One row per trial: too long for a terminal, and in data.json. */
const PER_TRIAL = ['run-order'];

/** Every table of a run; a note that several of them share stands below the first. */
export function runTables(run: RunInput, columns = TERMINAL_COLUMNS): string[] {
  const figures = duplexFigures({ runs: [run], curves: [], curvesCase: '' });
  const said = new Set<string>();
  return figures
    .filter(({ id, table }) => !PER_TRIAL.includes(id) && table.rows.length > 0)
    .map(({ table }) => {
      const notes = table.notes.filter((note) => !said.has(note));
      for (const note of notes) said.add(note);
      return tableText(ofOneDevice({ ...table, notes }), columns);
    });
}

/** The device stands above all tables; n stands beside the case, for all blocks. */
function ofOneDevice(table: Table): Table {
  const roles = table.columns.map(({ role }) => role);
  const rest = roles.flatMap((role, index) => (index === 0 || role !== undefined ? [] : [index]));
  const order = [0, roles.indexOf('count'), ...rest].filter((index) => index >= 0);
  const pick = <T>(row: readonly T[]): T[] => order.flatMap((index) => row[index] ?? []);
  return { ...table, columns: pick(table.columns), rows: table.rows.map(pick) };
}
