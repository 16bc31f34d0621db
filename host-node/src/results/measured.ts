// What a source gives to a comparison, whatever it is: a run, serializer logs, files of other tools.

import { collectedRun } from '../../../kernel/api/compare/collected.ts';
import { duplexRun } from '../../../kernel/api/compare/duplex.ts';
import { logsRun } from '../../../kernel/api/compare/logs.ts';
import type { MeasuredRun } from '../../../kernel/api/compare/measured.ts';
import { RUN_FILE } from '../../../kernel/api/collection/source-names.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { deriveData } from '../../../kernel/api/run/derive.ts';
import type { ForeignChoice } from '../command/foreign-options.ts';
import { variantRuns } from '../../../kernel/api/run/variants.ts';
import type { VariantFacts } from '../../../kernel/api/run/results.ts';
import type { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import { usageError } from '../errors.ts';
import { collectionsAt, isForeign, STDIN } from './collections.ts';

import { openMeasured } from './require.ts';
import { openSource } from './source.ts';

/** Statistics come from this kernel, whatever kernel a run was written with. */
export async function measuredAt(
  workspace: Workspace,
  path: string,
  choice: ForeignChoice,
): Promise<MeasuredRun> {
  if (path === STDIN || (await isForeign(openSource(path).source, choice))) {
    const collections = await collectionsAt(path, { workspace, language: null, choice });
    return collectedRun(
      workspace,
      path === STDIN ? 'standard input' : path,
      collections.map(({ collection }) => collection),
    );
  }
  const { source } = openMeasured(path);
  const parts: MeasuredRun[] = [];
  if (source.has(RUN_FILE)) {
    const { run, trials, samples } = source.shown();
    if (run.variants !== undefined) throw hasVariants(path, run.variants);
    const data = deriveData(workspace, run, trials, samples);
    parts.push(duplexRun({ name: path, run, data, trials }));
  }
  const logs = source.logs();
  if (logs.length > 0) parts.push(logsRun(workspace, path, logs));
  return joined(path, parts);
}

/** The variants of a run, the base first. A run without any has none to compare. */
export function variantsAt(workspace: Workspace, path: string): MeasuredRun[] {
  const { source } = openMeasured(path);
  const { run, trials, samples } = source.has(RUN_FILE) ? source.shown() : noVariants(path);
  if (run.variants === undefined) return noVariants(path);
  const data = deriveData(workspace, run, trials, samples);
  return variantRuns({ run, data, trials }).map((one) =>
    duplexRun({ ...one, name: one.variant ?? '' }),
  );
}

function noVariants(path: string): never {
  throw usageError(
    'NO_VARIANTS',
    path,
    `${path} has no variants that could be compared with each other`,
    'name another run to compare it with, or measure variants: echometer run duplex --variant "base: worker=CMD" --variant "head: worker=CMD"',
  );
}

function hasVariants(path: string, variants: readonly VariantFacts[]): EchometerError {
  const names = variants.map(({ name }) => name).join(', ');
  return usageError(
    'HAS_VARIANTS',
    path,
    `${path} measured variants side by side (${names})`,
    `echometer compare ${path} judges them against each other`,
  );
}

/** A run of both suites is one run. */
const joined = (name: string, parts: readonly MeasuredRun[]): MeasuredRun => ({
  name,
  kinds: parts.flatMap(({ kinds }) => kinds),
  facts: parts.flatMap(({ facts }) => facts),
  cases: parts.flatMap(({ cases }) => cases),
  reference: parts.flatMap(({ reference }) => reference),
  resolvesPercent:
    parts.find(({ resolvesPercent }) => resolvesPercent !== null)?.resolvesPercent ?? null,
  lost: parts.flatMap(({ lost }) => lost),
});
