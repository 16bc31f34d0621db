// Recomputes a run's data.json from its raw facts with the kernel of its own folder, and names the first
// difference. A kernel that nobody released computes nothing here.

import { recompute as recomputeSource } from '../../../kernel/api/collection/recompute.ts';
import type { Sha256 } from '../../../kernel/api/collection/digests.ts';
import { workspaceOf } from '../../../kernel/api/facade/workspace.ts';
import type { LoadedRun } from './load.ts';

export type Recomputed =
  | { readonly state: 'matches' }
  | { readonly state: 'differs'; readonly path: string; readonly message: string }
  | { readonly state: 'unknown kernel'; readonly message: string }
  | { readonly state: 'no raw facts' }
  | { readonly state: 'failed'; readonly message: string };

export interface RecomputeOptions {
  readonly releasedKernels: readonly string[];
  readonly sha256: Sha256;
}

export async function recompute(run: LoadedRun, options: RecomputeOptions): Promise<Recomputed> {
  const { source, kernel: bytes } = run;
  if (source === null || bytes === null || run.trials.length === 0)
    return { state: 'no raw facts' };
  const digest = options.sha256(bytes);
  if (!options.releasedKernels.includes(digest) || digest !== run.run.build.sha256)
    return { state: 'unknown kernel', message: `sha256 ${digest}` };
  try {
    const module = await WebAssembly.compile(bytes.slice());
    const found = recomputeSource(source, workspaceOf(module), options.sha256);
    const { difference, defect, changed } = found;
    if (defect !== null) return { state: 'failed', message: defect.what };
    if (changed !== null)
      return { state: 'differs', path: changed, message: 'its digest in data.json is another one' };
    if (difference === null) return { state: 'matches' };
    const [expected, said] = [difference.expected, difference.found].map((v) => JSON.stringify(v));
    const message = `recomputed ${expected ?? 'nothing'}, data.json has ${said ?? 'nothing'}`;
    return { state: 'differs', path: difference.path, message };
  } catch (error) {
    return { state: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
