// `echometer/kernel` in Node: the same as in a browser, and `file:` addresses and the package's own kernel besides.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import {
  KernelError,
  type KernelSource,
  openWorkspace as openNeutral,
} from '../../../kernel/api/open.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { loadKernel } from './load.ts';

export * from '../../../kernel/api/open.ts';

/** A workspace for statistics; without a source of this package's kernel, checked by sha256 and signature. */
export async function openWorkspace(source?: KernelSource): Promise<Workspace> {
  if (source === undefined) return openNeutral(new Uint8Array(loadKernel().bytes));
  const address = addressOf(source);
  return openNeutral(address?.startsWith('file:') === true ? await bytesOfFile(address) : source);
}

function addressOf(source: KernelSource | null): string | null {
  if (typeof source === 'string') return source;
  return source !== null && 'href' in source ? source.href : null;
}

async function bytesOfFile(address: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await readFile(fileURLToPath(address)));
  } catch (error) {
    throw new KernelError('FOREIGN', address, -1, String(error));
  }
}
