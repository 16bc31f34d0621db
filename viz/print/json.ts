// A table as JSON: its values, units and notes as they are, its texts as every other target shows them.

import type { Table } from '../tables/table.ts';
import { printable } from '../text/printable.ts';

export const tableJson = (table: Table): string =>
  JSON.stringify(
    table,
    (_, value: unknown) => (typeof value === 'string' ? printable(value) : value),
    2,
  );
