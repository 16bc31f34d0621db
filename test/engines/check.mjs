// `npm run check:engines`: the kernel on every engine that this machine has, against what V8 recorded. Prints one table; installs nothing by apt.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { ENGINES } from './engines.mjs';
import { contracted } from './native.mjs';
import { record } from './transcript.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const only = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const isCi = process.env.CI === 'true' || process.argv.includes('--ci');
const kernels = JSON.parse(readFileSync(`${root}build/kernels.json`, 'utf8'));
const signature = kernels['kernel.wasm'].signature;

function prepare() {
  const work = `${root}build/engines`;
  mkdirSync(work, { recursive: true });
  const wasm = readFileSync(`${root}build/kernel.scalar.wasm`);
  const recorded = record(wasm, new URL('../../kernel/vectors/', import.meta.url));
  writeFileSync(`${work}/transcript.txt`, recorded.text);
  const lines = recorded.text.split('\n').length - 1;
  const paths = { root, work, transcript: `${work}/transcript.txt` };
  paths.simd = `${root}build/kernel.wasm`;
  paths.scalar = `${root}build/kernel.scalar.wasm`;
  return { ...paths, cases: recorded.cases, lines };
}

/** What one engine says, as a row: failed rows carry the reason. */
async function judge(engine, paths) {
  const { name, registry } = engine;
  try {
    const version = engine.version(paths);
    if (version === null) {
      return {
        name,
        version: '-',
        vectors: '-',
        note: 'not on this machine',
        failed: isCi && registry,
      };
    }
    const got = await engine.run(paths);
    const isSame = got.signature === signature;
    const isWhole = got.done === undefined || got.done === paths.lines;
    const vectors = got.done === undefined ? '-' : isWhole ? String(paths.cases) : 'differ';
    const note = isSame ? (isWhole ? '' : (got.wrong ?? 'stopped early')) : 'signature differs';
    return { name, version, vectors, signature: got.signature, note, failed: !isSame || !isWhole };
  } catch (error) {
    return {
      name,
      version: '?',
      vectors: '-',
      note: String(error.message).split('\n')[0],
      failed: true,
    };
  }
}

function print(rows) {
  const table = rows.map((row) => [
    row.name,
    row.version,
    row.vectors,
    row.signature ?? '-',
    row.note,
  ]);
  table.unshift(['engine', 'version', 'vectors', 'signature', '']);
  const widths = [0, 1, 2, 3].map((i) => Math.max(...table.map((cells) => cells[i].length)));
  for (const cells of table) {
    console.log(
      cells
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

const paths = prepare();
console.log(
  `${paths.cases} cases, ${paths.lines} lines recorded on V8 ${process.versions.v8}; expected signature ${signature}`,
);
const rows = [];
for (const engine of ENGINES.filter(
  ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
)) {
  rows.push(await judge(engine, paths));
}
print(rows);

// The check must be able to fail: a translation that fuses multiply and add is another kernel.
const fused = contracted(paths);
if (fused !== null) {
  const isSeen = fused.signature !== signature;
  console.log(
    `gcc -ffp-contract=fast -mfma: ${fused.signature}, ${isSeen ? 'differs, as it must' : 'NOT SEEN'}`,
  );
  if (!isSeen) rows.push({ failed: true });
}
const failed = rows.filter((row) => row.failed).length;
console.log(`${rows.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
