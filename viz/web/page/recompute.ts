// Recomputes a run's data.json from its raw facts with the kernel of its own folder, and names the first
// difference. A kernel that nobody released computes nothing here.

import { deriveData } from '../../../kernel/api/run/derive.ts';
import { firstDifference } from '../../../kernel/api/run/difference.ts';
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
  readonly sha256Hex: (bytes: Uint8Array) => Promise<string>;
}

export async function recompute(run: LoadedRun, options: RecomputeOptions): Promise<Recomputed> {
  if (run.kernel === null || run.trials.length === 0) return { state: 'no raw facts' };
  const sha256 = await options.sha256Hex(run.kernel);
  if (!options.releasedKernels.includes(sha256) || sha256 !== run.run.build.sha256) {
    return { state: 'unknown kernel', message: `sha256 ${sha256}` };
  }
  try {
    const module = await WebAssembly.compile(run.kernel.slice());
    const derived = deriveData(workspaceOf(module), run.run, run.trials, run.samples);
    // Through JSON: a field that is undefined is a field that is not there.
    const difference = firstDifference(JSON.parse(JSON.stringify(derived)), run.data);
    if (difference === null) return { state: 'matches' };
    const [expected, found] = [difference.expected, difference.found].map((v) => JSON.stringify(v));
    const message = `recomputed ${expected ?? 'nothing'}, data.json has ${found ?? 'nothing'}`;
    return { state: 'differs', path: difference.path, message };
  } catch (error) {
    return { state: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
