// The kernel from its bytes or from an address, in a browser or wherever `fetch` is: `echometer/kernel`. Measures nothing.
import { KernelError } from './facade/errors.ts';
import type { CompiledModule } from './facade/wasm-objects.ts';
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

/** Bytes of kernel.wasm or kernel.scalar.wasm, a compiled WebAssembly.Module, or where they are. */
export type KernelSource = Uint8Array | ArrayBuffer | CompiledModule | Address;

/** A URL, as an object or as text. */
type Address = string | { readonly href: string };

interface Fetched {
  readonly ok: boolean;
  readonly status: number;
  readonly arrayBuffer: () => Promise<ArrayBuffer>;
}

type Fetch = (address: string) => Promise<Fetched>;

/**
 * A workspace for statistics: what every statistic takes first.
 *
 * Rejects with a KernelError FOREIGN: the source is no kernel, cannot be had, or the engine or the page's policy forbids it to be compiled.
 */
export async function openWorkspace(source: KernelSource): Promise<Workspace> {
  try {
    const workspace = workspaceOf(await moduleOf(source));
    // An instance now: what is no kernel is refused here and not by the first statistic.
    workspace.kernel();
    return workspace;
  } catch (error) {
    if (error instanceof KernelError) throw error;
    // Engines throw their own classes for bytes that are no module, imports that are missing, networks that are down.
    throw new KernelError('FOREIGN', 'openWorkspace', -1, String(error));
  }
}

async function moduleOf(source: KernelSource): Promise<CompiledModule> {
  if (source instanceof Uint8Array || source instanceof ArrayBuffer)
    return WebAssembly.compile(source);
  if (typeof source === 'string') return WebAssembly.compile(await bytesAt(source));
  if ('href' in source) return WebAssembly.compile(await bytesAt(source.href));
  if (source instanceof WebAssembly.Module) return source;
  throw new KernelError('FOREIGN', 'openWorkspace', 0, 'neither bytes nor an address');
}

async function bytesAt(address: string): Promise<ArrayBuffer> {
  // Typed here: the DOM library stays out of this folder.
  const { fetch } = globalThis as { fetch?: Fetch };
  const answer = await fetch?.(address);
  if (answer?.ok !== true)
    throw new KernelError('FOREIGN', address, -1, `no kernel there (${answer?.status ?? 'fetch'})`);
  return answer.arrayBuffer();
}
