// The serializer rows of a browser from the page's side: runs their worker, and makes of its results a table and a log in
// the reference's columns (docs/data-format.md), which `echometer analyze` reads. It times nothing.
import { DEFAULT_SEED } from '../../../kernel/api/facade/catalog.ts';
import { csvField } from '../../../kernel/api/logs/csv.ts';
import { words, type Cell, type Table } from '../../tables/table.ts';
import { MeasureError } from './abilities.ts';
import type { RowCell, RowResult, RowsReply, RowsRequest } from './rows-messages.ts';
import { workerFault } from './worker-fault.ts';

/** The step of the clock is at most a two-hundredth of a batch. */
const STEPS_PER_BATCH = 200;
const SHORTEST_BATCH_MS = 10;
const NS_PER_MS = 1e6;

export interface RowsPlan {
  readonly module: WebAssembly.Module;
  readonly clockStepNs: number;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, row: RowResult) => void;
}

/** Every portable row in registration order, whatever its state. */
export function measureRows(plan: RowsPlan): Promise<readonly RowResult[]> {
  return new Promise((resolve, reject) => {
    const rows: RowResult[] = [];
    const worker = new Worker(new URL('measure/rows-worker.js', location.href), { type: 'module' });
    const end = (settle: () => void): void => {
      plan.signal.removeEventListener('abort', cancel);
      worker.terminate();
      settle();
    };
    const fail = (code: string, what: string, next: string): void => {
      end(() => {
        reject(new MeasureError(code, what, next));
      });
    };
    const cancel = (): void => {
      fail('CANCELLED', 'The run was cancelled.', 'Nothing goes on.');
    };
    worker.onmessage = ({ data }: MessageEvent<RowsReply>) => {
      if (data.kind === 'row') {
        rows.push(data.row);
        plan.progress(data.done, data.total, data.row);
      } else if (data.kind === 'failed') fail('ROWS_FAILED', data.message, RETRY);
      else
        end(() => {
          resolve(rows);
        });
    };
    worker.onerror = (event) => {
      fail('ROWS_FAILED', workerFault(event, 'their script'), RETRY);
    };
    plan.signal.addEventListener('abort', cancel);
    const stepMs = plan.clockStepNs / NS_PER_MS;
    worker.postMessage({
      module: plan.module,
      seed: DEFAULT_SEED,
      batchMs: Math.max(SHORTEST_BATCH_MS, STEPS_PER_BATCH * stepMs),
    } satisfies RowsRequest);
  });
}

const RETRY = '(Reload the page and try again.)';

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Medians of batch means: one line a row, a state instead where it does not work. */
export function rowsTable(rows: readonly RowResult[]): Table {
  const types = rows.find(({ cells }) => cells.length > 0)?.cells.map(({ type }) => type) ?? [];
  const cell = (own: RowCell | undefined): Cell => ({
    values: own === undefined ? [null] : [middle(own.serNs), middle(own.deserNs)],
    unit: 'ns',
    digits: { decimals: 0 },
  });
  return {
    caption: 'Serializer rows in this browser, ns to encode / to decode one instance',
    columns: [
      { title: 'Row' },
      { title: 'Kind' },
      { title: 'State' },
      ...types.map((title) => ({ title, parts: ['encode', 'decode'] })),
    ],
    rows: rows.map(({ id, kind, state, detail, cells }) => [
      words(id),
      words(kind),
      words(state === 'ok' ? 'ok' : `${state}: ${detail}`),
      ...types.map((type) => cell(cells.find((one) => one.type === type))),
    ]),
    notes: [
      'Medians of five batch means; a batch is at least 200 steps of the clock. Warm, one process, N = 1, bytes: not the protocol of echometer run serializers, and not comparable with it.',
      'Rows are compared within a kind only. Rows of Node alone (v8, avsc) and CPython rows do not run in a page.',
    ],
  };
}

const COLUMNS =
  'StringOrStream,TestDataName,RepetitionIndex,SerializerName,TimeSer,TimeDeser,Language,Size,DataTypeInstanceCount,CallsPerSample';

/** One line a batch; repetition 0 would be read as warm-up. */
export function rowsLog(rows: readonly RowResult[]): string {
  const lines = rows.flatMap(({ id, cells }) =>
    cells.flatMap(({ type, bytes, calls, serNs, deserNs }) =>
      serNs.map((ser, index) => {
        const times = [ser, deserNs[index] ?? 0].map((ns) => Math.round(ns));
        const cells = ['bytes', type, index + 1, id, ...times, 'javascript', bytes, 1, calls];
        return cells.map((cell) => csvField(String(cell))).join(',');
      }),
    ),
  );
  return `${[COLUMNS, ...lines].join('\n')}\n`;
}
