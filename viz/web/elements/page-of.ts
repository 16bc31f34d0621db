// What a source holds -> a page as data: of a run the sections that the viewer and a report have; of logs and files of other tools their cases.

import type { Collection } from '../../../kernel/api/collection/collection.ts';
import { logsCollection } from '../../../kernel/api/collection/from-log.ts';
import { analyzed } from '../../../kernel/api/collection/statistics.ts';
import { duplexFigures } from '../../figures/duplex.ts';
import { collectionsPage } from '../../report/collections.ts';
import { reportPage } from '../../report/content.ts';
import type { Page } from '../../report/page.ts';
import { computeCurves, NO_CURVES, type Curves } from '../page/figures-of.ts';
import type { LoadedRun } from '../page/load.ts';
import type { PageKernel } from '../page/page-kernel.ts';
import type { SourceContent } from './source.ts';

/** Null when nothing could be read. */
export async function pageOf(
  { runs, logs, collections }: SourceContent,
  kernel: PageKernel,
  releasedKernels: readonly string[],
): Promise<Page | null> {
  const ofLogs = logs.length === 0 ? [] : [logsCollection(logs, [])];
  const found = [...collections, ...ofLogs];
  if (found.length > 0 && runs.length === 0)
    return collectionsPage(
      found.map((collection) => ({
        name: nameOf(collection),
        ...{ collection, analysis: analyzed(kernel.workspace, collection) },
      })),
    );
  if (runs.length === 0) return null;
  const known = runs.filter(
    ({ kernel: bytes }) => bytes !== null && releasedKernels.includes(kernel.sha256(bytes)),
  );
  return reportPage({
    runs,
    figures: duplexFigures({ runs, ...(await curvesOf(known)) }),
    more: [],
  });
}

/** The files' own names; logs of serializers are named by what they are. */
const nameOf = ({ source: { files, format } }: Collection): string =>
  files.length === 0 ? format : files.map(({ name }) => name.replace(/^.*\//, '')).join(', ');

/** Of runs whose kernel somebody released: only such a one computes on this page. */
async function curvesOf(runs: readonly LoadedRun[]): Promise<Curves> {
  try {
    return await computeCurves(runs);
  } catch {
    // A kernel without these statistics: the page is complete without the curves.
    return NO_CURVES;
  }
}
