// Builds the kernel: identity.ts, three WebAssembly files, the WASI command, the component, build/kernels.json. The same bytes
// every time and everywhere; nothing is compiled again when nothing changed (build-stamp.mjs). With --identity it compiles nothing and prints kernelId and measureId of the sources.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { isFresh, writeStamp } from './build-stamp.mjs';
import { buildComponent } from './component.mjs';
import { measuredText } from './measure-id.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = join(root, 'kernel/assembly');
const TARGETS = { simd: 'kernel.wasm', scalar: 'kernel.scalar.wasm', debug: 'kernel.debug.wasm' };
const ENTRIES = {
  command: 'stats.command.wasm',
  clickhouse: 'kernel.clickhouse.wasm',
  component: 'kernel.component.wasm',
  'component core': 'component/component.core.wasm',
};

function listSources(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && entry.name !== 'identity.ts')
    .map((entry) => relative(sources, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** The tokens of a source, one a line: neither a comment nor the formatter can move an identity. */
function tokensOf(text) {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  const tokens = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    tokens.push(scanner.getTokenText());
  }
  return tokens.join('\n');
}

const shortHash = (hash) => hash.digest('hex').slice(0, 16);

function identifySources() {
  const abi = readFileSync(join(sources, 'abi.ts'), 'utf8');
  const abiVersion = /ABI_VERSION: i32 = (\d+)/.exec(abi)?.[1];
  if (abiVersion === undefined) throw new Error('abi.ts does not state ABI_VERSION');
  const whole = createHash('sha256').update(`abi ${abiVersion}\n`);
  for (const file of listSources(sources)) {
    whole.update(`file ${file}\n${tokensOf(readFileSync(join(sources, file), 'utf8'))}\n`);
  }
  const measured = createHash('sha256').update(measuredText(sources));
  return { kernelId: shortHash(whole), measureId: shortHash(measured) };
}

function writeIdentity({ kernelId, measureId }) {
  writeFileSync(
    join(sources, 'identity.ts'),
    '// Written by kernel/build.mjs: the hashes of the sources. Not in git.\n' +
      `export const KERNEL_ID: u64 = 0x${kernelId};\nexport const MEASURE_ID: u64 = 0x${measureId};\n`,
  );
}

/** A process of its own per target: asc keeps state between compilations, and two of them share two cores. */
function compile(target, args) {
  const asc = join(root, 'node_modules/assemblyscript/bin/asc.js');
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [asc, ...args, '--target', target],
      { cwd: root },
      (error, stdout, stderr) => {
        if (error === null) resolve();
        else reject(new Error(`asc --target ${target} failed\n${stdout}${stderr}`));
      },
    );
  });
}

const ENTRY_CONFIG = ['--config', 'kernel/entries/asconfig.json'];
const CANONICAL_NAMES = ['--transform', './kernel/entries/canonical-names.mjs'];
const COMPILATIONS = [
  ['simd', ['--config', 'asconfig.json']],
  ['scalar', ['--config', 'asconfig.json']],
  ['debug', ['--config', 'asconfig.json']],
  ['command', ['kernel/entries/command.ts', ...ENTRY_CONFIG]],
  ['clickhouse', ['kernel/entries/clickhouse.ts', ...ENTRY_CONFIG]],
  ['component', ['kernel/entries/component.ts', ...ENTRY_CONFIG, ...CANONICAL_NAMES]],
];

/** Two at a time: asc needs 4 seconds of one core and 300 MB. */
async function compileAll() {
  const waiting = [...COMPILATIONS];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await compile(...next);
    }
  };
  await Promise.all([work(), work()]);
}

async function describe(file) {
  const bytes = readFileSync(join(root, 'build', file));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const word = instance.exports.selfSignature();
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    signature: BigInt.asUintN(64, word).toString(16).padStart(16, '0'),
  };
}

/** The entries hold the same algorithms; that they compute the same word is a test's business (they cannot be asked here). */
function describeEntry(file, signature) {
  const bytes = readFileSync(join(root, 'build', file));
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    signature,
  };
}

async function buildAll(identity) {
  writeIdentity(identity);
  mkdirSync(join(root, 'build'), { recursive: true });
  await compileAll();
  await buildComponent(root);
  const kernels = {};
  for (const [target, file] of Object.entries(TARGETS)) {
    kernels[file] = { target, ...(await describe(file)), ...identity };
  }
  const signatures = new Set(Object.values(kernels).map((kernel) => kernel.signature));
  if (signatures.size !== 1) throw new Error(`the builds disagree: ${[...signatures].join(', ')}`);
  for (const [target, file] of Object.entries(ENTRIES)) {
    kernels[file] = {
      target,
      ...describeEntry(file, kernels['kernel.wasm'].signature),
      ...identity,
    };
  }
  writeFileSync(join(root, 'build/kernels.json'), `${JSON.stringify(kernels, null, 2)}\n`);
}

function printKernels() {
  const kernels = JSON.parse(readFileSync(join(root, 'build/kernels.json'), 'utf8'));
  for (const [file, kernel] of Object.entries(kernels)) {
    console.log(
      `${file} ${kernel.bytes} B, kernel ${kernel.kernelId}, signature ${kernel.signature}`,
    );
  }
}

const identity = identifySources();
if (process.argv.includes('--identity')) console.log(JSON.stringify(identity));
else {
  if (!isFresh(root)) {
    const beganMs = Date.now();
    await buildAll(identity);
    writeStamp(root, beganMs);
  }
  printKernels();
}
