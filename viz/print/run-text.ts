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
  const isOne = run.run.variants === undefined;
  const said = new Set<string>();
  return figures
    .filter(({ id, table }) => !PER_TRIAL.includes(id) && table.rows.length > 0)
    .map(({ table }) => {
      const notes = table.notes.filter((note) => !said.has(note));
      for (const note of notes) said.add(note);
      const shown = { ...table, notes };
      return tableText(forTerminal(shown, isOne), columns);
    });
}

/** The one device stands above all tables; n stands beside the case. */
function forTerminal(table: Table, isOneDevice: boolean): Table {
  const roles = table.columns.map(({ role }) => role);
  const rest = roles.flatMap((role, index) => (index === 0 || role !== undefined ? [] : [index]));
  const device = isOneDevice ? -1 : roles.indexOf('device');
  const order = [0, device, roles.indexOf('count'), ...rest].filter((index) => index >= 0);
  const pick = <T>(row: readonly T[]): T[] => order.flatMap((index) => row[index] ?? []);
  return { ...table, columns: pick(table.columns), rows: table.rows.map(pick) };
}
