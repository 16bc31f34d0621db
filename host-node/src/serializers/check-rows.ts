// Whether rows of the user's keep the rules of docs/rows.md, each by its name. It times nothing and writes nothing.
import type { Cell } from './cell.ts';
import { reasonOf } from '../errors.ts';
import { onceChecked } from './checked.ts';
import type { RestartableRows } from './driver.ts';
import type { RowAbout } from './protocol.ts';
import { ProcessFailure, RowFailure } from './row-channel.ts';
import { sendFixture } from './survey.ts';

export interface RowCheck {
  readonly row: string;
  /** The rules it broke, each with what happened; empty for a row that can be measured. */
  readonly faults: readonly string[];
  readonly cells: number;
}

export interface CheckParts {
  readonly rows: RestartableRows;
  readonly cells: readonly Cell[];
  readonly fixtureText: (cell: Cell, first?: number) => string;
  /** Only the user's; of a program that has no others, all. */
  readonly isOwn: (about: RowAbout) => boolean;
}

export async function checkRows(parts: CheckParts): Promise<readonly RowCheck[]> {
  const { rows: abouts } = await parts.rows.ask({ op: 'hello' });
  const found: RowCheck[] = [];
  for (const about of abouts.filter(parts.isOwn)) found.push(await checkRow(parts, about));
  return found;
}

async function checkRow(parts: CheckParts, { id }: RowAbout): Promise<RowCheck> {
  const faults: string[] = [];
  const rule = async (name: string, work: () => Promise<string | null>): Promise<boolean> => {
    const fault = await outcome(parts.rows, id, work);
    if (fault !== null) faults.push(`${name}: ${fault}`);
    return fault === null;
  };
  const isReady = await rule('probe', () => probeFault(parts, id));
  if (!isReady) return { row: id, faults, cells: 0 };
  for (const cell of parts.cells) {
    const isKept = await rule(cell.key, () => cellFault(parts, id, cell));
    // One cell that fails says what ten would say again.
    if (!isKept) break;
  }
  await rule('edge', async () => {
    await parts.rows.ask({ op: 'edge', row: id });
    return null;
  });
  return { row: id, faults, cells: parts.cells.length };
}

/** What a question failed of; after a process that ended another one is there. */
async function outcome(
  rows: RestartableRows,
  row: string,
  work: () => Promise<string | null>,
): Promise<string | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProcessFailure) await rows.restart(row);
    else if (!(error instanceof RowFailure)) throw error;
    return reasonOf(error);
  }
}

async function probeFault({ rows }: CheckParts, id: string): Promise<string | null> {
  const { state, detail } = await rows.ask({ op: 'probe', row: id });
  if (state !== 'ok') return `${state} (${detail ?? 'no detail'})`;
  return rows.printed === ''
    ? null
    : `it prints "${rows.printed.split('\n')[0] ?? ''}", which its times would include`;
}

const KEPT: readonly string[] = ['exact', 'reordered', 'type'];
const BATCHES = { calls: 3, count: 2, least: 1, budgetNs: 1e9, collect: true } as const;

async function cellFault(parts: CheckParts, row: string, cell: Cell): Promise<string | null> {
  const { rows, fixtureText } = parts;
  const other = { ...cell, key: `${cell.key}#other` };
  await sendFixture(rows, other, fixtureText(cell, cell.instances));
  await sendFixture(rows, cell, fixtureText(cell));
  const { key } = cell;
  const { hex } = await rows.ask({ op: 'output', row, key, mode: 'bytes' });
  const { hex: second } = await rows.ask({ op: 'output', row, key: other.key, mode: 'bytes' });
  if (cell.text === undefined && hex === second)
    return 'two different inputs gave the same bytes: a cached output';
  const known = { bytes: hex.length / 2, gzip: 0, zstd: null };
  for (const mode of ['bytes', 'stream'] as const) {
    const { fidelity } = await onceChecked(rows, { op: 'once', row, key, mode }, known);
    if (!KEPT.includes(fidelity)) return `in ${mode} mode the value came back ${fidelity}`;
  }
  const { batches } = await rows.ask({
    op: 'batches',
    row,
    keys: [key],
    mode: 'bytes',
    ...BATCHES,
  });
  return batches.length > BATCHES.count
    ? `asked for ${BATCHES.count} batches, it gave ${batches.length}`
    : null;
}
