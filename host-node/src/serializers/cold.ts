// The cold suite: the reference's protocol. One process, every row of a block in shuffled order, one call a row, repetition 0 logged and dropped later.
import { blockOrder } from '../../../kernel/api/logs/schedule.ts';
import type { Mode } from '../../../kernel/api/logs/columns.ts';
import type { LogStatistics } from '../../../kernel/api/logs/statistics.ts';
import { reasonOf } from '../errors.ts';
import { ProcessFailure, RowFailure } from './driver.ts';
import type { RestartableRows } from './driver.ts';
import type { LogRow, LogWriter } from './log-writer.ts';
import type { Cell, SerializerPlan } from './plan.ts';
import type { RowReport } from './protocol.ts';
import { compressedSizes } from './sizes.ts';
import type { CompressedSizes } from './sizes.ts';

export interface ColdParts {
  readonly plan: SerializerPlan;
  readonly language: string;
  readonly rows: RestartableRows;
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
  const { plan } = parts;
  // Rows that took the process with them: they are not asked again in this run.
  const banned = new Set<string>();
  for (const cell of plan.cells) {
    await sendFixture(parts, cell);
    const sizes = await cellSizes(parts, cell, banned);
    for (const mode of plan.modes) {
      await runMode(parts, cell, mode, sizes, banned);
      parts.progress(`cold ${parts.language} ${cell.key} ${mode}: ${parts.log.rows} rows so far`);
    }
  }
}

const sendFixture = (parts: ColdParts, cell: Cell): Promise<unknown> => {
  const { key, type, instances } = cell;
  const text = parts.fixtureText(cell);
  return parts.rows.ask({ op: 'fixture', key, type, instances, text });
};

async function cellSizes(
  parts: ColdParts,
  cell: Cell,
  banned: ReadonlySet<string>,
): Promise<ReadonlyMap<string, CompressedSizes>> {
  const { rows, reports, signal } = parts;
  const sizes = new Map<string, CompressedSizes>();
  for (const { id } of reports) {
    if (banned.has(id)) continue;
    try {
      const { hex } = await rows.ask({ op: 'output', row: id, key: cell.key, mode: 'bytes' });
      sizes.set(id, await compressedSizes(Buffer.from(hex, 'hex')));
    } catch (error) {
      signal.throwIfAborted();
      // The row's own failure shows again, and is logged, when it is measured.
      if (error instanceof ProcessFailure) await restarted(parts, cell);
      else if (!(error instanceof RowFailure)) throw error;
    }
  }
  return sizes;
}

async function restarted(parts: ColdParts, cell: Cell): Promise<void> {
  await parts.rows.restart();
  await sendFixture(parts, cell);
}

async function runMode(
  parts: ColdParts,
  cell: Cell,
  mode: Mode,
  sizes: ReadonlyMap<string, CompressedSizes>,
  banned: Set<string>,
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
      if (failed.has(report.id) || banned.has(report.id)) continue;
      const about = aboutRow(parts, cell, mode, report, repetition, position);
      const outcome = await runOnce(parts, about, cell, sizes.get(report.id));
      // As in the reference, an error ends the row's repetitions in this cell and mode.
      if (outcome !== 'done') failed.add(report.id);
      if (outcome === 'lost') banned.add(report.id);
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

/** lost: the row silenced or ended its process, which is started again for the others. */
async function runOnce(
  parts: ColdParts,
  about: About,
  cell: Cell,
  sizes: CompressedSizes | undefined,
): Promise<'done' | 'failed' | 'lost'> {
  const { rows, log } = parts;
  const { key } = cell;
  try {
    const { phasesNs, size, score } = await rows.ask({
      op: 'once',
      row: about.serializer,
      key,
      mode: about.mode,
    });
    log.add({ ...about, phasesNs, size, ...scoreColumn(score), ...sizeColumns(sizes) });
    return 'done';
  } catch (error) {
    parts.signal.throwIfAborted();
    log.addError(about, reasonOf(error));
    if (!(error instanceof ProcessFailure)) return 'failed';
    await restarted(parts, cell);
    return 'lost';
  }
}

export const scoreColumn = (score: number | undefined): Partial<LogRow> =>
  score === undefined ? {} : { fidelityScore: score };

const sizeColumns = (sizes: CompressedSizes | undefined): Partial<LogRow> => ({
  ...(sizes === undefined ? {} : { sizeGzip: sizes.gzip }),
  ...(sizes === undefined || sizes.zstd === null ? {} : { sizeZstd: sizes.zstd }),
});
