// Every JavaScript row of this host, in registration order.
import { PORTABLE_ROWS } from '../../../../viz/rows/rows.ts';
import type { Row } from '../../../../viz/rows/row.ts';
import { avscRow } from './avsc.ts';
import { v8Row } from './v8.ts';

export const JAVASCRIPT_ROWS: readonly Row[] = [...PORTABLE_ROWS, avscRow, v8Row];
