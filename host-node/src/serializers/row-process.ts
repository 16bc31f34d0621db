// The process of the JavaScript rows: answers one JSON command a line until its input ends. Started by driver.ts, never by hand.
import { createInterface } from 'node:readline';

import { edgeFidelity } from '../../../viz/rows/fidelity.ts';
import { probeRow } from '../../../viz/rows/probe.ts';
import type { LoadedRow, Row } from '../../../viz/rows/row.ts';
import { adaptedStream, encodedBytes } from '../../../viz/rows/row.ts';
import type { DataType } from '../../../kernel/api/facade/catalog.ts';
import type { Mode } from '../../../kernel/api/logs/columns.ts';
import { installedVersion } from './installed.ts';
import { once, timedCodec, timedStream, warm } from './measure.ts';
import type { Timed } from './measure.ts';
import type { CellCommand, Command, RowReport } from './protocol.ts';
import { JAVASCRIPT_ROWS } from './rows/index.ts';

interface Fixture {
  readonly type: DataType;
  readonly instances: number;
  readonly value: unknown;
}

const loaded = new Map<string, LoadedRow>();
const fixtures = new Map<string, Fixture>();
const prepared = new Map<string, Timed>();

/** Two instances that differ; the suite's own data is not needed to find a broken library. */
const probeInstance = (name: string): unknown => ({
  event_id: 'probeprobe',
  event_type: name,
  occurred_at: 1_704_067_200_001,
  producer: 'probe',
  attrs: [{ key: 'abc', value: 'def' }],
});
const PROBE = {
  type: 'event',
  first: probeInstance('first'),
  second: probeInstance('other'),
} as const;

async function report(row: Row): Promise<RowReport> {
  const { id, library, format, kind, counterpart, reuse, ranked } = row;
  const about = { id, library, format, kind, counterpart, reuse, ranked };
  const state = await probeRow(row, PROBE);
  if (state.state !== 'ok') return { ...about, state: state.state, detail: state.detail };
  loaded.set(id, state.loaded);
  return {
    ...about,
    state: 'ok',
    version: installedVersion(library),
    backend: state.addon === 'none' ? '' : `addon ${state.addon}`,
    streamMode: state.loaded.stream?.('event', 1).mode ?? 'adapted',
  };
}

function rowOf(id: string): { readonly row: Row; readonly code: LoadedRow } {
  const row = JAVASCRIPT_ROWS.find((candidate) => candidate.id === id);
  const code = loaded.get(id);
  if (row === undefined || code === undefined) throw new Error(`row "${id}" is not loaded`);
  return { row, code };
}

function fixtureOf(key: string): Fixture {
  const found = fixtures.get(key);
  if (found === undefined) throw new Error(`there is no fixture "${key}"`);
  return found;
}

function prepare(id: string, fixture: Fixture, mode: Mode): Timed {
  const { row, code } = rowOf(id);
  const { type, instances } = fixture;
  const codec = code.prepare(type, instances);
  if (mode === 'bytes') return timedCodec(codec, row.ranked);
  const takesText = typeof codec.encode(codec.toNative(fixture.value)) === 'string';
  return timedStream(code.stream?.(type, instances) ?? adaptedStream(codec, takesText));
}

function cell({ row, key, mode }: CellCommand): { readonly timed: Timed; readonly value: unknown } {
  const fixture = fixtureOf(key);
  const place = [row, fixture.type, fixture.instances, mode].join('\n');
  const timed = prepared.get(place) ?? prepare(row, fixture, mode);
  prepared.set(place, timed);
  return { timed, value: fixture.value };
}

/** The encoded bytes of a cell in hex, for sizes under compression. */
function output({ row, key }: CellCommand): unknown {
  const { type, instances, value } = fixtureOf(key);
  const codec = rowOf(row).code.prepare(type, instances);
  const bytes = encodedBytes(codec.encode(codec.toNative(value)));
  return { hex: Buffer.from(bytes).toString('hex') };
}

async function answer(command: Command): Promise<unknown> {
  switch (command.op) {
    case 'hello':
      return { implementation: 'Node.js', version: process.versions.node };
    case 'probe': {
      const wanted = JAVASCRIPT_ROWS.filter(({ id }) => command.rows?.includes(id) ?? true);
      const rows: RowReport[] = [];
      for (const row of wanted) rows.push(await report(row));
      return { rows };
    }
    case 'fixture': {
      const { key, instances, text } = command;
      const type = command.type as DataType;
      // Parsed text gives flat strings and fast-mode objects; every runtime parses the same text.
      fixtures.set(key, { type, instances, value: JSON.parse(text) });
      return {};
    }
    case 'edge': {
      const { row, code } = rowOf(command.row);
      return { results: edgeFidelity(row, code.prepare('edge', 1)) };
    }
    case 'output':
      return output(command);
    case 'once': {
      const { timed, value } = cell(command);
      return once(timed, value);
    }
    case 'warm': {
      const { row, mode, keys, plan } = command;
      const cells = keys.map((key) => cell({ row, key, mode }));
      const [first] = cells;
      if (first === undefined) throw new Error('a warm series needs a fixture');
      const domains = cells.map(({ value }) => value);
      return warm(first.timed, domains, plan);
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  let result: unknown;
  try {
    result = await answer(JSON.parse(line) as Command);
  } catch (error) {
    result = { error: error instanceof Error ? error.message : String(error) };
  }
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
