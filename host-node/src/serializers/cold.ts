// The cold suite: the reference's protocol. One process, every row of a block in shuffled order, one call a row, repetition 0 logged and dropped later.
import { blockOrder } from '../../../kernel/api/logs/schedule.ts';
import type { Mode } from '../../../kernel/api/logs/columns.ts';
import type { LogStatistics } from '../../../kernel/api/logs/statistics.ts';
import { reasonOf } from '../errors.ts';
import { ProcessFailure, RowFailure } from './driver.ts';
import type { RowProcess } from './driver.ts';
import type { LogRow, LogWriter } from './log-writer.ts';
import type { Cell, SerializerPlan } from './plan.ts';
import type { RowReport } from './protocol.ts';
import { compressedSizes } from './sizes.ts';
import type { CompressedSizes } from './sizes.ts';

export interface ColdParts {
  readonly plan: SerializerPlan;
  readonly language: string;
  readonly rows: RowProcess;
  /** Only rows that are ok, in registration order. */
  readonly reports: readonly RowReport[];
  readonly fixtureText: (cell: Cell) => string;
  readonly statistics: LogStatistics;
  readonly log: LogWriter;
  readonly repetitions: number;
  readonly signal: AbortSignal;
  readonly progress: (line: string) => void;
}

/** Rows that only open their input have no stream to write. */
export const hasMode = (report: RowReport, mode: Mode): boolean =>
  mode === 'bytes' || report.ranked !== false;

export async function runCold(parts: ColdParts): Promise<void> {
  const { plan, rows } = parts;
  for (const cell of plan.cells) {
    const { key, type, instances } = cell;
    await rows.ask({ op: 'fixture', key, type, instances, text: parts.fixtureText(cell) });
    const sizes = await cellSizes(parts, cell);
    for (const mode of plan.modes) {
      await runMode(parts, cell, mode, sizes);
      parts.progress(`cold ${parts.language} ${key} ${mode}: ${parts.log.rows} rows so far`);
    }
  }
}

async function cellSizes(
  { rows, reports }: ColdParts,
  { key }: Cell,
): Promise<ReadonlyMap<string, CompressedSizes>> {
  const sizes = new Map<string, CompressedSizes>();
  for (const { id } of reports) {
    try {
      const { hex } = await rows.ask({ op: 'output', row: id, key, mode: 'bytes' });
      sizes.set(id, await compressedSizes(Buffer.from(hex, 'hex')));
    } catch (error) {
      // The row's own failure shows again, and is logged, when it is measured.
      if (!(error instanceof RowFailure)) throw error;
    }
  }
  return sizes;
}

async function runMode(
  parts: ColdParts,
  cell: Cell,
  mode: Mode,
  sizes: ReadonlyMap<string, CompressedSizes>,
): Promise<void> {
  const failed = new Set<string>();
  const registered = parts.reports.filter((report) => hasMode(report, mode));
  for (let repetition = 0; repetition < parts.repetitions; repetition += 1) {
    const block = {
      seed: parts.plan.seed,
      dataType: cell.type,
      instances: cell.instances,
      typeConfigHash: cell.hash,
      mode,
      repetition,
    };
    const order = blockOrder(parts.statistics, block, registered);
    for (const [position, report] of order.entries()) {
      parts.signal.throwIfAborted();
      if (failed.has(report.id)) continue;
      const about = aboutRow(parts, cell, mode, report, repetition, position);
      const done = await runOnce(parts, about, cell.key, sizes.get(report.id));
      // As in the reference, an error ends the row's repetitions in this cell and mode.
      if (!done) failed.add(report.id);
    }
  }
}

type About = Omit<LogRow, 'phasesNs' | 'size'>;

const aboutRow = (
  parts: ColdParts,
  cell: Cell,
  mode: Mode,
  report: RowReport,
  repetition: number,
  schedulePosition: number,
): About => ({
  language: parts.language,
  mode,
  dataType: cell.type,
  repetitions: parts.repetitions,
  repetition,
  serializer: report.id,
  version: report.version ?? '',
  nativeKind: report.kind,
  streamMode: mode === 'stream' ? (report.streamMode ?? 'adapted') : '',
  instances: cell.instances,
  hash: cell.hash,
  schedulePosition,
});

async function runOnce(
  { rows, log }: ColdParts,
  about: About,
  key: string,
  sizes: CompressedSizes | undefined,
): Promise<boolean> {
  try {
    const { phasesNs, size } = await rows.ask({
      op: 'once',
      row: about.serializer,
      key,
      mode: about.mode,
    });
    log.add({ ...about, phasesNs, size, ...sizeColumns(sizes) });
    return true;
  } catch (error) {
    if (error instanceof ProcessFailure) throw error;
    log.addError(about, reasonOf(error));
    return false;
  }
}

const sizeColumns = (sizes: CompressedSizes | undefined): Partial<LogRow> => ({
  ...(sizes === undefined ? {} : { sizeGzip: sizes.gzip }),
  ...(sizes === undefined || sizes.zstd === null ? {} : { sizeZstd: sizes.zstd }),
});
