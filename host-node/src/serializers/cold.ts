// The cold suite: the reference's protocol in several fresh processes one after the other, each with its share of the repetitions. Every row of a block in shuffled order, one call a row; a row's first call in a process is logged as repetition 0, which every analysis drops.
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { blockOrder } from '../../../kernel/api/logs/schedule.ts';
import type { Mode } from '../../../kernel/api/logs/columns.ts';
import { reasonOf } from '../errors.ts';
import { onceChecked } from './checked.ts';
import { RestartableRows } from './driver.ts';
import type { LogRow, LogWriter } from './log-writer.ts';
import type { Cell } from './cell.ts';
import type { SerializerPlan } from './plan.ts';
import type { RowReport } from './protocol.ts';
import { ProcessFailure, RowFailure } from './row-channel.ts';
import type { RowProcess } from './row-channel.ts';
import type { CellSizes } from './sizes.ts';
import { sendFixture, sizeKey } from './survey.ts';

export interface ColdParts {
  readonly plan: SerializerPlan;
  readonly language: string;
  readonly start: () => RowProcess;
  /** Only rows that are ok, in registration order. */
  readonly reports: readonly RowReport[];
  readonly sizes: ReadonlyMap<string, CellSizes>;
  readonly fixtureText: (cell: Cell) => string;
  readonly workspace: Workspace;
  readonly log: LogWriter;
  /** With repetition 0. */
  readonly repetitions: number;
  readonly processes: number;
  readonly signal: AbortSignal;
  readonly progress: (line: string) => void;
}

/** Rows that only open their input have no stream to write. */
export const hasMode = (report: RowReport, mode: Mode): boolean =>
  mode === 'bytes' || report.ranked !== false;

/** A row whose schemas are the catalogue's has none for a value of the user's. */
export const takes = (report: RowReport, cell: Cell): boolean =>
  cell.text === undefined || report.needsSchema !== true;

/** The measured repetitions of each process, from 1 on, in order and as even as they go. */
export function sharesOf(repetitions: number, processes: number): readonly (readonly number[])[] {
  const measured = Array.from({ length: repetitions - 1 }, (_, index) => index + 1);
  const of = (index: number): number => Math.floor((index * processes) / measured.length);
  return Array.from({ length: processes }, (_, place) =>
    measured.filter((_, index) => of(index) === place),
  );
}

export async function runCold(parts: ColdParts): Promise<void> {
  // Rows that took a process with them: they are not asked again in this run.
  const banned = new Set<string>();
  let earlier = 0;
  for (const [place, share] of sharesOf(parts.repetitions, parts.processes).entries()) {
    const rows = new RestartableRows(parts.start);
    try {
      await new ColdProcess(parts, rows, banned, earlier).run(share, place + 1);
    } finally {
      await rows.close();
    }
    earlier += rows.starts;
  }
}

type About = Omit<LogRow, 'phasesNs' | 'size'>;

class ColdProcess {
  readonly #parts: ColdParts;
  readonly #rows: RestartableRows;
  readonly #banned: Set<string>;
  readonly #earlier: number;
  /** Rows that had their first call in this process, in the cell and mode at hand. */
  #begun = new Set<string>();

  constructor(parts: ColdParts, rows: RestartableRows, banned: Set<string>, earlier: number) {
    this.#parts = parts;
    this.#rows = rows;
    this.#banned = banned;
    this.#earlier = earlier;
  }

