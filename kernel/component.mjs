// Makes the component of its core module: embeds the WIT world, wraps it, transpiles it to typed ESM. Compiles nothing.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transpileBytes } from '@bytecodealliance/jco-transpile';
import { componentEmbed, componentNew } from '@bytecodealliance/jco-transpile/wasm-tools';

/** Writes build/kernel.component.wasm and build/component/: the ESM, its types and its core module. */
export async function buildComponent(root) {
  const core = readFileSync(join(root, 'build/core/component.wasm'));
  const witSource = readFileSync(join(root, 'kernel/wit/kernel.wit'), 'utf8');
  const embedded = await componentEmbed({ binary: core, witSource, world: 'kernel' });
  const component = await componentNew(embedded);
  writeFileSync(join(root, 'build/kernel.component.wasm'), component);
  // Files, never base64: a page can then stream them, and their sha256 is listed.
  const { files } = await transpileBytes(component, { name: 'component', base64Cutoff: 0 });
  const folder = join(root, 'build/component');
  rmSync(folder, { recursive: true, force: true });
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}
