// The process of the JavaScript rows: answers one JSON command a line, on descriptor 3, until its input ends. Started by driver.ts, never by hand.
import { writeSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

import { edgeFidelity } from '../../../viz/rows/fidelity.ts';
import { probeRow } from '../../../viz/rows/probe.ts';
import type { LoadedRow } from '../../../viz/rows/row.ts';
import { adaptedStream, encodedBytes } from '../../../viz/rows/row.ts';
import type { DataType } from '../../../kernel/api/facade/catalog.ts';
import type { Mode } from '../../../kernel/api/logs/columns.ts';
import { installedVersion } from './installed.ts';
import { batches, once, timedCodec, timedStream } from '../../../viz/rows/timed.ts';
import type { Clock, Timed } from '../../../viz/rows/timed.ts';
import { nowNs } from '../observe/clock.ts';
import type { CellCommand, Command, RowAbout, RowReport } from './protocol.ts';
import { ANSWER_FD } from './row-channel.ts';
import { JAVASCRIPT_ROWS } from './rows/index.ts';
import type { Row } from '../../../viz/rows/row.ts';
import { rowsOfModule } from '../../../viz/rows/own.ts';
import type { CompletedRow } from '../../../viz/rows/own.ts';

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

const CLOCK: Clock<bigint> = { read: nowNs, nsBetween: (from, to) => Number(to - from) };

/**
 * Before each sample the young generation is collected, so that a sample does not pay for the garbage of the one before.
 * Never the old one: a full collection throws optimized code away, and then every sample measured V8 compiling again
 * (cbor-x of a message 6.2 us instead of 2.4, protobuf-es 10.7 instead of 2.5, JSON unchanged; Node 20).
 */
const collectYoung = (): void => {
  globalThis.gc?.({ type: 'minor', execution: 'sync' });
};

type AnyRow = Row | CompletedRow;
let ownRows: readonly CompletedRow[] | null = null;

/** The user's files are loaded when one of their rows is asked for: the others' processes never see them. */
async function loadOwn(): Promise<readonly CompletedRow[]> {
  if (ownRows !== null) return ownRows;
  const found: CompletedRow[] = [];
  for (const path of process.argv.slice(2)) {
    const module: unknown = await import(pathToFileURL(path).href);
    found.push(...rowsOfModule(module, basename(path)));
  }
  const ids = [...JAVASCRIPT_ROWS, ...found].map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`there are two rows called "${twice}"`);
  ownRows = found;
  return found;
}

function aboutRow(row: AnyRow): RowAbout {
  const { id, library, format, kind, counterpart, reuse, ranked } = row;
  const about = { id, library, format, kind, counterpart, reuse, ranked };
  if ('version' in row) return { ...about, own: true };
  return row.schemaDriven ? { ...about, needsSchema: true } : about;
}

async function report(row: AnyRow): Promise<RowReport> {
  const state = await probeRow(row, PROBE);
  if (state.state !== 'ok') return { ...aboutRow(row), state: state.state, detail: state.detail };
  loaded.set(row.id, state.loaded);
  return {
    ...aboutRow(row),
    state: 'ok',
    version: 'version' in row ? row.version : installedVersion(row.library),
    backend: state.addon === 'none' ? '' : `addon ${state.addon}`,
    streamMode: state.loaded.stream?.('event', 1).mode ?? 'adapted',
  };
}

async function rowOf(id: string): Promise<AnyRow> {
  const is = (row: AnyRow): boolean => row.id === id;
  const row = JAVASCRIPT_ROWS.find(is) ?? (await loadOwn()).find(is);
  if (row === undefined) throw new Error(`there is no row "${id}"`);
  return row;
}

/** Of a row that was not asked to load before, now. */
async function codeOf(row: Row): Promise<LoadedRow> {
  const code = loaded.get(row.id) ?? (await row.load());
  loaded.set(row.id, code);
  return code;
}

function fixtureOf(key: string): Fixture {
  const found = fixtures.get(key);
  if (found === undefined) throw new Error(`there is no fixture "${key}"`);
  return found;
}

/** Schemas are read here, which is not timed, and no codec is called. */
async function prepare(row: Row, { type, instances }: Fixture, mode: Mode): Promise<Timed> {
  const code = await codeOf(row);
  const codec = code.prepare(type, instances);
  if (mode === 'bytes') return timedCodec(codec, row.ranked);
  return timedStream(code.stream?.(type, instances) ?? adaptedStream(codec));
}

interface PreparedCell {
  readonly timed: Timed;
  readonly value: unknown;
}

async function cell({ row, key, mode }: CellCommand): Promise<PreparedCell> {
  const fixture = fixtureOf(key);
  const place = [row, fixture.type, fixture.instances, mode].join('\n');
  const timed = prepared.get(place) ?? (await prepare(await rowOf(row), fixture, mode));
  prepared.set(place, timed);
  return { timed, value: fixture.value };
}

/** The encoded bytes of a cell in hex, for sizes under compression. */
async function output({ row, key }: CellCommand): Promise<unknown> {
  const { type, instances, value } = fixtureOf(key);
  const codec = (await codeOf(await rowOf(row))).prepare(type, instances);
  const bytes = encodedBytes(codec.encode(codec.toNative(value)));
  return { hex: Buffer.from(bytes).toString('hex') };
}

async function answer(command: Command): Promise<unknown> {
  switch (command.op) {
    case 'hello':
      return {
        implementation: 'Node.js',
        version: process.versions.node,
        rows: [...JAVASCRIPT_ROWS, ...(await loadOwn())].map(aboutRow),
      };
    case 'probe':
      return report(await rowOf(command.row));
    case 'load':
      await codeOf(await rowOf(command.row));
      return {};
    case 'fixture': {
      const { key, instances, text } = command;
      const type = command.type as DataType;
      // Parsed text gives flat strings and fast-mode objects; every runtime parses the same text.
      fixtures.set(key, { type, instances, value: JSON.parse(text) });
      return {};
    }
    case 'edge': {
      const row = await rowOf(command.row);
      return { results: edgeFidelity(row, (await codeOf(row)).prepare('edge', 1)) };
    }
    case 'output':
      return output(command);
    case 'once': {
      const { timed, value } = await cell(command);
      return once(timed, value, CLOCK);
    }
    case 'batches': {
      const { row, mode, keys } = command;
      const [first] = keys;
      if (first === undefined) throw new Error('batches need a fixture');
      const { timed } = await cell({ row, mode, key: first });
      const domains = keys.map((key) => fixtureOf(key).value);
      return { batches: await batches(timed, domains, command, CLOCK, collectYoung) };
    }
  }
}

function writeAnswer(line: string): void {
  let rest: Uint8Array = Buffer.from(line);
  while (rest.length > 0) rest = rest.subarray(writeSync(ANSWER_FD, rest));
}

for await (const line of createInterface({ input: process.stdin })) {
  let result: unknown;
  try {
    result = await answer(JSON.parse(line) as Command);
  } catch (error) {
    result = { error: error instanceof Error ? error.message : String(error) };
  }
  writeAnswer(`${JSON.stringify(result)}\n`);
}
