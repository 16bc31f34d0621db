// The warm suite: a fresh process for every row, cell and mode, warmed up to its steady state, in rounds of shuffled order.
import { shuffleOrder, textSeed } from '../../../kernel/api/statistics/draws.ts';
import type { Mode } from '../../../kernel/api/logs/columns.ts';
import { boundedCurve } from '../../../kernel/api/logs/warm-curve.ts';
import type { WarmCurve } from '../../../kernel/api/logs/warm-curve.ts';
import { reasonOf } from '../errors.ts';
import { readMachine, readProcess } from '../observe/readings.ts';
import type { MachineReading } from '../../../kernel/api/trial/readings.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import type { Once } from '../../../viz/rows/timed.ts';
import { total, WARM_PLAN, warmSeries } from '../../../viz/rows/warm-protocol.ts';
import type { WarmSeries } from '../../../viz/rows/warm-protocol.ts';
import { onceChecked } from './checked.ts';
import { hasMode, scoreColumn, takes } from './cold.ts';
import type { LogWriter } from './log-writer.ts';
import { WARM_INPUTS } from './plan.ts';
import type { Cell } from './cell.ts';
import type { SerializerPlan } from './plan.ts';
import type { RowReport } from './protocol.ts';
import type { RowProcess } from './row-channel.ts';

export interface WarmParts {
  readonly plan: SerializerPlan;
  readonly language: string;
  readonly start: () => RowProcess;
  readonly reports: readonly RowReport[];
  /** Instances of a cell from a first index on. */
  readonly fixtureText: (cell: Cell, first: number) => string;
  readonly workspace: Workspace;
  readonly log: LogWriter;
  readonly rounds: number;
  /** Cells that an interrupted run has finished: `round|serializer|cell|mode`. */
  readonly done: ReadonlySet<string>;
  /** The first call and the warm-up curve of a cell: kept, never pooled. Written after the rows, it says that the cell is whole. */
  readonly keepCurve: (curve: WarmCurve) => void;
  readonly signal: AbortSignal;
  readonly progress: (line: string) => void;
}

interface WarmCell {
  readonly report: RowReport;
  readonly cell: Cell;
  readonly mode: Mode;
}

/** A stream that the library has. An adapted one is the bytes row and one chunk: the cold suite has it, for the reference's sake. */
const hasOwnMode = (report: RowReport, mode: Mode): boolean =>
  hasMode(report, mode) && (mode === 'bytes' || (report.streamMode ?? 'adapted') !== 'adapted');

export const warmId = (round: number, serializer: string, key: string, mode: Mode): string =>
  [round, serializer, key, mode].join('|');

export async function runWarm(parts: WarmParts): Promise<void> {
  const { plan, workspace, rounds } = parts;
  const all: readonly WarmCell[] = plan.cells.flatMap((cell) =>
    plan.modes.flatMap((mode) =>
      parts.reports
        .filter((report) => hasOwnMode(report, mode) && takes(report, cell))
        .map((report) => ({ report, cell, mode })),
    ),
  );
  for (let round = 0; round < rounds; round += 1) {
    const seed = textSeed(workspace, `${plan.seed}|warm|${parts.language}|${round}`);
    const order = shuffleOrder(workspace, all.length, seed);
    for (const [place, index] of order.entries()) {
      parts.signal.throwIfAborted();
      const next = all[index];
      if (next !== undefined) await runCell(parts, next, round, place);
      if (place % 10 === 9)
        parts.progress(
          `warm ${parts.language} round ${round + 1}/${rounds}: ${place + 1}/${all.length} cells`,
        );
    }
  }
}

async function runCell(
  parts: WarmParts,
  { report, cell, mode }: WarmCell,
  round: number,
  place: number,
): Promise<void> {
  const about = { dataType: cell.type, serializer: report.id, mode, repetition: 0 };
  if (parts.done.has(warmId(round, report.id, cell.key, mode))) return;
  const before = { at: new Date(), machine: readMachine() };
  const rows = parts.start();
  try {
    const series = await measure(parts, rows, report.id, cell, mode);
    const at = { report, cell, mode, round, place };
    addRows(parts, at, series);
    parts.keepCurve(curveOf(at, series, before));
    // Nothing is left to be said: an interpreter that tears itself down takes 30 ms a cell.
    rows.kill();
  } catch (error) {
    parts.signal.throwIfAborted();
    parts.log.addError(about, reasonOf(error));
  } finally {
    await rows.close();
  }
}

