// Parts of the check about C: warnings, traps, arm64, and objects for iOS with their undefined symbols. It builds no Swift.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { generateKernel } from '../generate-kernel.mjs';
import { readSymbols } from '../mach-o.mjs';
import {
  HOST,
  KERNEL_C,
  OWN_C,
  PartFailed,
  ROOT,
  expectEqual,
  inToolchain,
  requireTool,
  withFolder,
} from './toolchain.mjs';

const PLATFORM_C = ['clock.c', 'usage.c', 'channel.c', 'storage.c', 'process.c'];
const SANITIZED = ['-g', '-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
const ARM = ['aarch64-linux-gnu-gcc', ['-O2', '-static']];
const QEMU = ['qemu-aarch64'];

/** A copy of CKernel whose generated code is another module's. */
function trapSources(folder) {
  const wabt = createRequire(import.meta.url).resolve('wabt/package.json');
  const wasm = join(HOST, folder, 'traps.wasm');
  const words = [join(wabt, '../bin/wat2wasm'), join(HOST, 'checks/traps.wat'), '-o', wasm];
  const made = spawnSync(process.execPath, words);
  if (made.status !== 0) throw new PartFailed(`wat2wasm: ${made.stderr}`);
  for (const file of [...KERNEL_C, 'generated.h', 'instance.h', 'wasm-rt.h', 'include'])
    cpSync(join(HOST, 'Sources/CKernel', file), join(HOST, folder, file), { recursive: true });
  generateKernel(wasm, join(HOST, folder, 'generated'));
  return KERNEL_C.map((file) => `${folder}/${file}`);
}

function compileAndRun(compiler, flags, folder, sources, program, run = []) {
  const binary = `${folder}/program`;
  const includes = [`-I${folder}/include`, `-I${folder}`];
  const files = [...sources, program, '-lm', '-o', binary];
  inToolchain(compiler, ...OWN_C, ...flags, ...includes, ...files);
  return inToolchain(...run, `./${binary}`).trim();
}

function requireArm() {
  requireTool(ARM[0]);
  requireTool(QEMU[0]);
}

/** Every trap of the runtime is a result and leaves the instance usable. The sanitizers look for leaks too. */
export function traps() {
  requireArm();
  withFolder((folder) => {
    const sources = trapSources(folder);
    for (const flags of [['-O2'], ['-O3'], SANITIZED])
      compileAndRun('clang', flags, folder, sources, 'checks/traps.c');
    compileAndRun(...ARM, folder, sources, 'checks/traps.c', QEMU);
  });
  return 'x86-64 with and without sanitizers, arm64 under qemu';
}

/** The kernel in C, on arm64 and sanitized: the same numbers as Node prints. */
export function arm64() {
  requireArm();
  const list = JSON.parse(readFileSync(join(ROOT, 'build/kernels.json'), 'utf8'));
  const { kernelId, measureId, signature } = list['kernel.scalar.wasm'];
  const expected = `${kernelId} ${measureId} ${signature}`;
  withFolder((folder) => {
    cpSync(join(HOST, 'Sources/CKernel'), join(HOST, folder), { recursive: true });
    const sources = KERNEL_C.map((file) => `${folder}/${file}`);
    const run = (...how) =>
      compileAndRun(...how.slice(0, 2), folder, sources, 'checks/signature.c', how[2]);
    expectEqual(run(...ARM, QEMU), expected, 'arm64');
    expectEqual(run('clang', SANITIZED), expected, 'sanitized');
  });
  return expected;
}

/** Our C under -Wall -Wextra -Werror; SwiftPM asks for less. */
export function warnings() {
  const python = inToolchain('pkg-config', '--cflags', 'python3-embed').trim().split(/\s+/);
  const folders = [
    ['CKernel', KERNEL_C, []],
    ['CHostPlatform', PLATFORM_C, []],
    ['CPyEmbed', ['interpreter.c', 'worker.c', 'channel_module.c', 'struct_module.c'], python],
  ];
  let files = 0;
  withFolder((folder) => {
    for (const [name, sources, flags] of folders)
      for (const source of sources) {
        const base = `Sources/${name}`;
        const includes = [`-I${base}/include`, `-I${base}`, ...flags];
        const which = ['-c', `${base}/${source}`, '-o', `${folder}/o`];
        inToolchain('clang', ...OWN_C, '-O2', ...includes, ...which);
        files += 1;
      }
  });
  return `${files} files`;
}

const MATH = ['fabs', 'ceil', 'floor', 'trunc', 'sqrt', 'nearbyint', 'rint'];

/** Headers that the SDK has and Linux has not in that form; enough to compile, nothing to run. */
const STUBS = {
  'assert.h': ['#define assert(x) ((void)0)'],
  'alloca.h': [],
  'math.h': [
    ...MATH.map((name) => `double ${name}(double); float ${name}f(float);`),
    'double copysign(double, double); float copysignf(float, float);',
    '#define NAN __builtin_nanf("")',
    '#define INFINITY __builtin_inff()',
    '#define signbit(x) __builtin_signbit(x)',
    '#define isnan(x) __builtin_isnan(x)',
  ],
  'setjmp.h': [
    'typedef int jmp_buf[48];',
    'int _setjmp(jmp_buf) __attribute__((returns_twice));',
    'void longjmp(jmp_buf, int) __attribute__((noreturn));',
  ],
  'stdlib.h': ['#include <stddef.h>', 'void* calloc(size_t, size_t); void free(void*);'],
  'string.h': [
    '#include <stddef.h>',
    'void* memcpy(void*, const void*, size_t); void* memmove(void*, const void*, size_t);',
    'void* memset(void*, int, size_t); int memcmp(const void*, const void*, size_t);',
    'int strcmp(const char*, const char*);',
  ],
};

/** What the kernel's objects may ask of the system: no clock, no file, no signal, no printing. */
const ALLOWED = new Set([
  ...['___memcpy_chk', '___memmove_chk', '___memset_chk', '__setjmp', '__tlv_bootstrap'],
  ...[
    '_calloc',
    '_free',
    '_longjmp',
    '_memcmp',
    '_memcpy',
    '_memmove',
    '_memset',
    '_bzero',
    '_strcmp',
  ],
  ...MATH.map((name) => `_${name}`),
]);
const PROMISED = ['_ck_create', '_ck_call', '_ck_destroy', '_ck_find'];

/** The symbols of every object of CKernel, compiled for iOS. */
function iosSymbols(folder) {
  const base = 'Sources/CKernel';
  const target = ['--target=arm64-apple-ios17.0', '-ffreestanding', '-nostdlibinc'];
  const includes = [`-isystem${folder}/stubs`, `-I${base}/include`, `-I${base}`];
  const symbols = { defined: new Set(), undefined: new Set() };
  for (const source of KERNEL_C) {
    const object = `${folder}/${source}.o`;
    const files = ['-O2', '-c', `${base}/${source}`, '-o', object];
    inToolchain('clang', ...target, ...OWN_C, ...includes, ...files);
    const read = readSymbols(readFileSync(join(HOST, object)));
    expectEqual(read.cpu, 'arm64', source);
    for (const name of read.defined) symbols.defined.add(name);
    for (const name of read.undefined) symbols.undefined.add(name);
  }
  return symbols;
}

/** Objects for the iOS ABI, and exactly which symbols they want. Nothing is linked or run. */
export function objects() {
  return withFolder((folder) => {
    mkdirSync(join(HOST, folder, 'stubs'));
    for (const [name, lines] of Object.entries(STUBS))
      writeFileSync(join(HOST, folder, 'stubs', name), `${lines.join('\n')}\n`);
    const symbols = iosSymbols(folder);
    const foreign = [...symbols.undefined].filter((name) => !symbols.defined.has(name));
    const refused = foreign.filter((name) => !ALLOWED.has(name));
    if (refused.length > 0) throw new PartFailed(`not allowed: ${refused.join(', ')}`);
    const absent = PROMISED.filter((name) => !symbols.defined.has(name));
    if (absent.length > 0) throw new PartFailed(`not defined: ${absent.join(', ')}`);
    return `arm64-apple-ios17.0, ${foreign.length} undefined symbols, all allowed`;
  });
}
