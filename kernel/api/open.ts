// The kernel from its bytes or from an address, in a browser or wherever `fetch` is: `echometer/kernel`. Measures nothing.
import { KernelError } from './facade/errors.ts';
import { type Workspace, workspaceOf } from './facade/workspace.ts';

export { KernelError } from './facade/errors.ts';
export { createKernel, type Kernel, type KernelIdentity } from './facade/facade.ts';
export { type CommandResult, runCommand } from './facade/command.ts';
export * from './statistics/data.ts';
export * from './statistics/draws.ts';
export * from './statistics/durations.ts';
export * from './statistics/robust.ts';
export * from './statistics/summary.ts';
export * from './statistics/tests.ts';
export * from './statistics/verdicts.ts';
export { type Answer, createWorkspace, type Sample, type Workspace } from './facade/workspace.ts';

/** Bytes of kernel.wasm or kernel.scalar.wasm, a compiled module, or where they are. */
export type KernelSource = Uint8Array | ArrayBuffer | WebAssembly.Module | Address;

/** A URL, as an object or as text. */
type Address = string | { readonly href: string };

interface Fetched {
  readonly ok: boolean;
  readonly status: number;
  readonly arrayBuffer: () => Promise<ArrayBuffer>;
}

type Fetch = (address: string) => Promise<Fetched>;

/** A workspace for statistics. FOREIGN when the source is no kernel or cannot be had. */
export async function openWorkspace(source: KernelSource): Promise<Workspace> {
  return workspaceOf(await moduleOf(source));
}

async function moduleOf(source: KernelSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === 'string') return WebAssembly.compile(await bytesAt(source));
  if (source instanceof Uint8Array || source instanceof ArrayBuffer)
    return WebAssembly.compile(source);
  return WebAssembly.compile(await bytesAt(source.href));
}

async function bytesAt(address: string): Promise<ArrayBuffer> {
  // Typed here: the DOM library stays out of this folder.
  const { fetch } = globalThis as { fetch?: Fetch };
  const answer = await fetch?.(address);
  if (answer?.ok !== true)
    throw new KernelError('FOREIGN', address, -1, `no kernel there (${answer?.status ?? 'fetch'})`);
  return answer.arrayBuffer();
}