interface MeasuredCell extends WarmCell {
  readonly round: number;
  readonly place: number;
}

interface Measured extends WarmSeries {
  /** The first call ever of the row in its process: the library is loaded, the schema read, and nothing has been called. */
  readonly first: Once;
  readonly memoryPeakBytes: number | null;
}

async function measure(
  { workspace, fixtureText }: WarmParts,
  rows: RowProcess,
  row: string,
  cell: Cell,
  mode: Mode,
): Promise<Measured> {
  await rows.ask({ op: 'load', row });
  const keys: string[] = [];
  const give = async (input: number): Promise<void> => {
    const key = `${cell.key}#${input}`;
    const text = fixtureText(cell, input * cell.instances);
    await rows.ask({ op: 'fixture', key, type: cell.type, instances: cell.instances, text });
    keys.push(key);
  };
  await give(0);
  const first = await onceChecked(rows, { op: 'once', row, key: keys[0] ?? '', mode });
  // Of a value of the user's there is one instance.
  const inputs = cell.text === undefined ? WARM_INPUTS : 1;
  for (let input = 1; input < inputs; input += 1) await give(input);
  const series = await warmSeries(
    async (request) => (await rows.ask({ op: 'batches', row, keys, mode, ...request })).batches,
    total(first.phasesNs),
    WARM_PLAN,
    workspace,
  );
  return { ...series, first, memoryPeakBytes: readProcess(rows.pid).peakRssBytes };
}

/** The first call of the first round is repetition 0, which the analysis drops as the warm-up it is. */
function addRows(
  { log, language }: WarmParts,
  { report, cell, mode, round, place }: MeasuredCell,
  { first, samplesNs, steady, callsPerSample, memoryPeakBytes }: Measured,
): void {
  const about = {
    language,
    mode,
    dataType: cell.type,
    repetitions: samplesNs.length,
    serializer: report.id,
    version: report.version ?? '',
    size: first.size,
    nativeKind: report.kind,
    streamMode: mode === 'stream' ? (report.streamMode ?? 'adapted') : '',
    instances: cell.instances,
    hash: cell.hash,
    schedulePosition: place,
    ...scoreColumn(first.score),
    ...(memoryPeakBytes === null ? {} : { memoryPeakBytes }),
  };
  const firstCall = { ...about, phasesNs: first.phasesNs, repetition: 0 };
  log.addAll([
    ...(round === 0 ? [{ ...firstCall, place: { round, calls: 1, steady } }] : []),
    ...samplesNs.map((phasesNs, index) => ({
      ...about,
      phasesNs,
      repetition: round * WARM_PLAN.maxSamples + index + 1,
      place: { round, calls: callsPerSample, steady },
    })),
  ]);
}

function curveOf(
  { report, cell, mode, round, place }: MeasuredCell,
  { first, steady, callsPerSample, samplesNs, warmupNs }: Measured,
  before: { readonly at: Date; readonly machine: MachineReading },
): WarmCurve {
  const after = readMachine();
  const [loadBefore = NaN] = before.machine.loadAverage;
  const [loadAfter = NaN] = after.loadAverage;
  const isStealKnown = after.stealNs !== null && before.machine.stealNs !== null;
  return {
    serializer: report.id,
    cell: cell.key,
    mode,
    round,
    place,
    phasesNs: first.phasesNs,
    size: first.size,
    steady,
    callsPerSample,
    samples: samplesNs.length,
    batches: warmupNs.length,
    curve: boundedCurve(warmupNs),
    startedAt: before.at.toISOString(),
    elapsedMs: Date.now() - before.at.getTime(),
    loadAverage: [hundredths(loadBefore), hundredths(loadAfter)],
    stealNs: isStealKnown ? after.stealNs - before.machine.stealNs : null,
  };
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;
