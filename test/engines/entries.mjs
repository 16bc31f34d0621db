// The kernel's other entries as engines of check:engines: the WASI command under node:wasi, and the component that jco transpiled.
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';

function runCommand({ WASI }, paths) {
  const file = (name) => `${paths.work}/command.${name}`;
  writeFileSync(file('in'), '1\n2\n3\n');
  const stdin = openSync(file('in'), 'r');
  const stdout = openSync(file('out'), 'w');
  const wasi = new WASI({ version: 'preview1', stdin, stdout, returnOnExit: true });
  const module = new WebAssembly.Module(readFileSync(`${paths.root}build/stats.command.wasm`));
  const exit = wasi.start(new WebAssembly.Instance(module, wasi.getImportObject()));
  closeSync(stdin);
  closeSync(stdout);
  if (exit !== 0) throw new Error(`the command ended with ${exit}`);
  return { signature: JSON.parse(readFileSync(file('out'), 'utf8')).selfSignature };
}

export const ENTRIES = [
  {
    name: 'node:wasi, the command',
    registry: true,
    version: () => process.versions.node,
    run: async (paths) => runCommand(await import('node:wasi'), paths),
  },
  {
    name: 'component (jco)',
    registry: true,
    version: (paths) =>
      JSON.parse(
        readFileSync(
          `${paths.root}node_modules/@bytecodealliance/jco-transpile/package.json`,
          'utf8',
        ),
      ).version,
    async run() {
      const { statistics } = await import('echometer/component');
      const word = BigInt.asUintN(64, statistics.selfSignature());
      return { signature: word.toString(16).padStart(16, '0') };
    },
  },
];
