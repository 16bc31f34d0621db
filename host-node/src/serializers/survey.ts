// What the rows of a language are on this machine, before one of them is timed: state, fidelity, encoded sizes. Each row is asked by itself, so one that ends or silences its process is named and costs no other row anything.
import type { Cell } from './cell.ts';
import type { Ask, Answers, Command, EdgeAnswer, Hello, RowAbout, RowReport } from './protocol.ts';
import { reasonOf } from '../errors.ts';
import { withoutFolders } from '../results/redact.ts';
import { RestartableRows } from './driver.ts';
import { ProcessFailure, RowFailure } from './row-channel.ts';
import type { RowProcess } from './row-channel.ts';
import { compressedSizes } from './sizes.ts';
import type { CellSizes } from './sizes.ts';

export interface Survey {
  readonly hello: Hello;
  /** Of the rows that were asked for. */
  readonly reports: readonly RowReport[];
  readonly edge: ReadonlyMap<string, EdgeAnswer['results']>;
  /** By `sizeKey`. */
  readonly sizes: ReadonlyMap<string, CellSizes>;
}

export interface SurveyParts {
  readonly start: () => RowProcess;
  readonly wants: (id: string) => boolean;
  readonly cells: readonly Cell[];
  readonly fixtureText: (cell: Cell) => string;
  readonly signal: AbortSignal;
}

export const sizeKey = (row: string, cell: Cell): string => `${row}\n${cell.key}`;

export async function surveyRows(parts: SurveyParts): Promise<Survey> {
  const rows = new RestartableRows(parts.start);
  try {
    const hello = await rows.ask({ op: 'hello' });
    const reports: RowReport[] = [];
    for (const about of hello.rows.filter(({ id }) => parts.wants(id)))
      reports.push(await probed(rows, about, parts.signal));
    const ready = reports.filter(({ state }) => state === 'ok');
    const edge = await edgeResults(rows, ready, parts.signal);
    return { hello, reports, edge, sizes: await encodedSizes(rows, ready, parts) };
  } finally {
    await rows.close();
  }
}

/** The row's answer, or what it failed of. After a row that ended its process another one is there. */
async function asked<Op extends Command['op']>(
  rows: RestartableRows,
  row: string,
  command: Extract<Command, { readonly op: Op }>,
  signal: AbortSignal,
): Promise<Answers[Op] | Error> {
  try {
    return await rows.ask(command);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProcessFailure) await rows.restart(row);
    else if (!(error instanceof RowFailure)) throw error;
    return error;
  }
}

async function probed(
  rows: RestartableRows,
  about: RowAbout,
  signal: AbortSignal,
): Promise<RowReport> {
  const report = await asked(rows, about.id, { op: 'probe', row: about.id }, signal);
  if (report instanceof Error)
    return { ...about, state: 'broken', detail: withoutFolders(reasonOf(report)) };
  // What a library says of itself may name where it lies.
  if (report.detail !== undefined) return { ...report, detail: withoutFolders(report.detail) };
  const prints = rows.printed.split('\n')[0] ?? '';
  return prints === '' ? report : { ...report, prints };
}

async function edgeResults(
  rows: RestartableRows,
  reports: readonly RowReport[],
  signal: AbortSignal,
): Promise<Survey['edge']> {
  const found = new Map<string, EdgeAnswer['results']>();
  for (const { id, ranked } of reports) {
    if (ranked === false) continue;
    const answer = await asked(rows, id, { op: 'edge', row: id }, signal);
    // No edge result is a gap in the sidecar, not a reason to lose the run.
    if (!(answer instanceof Error)) found.set(id, answer.results);
  }
  return found;
}

/** A row's own failure shows again, and is logged, when it is measured. */
async function encodedSizes(
  rows: RestartableRows,
  reports: readonly RowReport[],
  { cells, fixtureText, signal }: SurveyParts,
): Promise<Survey['sizes']> {
  const found = new Map<string, CellSizes>();
  for (const cell of cells) {
    await sendFixture(rows, cell, fixtureText(cell));
    for (const { id, needsSchema } of reports) {
      if (cell.text !== undefined && needsSchema === true) continue;
      const answer = await asked(
        rows,
        id,
        { op: 'output', row: id, key: cell.key, mode: 'bytes' },
        signal,
      );
      if (answer instanceof Error) continue;
      found.set(sizeKey(id, cell), await compressedSizes(Buffer.from(answer.hex, 'hex')));
    }
  }
  return found;
}

export const sendFixture = (rows: Ask, cell: Cell, text: string): Promise<unknown> => {
  const { key, type, instances } = cell;
  return rows.ask({ op: 'fixture', key, type, instances, text });
};
