// The worker of the serializer rows in a browser: every portable row is probed, and timed in batches that are long against
// the clock's step. The data are the kernel's; every value that came back is compared once per cell.
import { DATA_TYPES } from '../../../kernel/api/facade/catalog.ts';
import type { DataType } from '../../../kernel/api/facade/catalog.ts';
import { fixtureText } from '../../../kernel/api/facade/generator.ts';
import { type Workspace, workspaceOf } from '../../../kernel/api/facade/workspace.ts';
import { compareValues, isKept } from '../../rows/fidelity.ts';
import { probeRow } from '../../rows/probe.ts';
import type { Codec, LoadedRow, Row } from '../../rows/row.ts';
import { encodedBytes } from '../../rows/row.ts';
import { PORTABLE_ROWS } from '../../rows/rows.ts';
import type { RowCell, RowResult, RowsReply, RowsRequest } from './rows-messages.ts';

/** Kept per cell; before them an engine's compilers have seen at least as many calls as one of them has. */
const BATCHES = 5;
/** Different instances in turn, so that a cached output would be found out. */
const INSTANCES = 16;
const NS_PER_MS = 1e6;

const reply = (message: RowsReply): void => {
  postMessage(message);
};

function instancesOf(workspace: Workspace, type: DataType, seed: bigint): unknown[] {
  return Array.from({ length: INSTANCES }, (_, index): unknown =>
    JSON.parse(fixtureText(workspace, type, 1, seed, index)),
  );
}

interface Batch {
  readonly ms: number;
  /** Kept, so that no call can be optimized away. */
  readonly last: unknown;
}

function runBatch(act: (input: unknown) => unknown, inputs: readonly unknown[], n: number): Batch {
  let last: unknown;
  const begun = performance.now();
  for (let index = 0; index < n; index += 1) last = act(inputs[index % inputs.length]);
  return { ms: performance.now() - begun, last };
}

interface Timed {
  readonly calls: number;
  readonly meansNs: readonly number[];
}

function time(
  act: (input: unknown) => unknown,
  inputs: readonly unknown[],
  batchMs: number,
): Timed {
  let calls = INSTANCES;
  while (runBatch(act, inputs, calls).ms < batchMs) calls *= 2;
  const meansNs = Array.from(
    { length: BATCHES },
    () => (runBatch(act, inputs, calls).ms * NS_PER_MS) / calls,
  );
  return { calls, meansNs };
}

function measureCell(
  codec: Codec,
  row: Row,
  type: DataType,
  values: readonly unknown[],
  batchMs: number,
): RowCell {
  const serialize = (value: unknown): ReturnType<Codec['encode']> =>
    codec.encode(codec.toNative(value));
  const encoded = values.map(serialize);
  const deserialize = (bytes: unknown): unknown =>
    codec.toDomain(codec.decode(bytes as ReturnType<Codec['encode']>));
  for (const [index, bytes] of encoded.entries()) {
    const fidelity = compareValues(values[index], deserialize(bytes));
    // A row that opens without reading has no value to compare.
    if (row.ranked && !isKept(fidelity)) throw new Error(`${type} came back ${fidelity}`);
  }
  const ser = time(serialize, values, batchMs);
  const deser = time(deserialize, encoded, batchMs);
  return {
    type,
    bytes: encodedBytes(encoded[0] ?? '').length,
    calls: ser.calls,
    serNs: ser.meansNs,
    deserNs: deser.meansNs,
  };
}

async function measureRow(
  row: Row,
  data: ReadonlyMap<DataType, readonly unknown[]>,
  batchMs: number,
): Promise<RowResult> {
  const about = { id: row.id, format: row.format, kind: row.kind };
  const [first, second] = data.get('event') ?? [];
  const probed = await probeRow(row, { type: 'event', first, second });
  if (probed.state !== 'ok') return { ...about, ...probed, cells: [] };
  try {
    const cells = [...data].map(([type, values]) =>
      measureCell(prepare(probed.loaded, type), row, type, values, batchMs),
    );
    return { ...about, state: 'ok', detail: '', cells };
  } catch (error) {
    return { ...about, state: 'broken', detail: String(error), cells: [] };
  }
}

const prepare = (loaded: LoadedRow, type: DataType): Codec => loaded.prepare(type, 1);

async function measureAll({ module, seed, batchMs }: RowsRequest): Promise<void> {
  const workspace = workspaceOf(module);
  const data = new Map(DATA_TYPES.map((type) => [type, instancesOf(workspace, type, seed)]));
  const total = PORTABLE_ROWS.length;
  for (const [index, row] of PORTABLE_ROWS.entries())
    reply({ kind: 'row', done: index + 1, total, row: await measureRow(row, data, batchMs) });
  reply({ kind: 'end' });
}

addEventListener('message', ({ data }: MessageEvent<RowsRequest>) => {
  measureAll(data).catch((error: unknown) => {
    reply({ kind: 'failed', message: String(error) });
  });
});
