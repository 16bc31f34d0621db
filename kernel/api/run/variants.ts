// A run of variants as the runs that it is made of, one for each: what shows or compares runs side by side need not know of blocks.

import type { DataFile, RunFile, TrialFile } from './results.ts';

interface RunParts {
  readonly run: RunFile;
  readonly data: DataFile;
  readonly trials?: readonly TrialFile[];
}

export type VariantRun<Parts extends RunParts> = Parts & { readonly variant?: string };

/** In the order of run.json, the base first; a run without variants is itself. */
export function variantRuns<Parts extends RunParts>(parts: Parts): VariantRun<Parts>[] {
  const { run, data, trials } = parts;
  const { variants, ...whole } = run;
  if (variants === undefined) return [parts];
  return variants.map(({ name, ...facts }) => {
    const isOwn = (one: { readonly variant?: string }): boolean => one.variant === name;
    return {
      ...parts,
      variant: name,
      run: { ...whole, ...facts, order: run.order.filter(isOwn) },
      data: { ...data, trials: data.trials.filter(isOwn), cases: data.cases.filter(isOwn) },
      ...(trials === undefined ? {} : { trials: trials.filter(isOwn) }),
    };
  });
}
