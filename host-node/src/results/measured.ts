// What a source gives to a comparison, whatever it is: a run, serializer logs, files of other tools.

import { collectedRun } from '../../../kernel/api/compare/collected.ts';
import { duplexRun } from '../../../kernel/api/compare/duplex.ts';
import { logsRun } from '../../../kernel/api/compare/logs.ts';
import type { MeasuredRun } from '../../../kernel/api/compare/measured.ts';
import { RUN_FILE } from '../../../kernel/api/collection/source-names.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { deriveData } from '../../../kernel/api/run/derive.ts';
import type { ForeignChoice } from '../command/foreign-options.ts';
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
    const data = deriveData(workspace, run, trials, samples);
    parts.push(duplexRun({ name: path, run, data, trials }));
  }
  const logs = source.logs();
  if (logs.length > 0) parts.push(logsRun(workspace, path, logs));
  return joined(path, parts);
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
