// The kernel translated by wasm2c and compiled by gcc or clang, here or for another processor under qemu-user. Scalar build only.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

import { lastJson, once, output, versionOf } from './run.mjs';

const TYPES = { u32: 'i', u64: 'l', f64: 'd' };

/** A chain of comparisons from export names to calls, made from the prototypes in the translated header. */
function dispatchOf(header) {
  const prototypes = header.matchAll(/^(void|u32|u64) w2c_kernel_(\w+)\(w2c_kernel\*(.*)\);$/gm);
  const lines = [...prototypes].flatMap(([, result, name, rest]) => {
    if (name === 'memory') return [];
    const types = rest
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
    const args = types.map((type, i) => `, a[${i}].${TYPES[type]}`).join('');
    const target = result === 'void' ? '' : `got->${TYPES[result]} = `;
    return [
      `  if (strcmp(name, "${name}") == 0) { ${target}w2c_kernel_${name}(&kernel${args}); return 1; }`,
    ];
  });
  return `static int dispatch(const char *name, value *a, value *got) {\n  (void)a;\n  (void)got;\n${lines.join('\n')}\n  return 0;\n}\n`;
}

const translate = once(async ({ root, work, scalar }) => {
  const folder = `${work}/c`;
  mkdirSync(folder, { recursive: true });
  const wasm2c = `${root}node_modules/wabt/bin/wasm2c`;
  await output(process.execPath, [wasm2c, scalar, '-n', 'kernel', '-o', `${folder}/kernel.c`]);
  writeFileSync(`${folder}/dispatch.h`, dispatchOf(readFileSync(`${folder}/kernel.h`, 'utf8')));
  return folder;
});

async function build(paths, name, compiler, flags) {
  const translated = await translate(paths);
  const sources = `${paths.root}test/engines/c`;
  const program = `${translated}/${name}`;
  const files = [`${translated}/kernel.c`, `${sources}/replay.c`, `${sources}/wasm-rt.c`];
  const common = ['-std=gnu11', '-O2', '-w', `-I${sources}`, `-I${translated}`, ...flags];
  await output(compiler, [...common, ...files, '-lm', '-o', program]);
  return program;
}

const EXACT = ['-ffp-contract=off'];

// `cross`: clang borrows the headers and libraries of the cross gcc.
function native(name, compiler, flags = [], emulator = [], cross = compiler) {
  return {
    name: `wasm2c, ${name}`,
    registry: true,
    version: () =>
      [cross, ...emulator.slice(0, 1)].some((tool) => versionOf(tool) === null)
        ? null
        : versionOf(compiler),
    async run(paths) {
      const program = await build(paths, name.replaceAll(' ', '-'), compiler, [...EXACT, ...flags]);
      const [command, ...args] = [...emulator, program, paths.transcript];
      return lastJson(await output(command, args));
    },
  };
}

const ARM = ['qemu-aarch64', '-L', '/usr/aarch64-linux-gnu'];
const RISCV = ['qemu-riscv64', '-L', '/usr/riscv64-linux-gnu'];

export const NATIVE = [
  native('gcc', 'gcc'),
  native('clang', 'clang'),
  native('gcc arm64', 'aarch64-linux-gnu-gcc', [], ARM),
  native('clang arm64', 'clang', ['--target=aarch64-linux-gnu'], ARM, 'aarch64-linux-gnu-gcc'),
  native('gcc riscv64', 'riscv64-linux-gnu-gcc', [], RISCV),
  native('clang riscv64', 'clang', ['--target=riscv64-linux-gnu'], RISCV, 'riscv64-linux-gnu-gcc'),
];

/** A build that may fuse multiply and add; null where the processor or the compiler has no such instruction. */
export async function contracted(paths) {
  if (process.arch !== 'x64' || versionOf('gcc') === null) return null;
  if (existsSync('/proc/cpuinfo') && !readFileSync('/proc/cpuinfo', 'utf8').includes(' fma '))
    return null;
  const program = await build(paths, 'gcc-fused', 'gcc', ['-ffp-contract=fast', '-mfma']);
  return lastJson(await output(program, [paths.transcript]));
}
