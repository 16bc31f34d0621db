// Whether report.md and its figures in a run's folder are what its facts give. It writes nothing.

import type { OpenSource } from '../../../kernel/api/collection/open.ts';
import type { LoadedKernel } from '../kernel/load.ts';
import { checkAny, checkFile } from '../results/file-check.ts';
import type { FileCheck } from '../results/file-check.ts';
import { markdownTexts } from './write.ts';

/** Of a folder that holds serializer logs too, report.md may be of the run alone (as the run wrote it) or of both. */
export async function checkReport(
  source: OpenSource,
  kernel: LoadedKernel,
): Promise<readonly FileCheck[]> {
  if (!source.has('report.md')) return [];
  const runs = [source.shown()];
  const logs = source.logs();
  const alone = await markdownTexts({ runs, logs: [] }, kernel);
  const both = logs.length === 0 ? alone : await markdownTexts({ runs, logs }, kernel);
  const [text, ...figures] = both;
  const [short] = alone;
  if (text === undefined || short === undefined) return [];
  const report = checkAny(source, [short, text]);
  return [report, ...figures.map((file) => checkFile(source, file))].filter((one) => one !== null);
}
