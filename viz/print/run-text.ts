// The tables of one run as a terminal shows them. It makes no table of its own.

import { duplexFigures } from '../figures/duplex.ts';
import { areVariants, devicesOf, type RunInput } from '../input/run-input.ts';
import { ofVariants } from '../tables/cells.ts';
import { idleTable } from '../tables/idle-table.ts';
import { pausedTable } from '../tables/paused-table.ts';
import type { Table } from '../tables/table.ts';
import { TERMINAL_COLUMNS, tableText } from './terminal.ts';

/** One row per trial: too long for a terminal, and in data.json. */
const PER_TRIAL = ['run-order'];

/** Every table of a run; a note that several of them share stands below the first. */
export function runTables(run: RunInput, columns = TERMINAL_COLUMNS): string[] {
  const devices = devicesOf([run]);
  const figures = duplexFigures({ runs: [run], curves: [], curvesCase: '' });
  const isOne = run.run.variants === undefined;
  const drawn = figures.filter(({ id }) => !PER_TRIAL.includes(id)).map(({ table }) => table);
  const checks = [pausedTable(devices), idleTable(devices)].flatMap((table) =>
    table === null ? [] : areVariants(devices) ? [ofVariants(table)] : [table],
  );
  const said = new Set<string>();
  return [...drawn, ...checks]
    .filter((table) => table.rows.length > 0)
    .map((table) => {
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
