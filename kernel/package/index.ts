// `echometer-kernel`: statistics with the kernel inside, one file for Node, pages and workers. `openWorkspace()` asks nobody for anything.
import { kernelBase64 } from 'virtual:kernel';
import { bytesOfBase64 } from '../api/facade/base64.ts';
import { KernelError } from '../api/facade/errors.ts';
import type { Workspace } from '../api/facade/workspace.ts';
import { type KernelSource, openWorkspace as openFrom } from '../api/open.ts';

export * from '../api/open.ts';

/**
 * A workspace for statistics: what every statistic takes first. Without a source the kernel inside this file, which needs an engine with
 * SIMD; `kernel.scalar.wasm` of this package serves those without.
 *
 * Rejects with a KernelError FOREIGN: the source is no kernel, cannot be had, or the engine or the page's policy forbids it to be compiled
 * (`'wasm-unsafe-eval'` in `script-src` allows it).
 */
export async function openWorkspace(source?: KernelSource): Promise<Workspace> {
  return openFrom(source ?? kernelInside());
}

/** The bytes of the kernel inside this file: kernel.wasm of the same version. */
export function kernelInside(): ArrayBuffer {
  const bytes = bytesOfBase64(kernelBase64);
  if (bytes === null) throw new KernelError('FOREIGN', 'kernelInside', -1, 'a damaged file');
  return bytes.buffer;
}
