// `npm run check:ios`: everything about the iPad host that can be true on Linux, part by part. It builds with the
// toolchain of toolchain.sh and claims nothing about a device (VERIFIED.md says what ran where).
//
//   node host-ios/tools/check.mjs [part ...]      parts: see PARTS; none = all
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { generateKernel } from './generate-kernel.mjs';
import { readSymbols } from './mach-o.mjs';

const HOST = fileURLToPath(new URL('..', import.meta.url));
const ROOT = join(HOST, '..');
const WASM = join(ROOT, 'build/kernel.scalar.wasm');
const OWN_C = ['-std=c11', '-Wall', '-Wextra', '-Werror', '-ffp-contract=off'];
const KERNEL_C = ['module.c', 'runtime.c', 'entry.c'];
const PLATFORM_C = ['clock.c', 'usage.c', 'channel.c', 'storage.c', 'process.c'];

/** The toolchain's log, shown when a part fails. */
class PartFailed extends Error {}

/** Runs a command in host-ios with the toolchain; answers stdout. */
function inToolchain(...command) {
  const done = spawnSync(join(HOST, 'tools/toolchain.sh'), ['run', 'nice', '-n', '5', ...command], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (done.status === 3) throw new PartFailed(`no toolchain: ${done.stderr}`);
  if (done.status !== 0) {
    const said = `${done.stdout}\n${done.stderr}`.split('\n').filter((line) => line !== '');
    throw new PartFailed(`${command.slice(0, 3).join(' ')} ended with ${done.status ?? done.signal}\n${said.slice(-40).join('\n')}`);
  }
  return done.stdout;
}

/** Calls `work` with a folder inside host-ios (the toolchain sees no other), which is gone afterwards. */
function withFolder(work) {
  const folder = mkdtempSync(join(HOST, '.check-'));
  try {
    return work(relative(HOST, folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function expectEqual(got, expected, what) {
  if (got !== expected) throw new PartFailed(`${what}:\n  got      ${got}\n  expected ${expected}`);
}

/** A copy of CKernel whose generated code is another module's. */
function trapSources(folder) {
  const wat2wasm = join(createRequire(import.meta.url).resolve('wabt/package.json'), '../bin/wat2wasm');
  const wasm = join(HOST, folder, 'traps.wasm');
  const made = spawnSync(process.execPath, [wat2wasm, join(HOST, 'checks/traps.wat'), '-o', wasm]);
  if (made.status !== 0) throw new PartFailed(`wat2wasm: ${made.stderr}`);
  for (const file of [...KERNEL_C, 'instance.h', 'wasm-rt.h', 'include'])
    cpSync(join(HOST, 'Sources/CKernel', file), join(HOST, folder, file), { recursive: true });
  generateKernel(wasm, join(HOST, folder, 'generated'));
  return KERNEL_C.map((file) => `${folder}/${file}`);
}

function compileAndRun(compiler, flags, folder, sources, program, run = []) {
  const output = `${folder}/program`;
  const includes = [`-I${folder}/include`, `-I${folder}`];
  inToolchain(compiler, ...OWN_C, ...flags, ...includes, ...sources, program, '-lm', '-o', output);
  return inToolchain(...run, `./${output}`).trim();
}

const SANITIZED = ['-g', '-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
const ARM = ['aarch64-linux-gnu-gcc', ['-O2', '-static']];
const QEMU = ['qemu-aarch64'];

function traps() {
  withFolder((folder) => {
    const sources = trapSources(folder);
    for (const flags of [['-O2'], ['-O3'], SANITIZED])
      compileAndRun('clang', flags, folder, sources, 'checks/traps.c');
    compileAndRun(...ARM, folder, sources, 'checks/traps.c', QEMU);
  });
  return 'x86-64 with and without sanitizers, arm64 under qemu';
}

/** The kernel in C, on arm64: the same numbers as Node prints. */
function arm64() {
  const listed = JSON.parse(readFileSync(join(ROOT, 'build/kernels.json'), 'utf8'))['kernel.scalar.wasm'];
  const expected = `${listed.kernelId} ${listed.measureId} ${listed.signature}`;
  withFolder((folder) => {
    cpSync(join(HOST, 'Sources/CKernel'), join(HOST, folder), { recursive: true });
    const sources = KERNEL_C.map((file) => `${folder}/${file}`);
    expectEqual(compileAndRun(...ARM, folder, sources, 'checks/signature.c', QEMU), expected, 'arm64');
    expectEqual(compileAndRun('clang', SANITIZED, folder, sources, 'checks/signature.c'), expected, 'sanitized');
  });
  return expected;
}

/** Our C under -Wall -Wextra -Werror; SwiftPM asks for less. */
function warnings() {
  const python = inToolchain('pkg-config', '--cflags', 'python3-embed').trim().split(/\s+/);
  const folders = [
    ['CKernel', KERNEL_C, []],
    ['CHostPlatform', PLATFORM_C, []],
    ['CPyEmbed', ['interpreter.c', 'worker.c', 'channel_module.c'], python],
  ];
  let files = 0;
  withFolder((folder) => {
    for (const [name, sources, flags] of folders)
      for (const source of sources) {
        const base = `Sources/${name}`;
        const includes = [`-I${base}/include`, `-I${base}`, ...flags];
        inToolchain('clang', ...OWN_C, '-O2', ...includes, '-c', `${base}/${source}`, '-o', `${folder}/o`);
        files += 1;
      }
  });
  return `${files} files`;
}

/** Headers that the SDK has and Linux has not in that form; enough to compile, nothing to run. */
const STUBS = {
  'assert.h': '#define assert(x) ((void)0)',
  'alloca.h': '',
  'math.h': ['fabs', 'ceil', 'floor', 'trunc', 'sqrt', 'nearbyint', 'rint']
    .map((name) => `double ${name}(double); float ${name}f(float);`)
    .concat('double copysign(double, double); float copysignf(float, float);')
    .concat('#define NAN __builtin_nanf("")', '#define signbit(x) __builtin_signbit(x)', '#define isnan(x) __builtin_isnan(x)')
    .join('\n'),
  'setjmp.h': 'typedef int jmp_buf[48]; int _setjmp(jmp_buf) __attribute__((returns_twice)); void longjmp(jmp_buf, int) __attribute__((noreturn));',
  'stdlib.h': '#include <stddef.h>\nvoid* calloc(size_t, size_t); void free(void*);',
  'string.h': '#include <stddef.h>\nvoid* memcpy(void*, const void*, size_t); void* memmove(void*, const void*, size_t); void* memset(void*, int, size_t); int memcmp(const void*, const void*, size_t); int strcmp(const char*, const char*);',
};

/** What the kernel's objects may ask of the system: no clock, no file, no signal, no printing. */
const ALLOWED = new Set([
  '___memcpy_chk', '___memmove_chk', '___memset_chk', '__setjmp', '__tlv_bootstrap', '_calloc', '_free', '_longjmp',
  '_memcmp', '_memcpy', '_memmove', '_memset', '_bzero', '_strcmp', '_fabs', '_ceil', '_floor', '_trunc', '_sqrt', '_nearbyint', '_rint',
]);

function objects() {
  let undefinedTotal = 0;
  withFolder((folder) => {
    mkdirSync(join(HOST, folder, 'stubs'));
    for (const [name, text] of Object.entries(STUBS)) writeFileSync(join(HOST, folder, 'stubs', name), `${text}\n`);
    const base = 'Sources/CKernel';
    const defined = new Set();
    const wanted = new Set();
    for (const source of KERNEL_C) {
      const object = `${folder}/${source}.o`;
      inToolchain('clang', '--target=arm64-apple-ios17.0', ...OWN_C, '-O2', '-ffreestanding', '-nostdlibinc', `-isystem${folder}/stubs`, `-I${base}/include`, `-I${base}`, '-c', `${base}/${source}`, '-o', object);
      const symbols = readSymbols(readFileSync(join(HOST, object)));
      expectEqual(symbols.cpu, 'arm64', source);
      for (const name of symbols.defined) defined.add(name);
      for (const name of symbols.undefined) wanted.add(name);
    }
    const foreign = [...wanted].filter((name) => !defined.has(name));
    const refused = foreign.filter((name) => !ALLOWED.has(name));
    if (refused.length > 0) throw new PartFailed(`undefined symbols that are not allowed: ${refused.join(', ')}`);
    for (const name of ['_ck_create', '_ck_call', '_ck_destroy', '_ck_find'])
      if (!defined.has(name)) throw new PartFailed(`${name} is not defined`);
    undefinedTotal = foreign.length;
  });
  return `arm64-apple-ios17.0, ${undefinedTotal} undefined symbols, all allowed`;
}

function swiftFiles(folder) {
  return readdirSync(join(HOST, folder), { recursive: true })
    .filter((name) => name.endsWith('.swift') && !name.includes('.build'))
    .map((name) => `${folder}/${name}`)
    .sort();
}

/** Syntax only: SwiftUI and ExtensionFoundation are not on Linux. */
function app() {
  const files = [...swiftFiles('App'), ...swiftFiles('WasmKitEngine')];
  inToolchain('swiftc', '-frontend', '-parse', '-swift-version', '6', '-enable-bare-slash-regex', ...files);
  return `${files.length} files parsed`;
}

function format() {
  inToolchain('swift-format', 'lint', '--strict', '--parallel', '--recursive', 'Package.swift', 'Sources', 'Tests', 'App', 'WasmKitEngine');
  return 'swift-format lint --strict';
}

/** The count that swift test prints at its end. */
function counted(output) {
  const last = /Test run with (\d+) tests passed/.exec(output);
  if (last === null || Number(last[1]) === 0) throw new PartFailed('no test ran');
  return `${last[1]} tests`;
}

function swiftTest(...options) {
  // Leaks are not looked for: LeakSanitizer cannot follow Swift's tagged references and names XCTest's runner and a
  // constant that lives as long as the process (traced: Readings.sharedProcess). Memory errors are still fatal.
  return counted(inToolchain('env', 'ASAN_OPTIONS=detect_leaks=0', 'swift', 'test', '-j', '1', '--no-parallel', ...options));
}

const PARTS = {
  warnings,
  traps,
  arm64,
  objects,
  format,
  app,
  build: () => {
    inToolchain('swift', 'build', '-c', 'release', '-j', '1');
    return inToolchain('.build/release/echometer-host', 'identity').split('\n')[0] ?? '';
  },
  test: () => swiftTest(),
  // CPython is not built with sanitizers; its tests run in `test`.
  address: () => swiftTest('--sanitize=address', '--scratch-path', '.build/address', '--skip', 'PyEmbedTests'),
  thread: () => swiftTest('--sanitize=thread', '--scratch-path', '.build/thread', '--filter', 'DuplexHostTests'),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`check: no part is called ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);
  process.exit(2);
}
generateKernel(WASM, join(HOST, 'Sources/CKernel/generated'));
let passed = 0;
let failed = 0;
for (const name of asked.length > 0 ? asked : Object.keys(PARTS)) {
  const started = performance.now();
  try {
    const what = PARTS[name]();
    passed += 1;
    console.log(`${name}: ${what} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    if (!(error instanceof PartFailed)) throw error;
    failed += 1;
    console.error(`${name} failed: ${error.message}`);
  }
}
console.log(`check:ios: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
