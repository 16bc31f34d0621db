// ClickHouse as an engine: the embedded server of PyPI runs kernel.clickhouse.wasm on the one-call vectors that SQL types can carry,
// against the bits that V8 gives.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { regionBytes } from '../../dist/kernel/api/conformance/calls.js';
import { clickhouseScript } from '../../dist/host-node/src/commands/sql/clickhouse.js';
import { lastJson, output, versionOf } from './run.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CHDB = { chdb: '4.4.0', 'chdb-core': '26.9.0' };
const SCRATCH_BYTES = 32 << 20;
/** What SQL calls by another name, or not at all, is no business of this list: the Python side maps it. */
const CALLS =
  'summarize quantiles center shamosSpread shift ratio centerBounds shiftBounds ratioBounds mannWhitney comparisonVerdicts';

/** The environment of the tests: made once a folder, without what chdb needs only for data frames. */
export async function bringClickHouse(venv) {
  const wanted = Object.entries(CHDB).map(([name, version]) => `${name}==${version}`);
  await output('python3', ['-m', 'venv', venv]);
  const install = ['-m', 'pip', 'install', '-q', '--no-deps', ...wanted];
  await output(`${venv}/bin/python`, install);
}

function configured(wasm) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasm)), {});
  const view = new DataView(exports.memory.buffer);
  view.setBigUint64(exports.PLAN.value + 72, BigInt(SCRATCH_BYTES), true);
  exports.configure();
  return exports;
}

const fromWord = (value, places) => {
  if (typeof value === 'number') return value;
  if (value.startsWith('@')) return places.get(value.slice(1)).at;
  if (value.startsWith('u64:')) return BigInt(value.slice(4));
  return Buffer.from(value.slice(4), 'hex').readDoubleBE();
};

/** The doubles that the call writes at its last argument, as 16 hexadecimal digits each, on this V8. */
function wordsOf(exports, { memory, steps: [[name, ...given]] }) {
  const mark = exports.scratchMark();
  const places = new Map();
  for (const [region, content] of Object.entries(memory)) {
    const bytes = regionBytes(content);
    const at = exports.scratchAlloc(bytes.length + 8) >>> 0;
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    places.set(region, { at, bytes: bytes.length });
  }
  exports[name](...given.map((value) => fromWord(value, places)));
  const { at, bytes } = places.get(given.at(-1).slice(1));
  const view = new DataView(exports.memory.buffer, at, bytes);
  exports.scratchReset(mark);
  return Array.from({ length: bytes >> 3 }, (_, i) =>
    view
      .getBigUint64(8 * i, true)
      .toString(16)
      .padStart(16, '0'),
  );
}

/** Every one-call case of those exports, with V8's words or the refusal that the vector names. */
function recordedCases(root) {
  const exports = configured(`${root}build/kernel.wasm`);
  const names = CALLS.split(' ');
  const folder = `${root}kernel/vectors/`;
  const files = readdirSync(folder, { recursive: true }).filter((name) => /\/.*\.json$/.test(name));
  const all = files.flatMap((name) => JSON.parse(readFileSync(folder + name, 'utf8')).cases ?? []);
  return all
    .filter(({ input }) => input?.steps?.length === 1 && names.includes(input.steps[0][0]))
    .map(({ id, input, error }) => ({
      id,
      memory: input.memory,
      step: input.steps[0],
      ...(error === undefined ? { words: wordsOf(exports, input) } : { error: error.code }),
    }));
}

/** Runs them in a database of its own. `paths` has `root` and `work`. */
export async function replayInClickHouse(paths, venv) {
  const script = `${paths.work}/clickhouse.sql`;
  const cases = `${paths.work}/clickhouse.json`;
  writeFileSync(
    script,
    clickhouseScript(readFileSync(`${paths.root}build/kernel.clickhouse.wasm`)),
  );
  writeFileSync(cases, JSON.stringify(recordedCases(paths.root)));
  const program = [`${HERE}../clickhouse/vectors.py`, script, `${paths.work}/clickhouse.db`, cases];
  return lastJson(await output(`${venv}/bin/python`, program));
}

export const CLICKHOUSE = {
  name: 'ClickHouse (wasmtime)',
  registry: true,
  version: () => (versionOf('python3') === null ? null : CHDB['chdb-core']),
  bring: ({ work }) => bringClickHouse(`${work}/chdb`),
  run: (paths) => replayInClickHouse(paths, `${paths.work}/chdb`),
};
