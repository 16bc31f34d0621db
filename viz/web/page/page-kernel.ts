// The page's own kernel, for what belongs to no run: logs and comparisons of two runs. A run's numbers are computed with
// the kernel of its folder (recompute.ts).

import { kernelBase64 } from 'virtual:kernel';
import { kernelSha256, type Sha256 } from '../../../kernel/api/collection/digests.ts';
import { createWorkspace, type Workspace } from '../../../kernel/api/facade/workspace.ts';

export interface PageKernel {
  readonly workspace: Workspace;
  readonly sha256: Sha256;
}

export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Compiled when it is first needed, at once: 60 kB are below every browser's limit for that. */
export function openPageKernel(): PageKernel {
  let module: WebAssembly.Module | null = null;
  const instantiate = () => {
    module ??= new WebAssembly.Module(bytesOfBase64(kernelBase64));
    return new WebAssembly.Instance(module, {});
  };
  const workspace = createWorkspace(instantiate);
  return { workspace, sha256: kernelSha256(workspace) };
}
