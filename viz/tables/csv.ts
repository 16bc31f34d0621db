// A table as CSV (RFC 4180). Numbers lose their thousands separators, so that a spreadsheet reads them.

import type { Table } from '../definition.ts';
import { BEST_MARK } from './cells.ts';

export function tableCsv(table: Table): string {
  const rows = [table.columns.map(({ title }) => title), ...table.rows];
  return rows.map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n';
}

function csvCell(text: string): string {
  const plain = text
    .replace(BEST_MARK, '')
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replaceAll('−', '-')
    .replace(/^–$/, '');
  // A cell that starts like a formula is one in a spreadsheet: labels come from outside.
  const isFormula = /^[=+@\t]/.test(plain) || /^-(?![\d.])/.test(plain);
  const safe = isFormula ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
