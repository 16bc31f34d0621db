// What a source holds -> a page as data: the same sections that the viewer and a report have.

import { analyzed } from '../../../kernel/api/collection/statistics.ts';
import { duplexFigures } from '../../figures/duplex.ts';
import { collectionsPage } from '../../report/collections.ts';
import { reportPage } from '../../report/content.ts';
import { logPage } from '../../report/log-page.ts';
import { analyzedLogs, logSections } from '../../report/log-sections.ts';
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
  if (collections.length > 0)
    return collectionsPage(
      collections.map((collection) => ({
        name: collection.source.files.map(({ name }) => name.replace(/^.*\//, '')).join(', '),
        ...{ collection, analysis: analyzed(kernel.workspace, collection) },
      })),
    );
  if (runs.length === 0 && logs.length === 0) return null;
  const input = logs.length === 0 ? null : analyzedLogs(logs, kernel.workspace);
  const of = input === null ? null : { input, sections: logSections(input) };
  const known = runs.filter(
    ({ kernel: bytes }) => bytes !== null && releasedKernels.includes(kernel.sha256(bytes)),
  );
  if (runs.length === 0 && of !== null) return logPage(of.input, of.sections);
  const figures = duplexFigures({ runs, ...(await curvesOf(known)) });
  return reportPage({ runs, figures, more: of?.sections ?? [] });
}

/** Of runs whose kernel somebody released: only such a one computes on this page. */
async function curvesOf(runs: readonly LoadedRun[]): Promise<Curves> {
  try {
    return await computeCurves(runs);
  } catch {
    // A kernel without these statistics: the page is complete without the curves.
    return NO_CURVES;
  }
}
