// The kernel inside this file, opened when the first element needs it. Compressed: every browser that runs it can unpack it.

import { kernelGzip } from 'virtual:kernel-gzip';
import { kernelSha256 } from '../../../kernel/api/collection/digests.ts';
import { workspaceOf } from '../../../kernel/api/facade/workspace.ts';
import { bytesOfBase64 } from '../../../kernel/api/facade/base64.ts';
import type { PageKernel } from '../page/page-kernel.ts';

export async function openKernel(): Promise<PageKernel> {
  const packed = new Blob([bytesOfBase64(kernelGzip) ?? '']).stream();
  const bytes = await new Response(
    packed.pipeThrough(new DecompressionStream('gzip')),
  ).arrayBuffer();
  const workspace = workspaceOf(await WebAssembly.compile(bytes));
  return { workspace, sha256: kernelSha256(workspace) };
}
