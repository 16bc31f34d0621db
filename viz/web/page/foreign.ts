// Files of other tools that are in memory -> Collections. The same readers as in Node.

import type { Collection } from '../../../kernel/api/collection/collection.ts';
import { kernelSha256 } from '../../../kernel/api/collection/digests.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { readForeign, type Hash } from '../../../kernel/api/formats/read-files.ts';

/** The files of one source; `sibling` reads a small companion of one. */
export function readInMemory(
  names: readonly string[],
  bytesOf: (name: string) => Uint8Array | null,
  workspace: Workspace,
): Promise<Collection> {
  const files = names.map((name) => ({ name, chunks: [bytesOf(name) ?? new Uint8Array()] }));
  const options = { newHash: () => hashOf(workspace), workspace: () => workspace };
  return readForeign(files, { ...options, sibling: bytesOf });
}

/** The files are in memory already, each as one chunk. */
function hashOf(workspace: Workspace): Hash {
  let whole = new Uint8Array();
  return {
    update: (bytes) => {
      whole = whole.length === 0 ? bytes.slice() : joined(whole, bytes);
    },
    end: () => kernelSha256(workspace)(whole),
  };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
