// `echometer/kernel` in Node: the same as in a browser, and `file:` addresses and the package's own kernel besides.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { type KernelSource, openWorkspace as openNeutral } from '../../../kernel/api/open.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { loadKernel } from './load.ts';

export * from '../../../kernel/api/open.ts';

/** A workspace for statistics; without a source of this package's kernel, checked by sha256 and signature. */
export async function openWorkspace(source?: KernelSource): Promise<Workspace> {
  if (source === undefined) return openNeutral(new Uint8Array(loadKernel().bytes));
  const address = addressOf(source);
  return address?.startsWith('file:') === true
    ? openNeutral(new Uint8Array(await readFile(fileURLToPath(address))))
    : openNeutral(source);
}

function addressOf(source: KernelSource): string | null {
  if (typeof source === 'string') return source;
  return 'href' in source ? source.href : null;
}