  async run(share: readonly number[], number: number): Promise<void> {
    const { plan, language, log, processes, fixtureText, progress } = this.#parts;
    for (const { id } of this.#parts.reports) await this.#load(id);
    for (const cell of plan.cells) {
      await sendFixture(this.#rows, cell, fixtureText(cell));
      for (const mode of plan.modes) {
        await this.#runMode(cell, mode, share);
        progress(
          `cold ${language} process ${number}/${processes} ${cell.key} ${mode}: ${log.rows} rows so far`,
        );
      }
    }
  }

  async #load(id: string): Promise<void> {
    if (this.#banned.has(id)) return;
    try {
      await this.#rows.ask({ op: 'load', row: id });
    } catch (error) {
      this.#parts.signal.throwIfAborted();
      // What it failed of shows again, and is logged, at its first call.
      if (error instanceof ProcessFailure) await this.#rows.restart(id);
      else if (!(error instanceof RowFailure)) throw error;
    }
  }

  async #runMode(cell: Cell, mode: Mode, share: readonly number[]): Promise<void> {
    const failed = new Set<string>();
    const { plan, reports, workspace, signal } = this.#parts;
    const registered = reports.filter((report) => hasMode(report, mode) && takes(report, cell));
    this.#begun = new Set();
    for (const repetition of [0, ...share]) {
      const block = {
        seed: plan.seed,
        dataType: cell.type,
        instances: cell.instances,
        typeConfigHash: cell.hash,
        mode,
        repetition,
      };
      for (const [position, report] of blockOrder(workspace, block, registered).entries()) {
        signal.throwIfAborted();
        if (failed.has(report.id) || this.#banned.has(report.id)) continue;
        const outcome = await this.#call(cell, mode, report, repetition, position);
        // As in the reference, an error ends the row's repetitions in this cell and mode.
        if (outcome !== 'done') failed.add(report.id);
        if (outcome === 'lost') this.#banned.add(report.id);
      }
    }
  }

  /** In a process that took another one's place a row has its first call first. */
  async #call(
    cell: Cell,
    mode: Mode,
    report: RowReport,
    repetition: number,
    position: number,
  ): Promise<'done' | 'failed' | 'lost'> {
    const about = (of: number): About => this.#about(cell, mode, report, of, position);
    if (repetition !== 0 && !this.#begun.has(report.id)) {
      const outcome = await this.#once(about(0), cell);
      if (outcome !== 'done') return outcome;
    }
    return this.#once(about(repetition), cell);
  }

  /** lost: the row silenced or ended its process, which is started again for the others. */
  async #once(about: About, cell: Cell): Promise<'done' | 'failed' | 'lost'> {
    const { log, sizes, signal } = this.#parts;
    const { serializer, mode } = about;
    const known = sizes.get(sizeKey(serializer, cell));
    this.#begun.add(serializer);
    try {
      const command = { op: 'once', row: serializer, key: cell.key, mode } as const;
      const { phasesNs, size, score } = await onceChecked(this.#rows, command, known);
      log.add({ ...about, phasesNs, size, ...scoreColumn(score), ...sizeColumns(known) });
      return 'done';
    } catch (error) {
      signal.throwIfAborted();
      log.addError(about, reasonOf(error));
      if (error instanceof RowFailure) return 'failed';
      if (!(error instanceof ProcessFailure)) throw error;
      await this.#rows.restart(serializer);
      this.#begun = new Set();
      return 'lost';
    }
  }

  #about(
    cell: Cell,
    mode: Mode,
    report: RowReport,
    repetition: number,
    schedulePosition: number,
  ): About {
    return {
      language: this.#parts.language,
      mode,
      dataType: cell.type,
      repetitions: this.#parts.repetitions,
      repetition,
      serializer: report.id,
      version: report.version ?? '',
      nativeKind: report.kind,
      streamMode: mode === 'stream' ? (report.streamMode ?? 'adapted') : '',
      instances: cell.instances,
      hash: cell.hash,
      schedulePosition,
      place: { process: this.#earlier + this.#rows.starts - 1 },
    };
  }
}

export const scoreColumn = (score: number | undefined): Partial<LogRow> =>
  score === undefined ? {} : { fidelityScore: score };

const sizeColumns = (sizes: CellSizes | undefined): Partial<LogRow> => ({
  ...(sizes === undefined ? {} : { sizeGzip: sizes.gzip }),
  ...(sizes === undefined || sizes.zstd === null ? {} : { sizeZstd: sizes.zstd }),
});
