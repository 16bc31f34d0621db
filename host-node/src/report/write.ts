// Runs -> the report's files in a folder. What a report says is viz/report; here are a kernel and the file system.

import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import { STATS_FILE } from '../../../kernel/api/collection/source-names.ts';
import type { NamedLog } from '../../../kernel/api/logs/log-set.ts';
import type { ReportRun } from '../../../viz/report/curves.ts';
import type { ReportFile, ReportInput, TextFile } from '../../../viz/print/report-files.ts';
import type { NamedAnalysis } from '../../../viz/report/collections.ts';
import type { Page } from '../../../viz/report/page.ts';
import { analyzedLogs } from '../../../viz/report/log-sections.ts';
import type { LoadedKernel } from '../kernel/load.ts';
import { makeFolder, makePart } from '../results/make-folder.ts';
import { writeFileWhole } from '../results/write-file.ts';

export interface ReportSources {
  readonly runs: readonly ReportRun[];
  readonly logs: readonly NamedLog[];
  readonly foreign?: readonly NamedAnalysis[];
}

/** What a report is made of, where it is written into the run's folder. */
const NUMBERS = ['data.json', STATS_FILE];

/** report.html, report.md, report.pdf and figures/; gives their paths. */
export async function writeReport(
  sources: ReportSources,
  kernel: LoadedKernel,
  folder: string,
): Promise<string[]> {
  const { loadReportAssets, reportFiles } = await drawing();
  const beside = NUMBERS.filter((name) => existsSync(join(folder, name)));
  const input = { ...inputOf(sources, kernel), beside };
  return writeFiles(folder, await reportFiles(input, loadReportAssets()));
}

/** Any page, as the files of a report; gives their paths. */
export async function writePage(page: Page, folder: string): Promise<string[]> {
  const { loadReportAssets, pageFiles } = await drawing();
  return writeFiles(folder, await pageFiles(page, loadReportAssets()));
}

/** What a run writes when it ends: report.md and the figures that it shows. Gives report.md's path. */
export async function writeMarkdownReport(
  run: ReportRun,
  kernel: LoadedKernel,
  folder: string,
): Promise<string> {
  const files = await markdownTexts({ runs: [run], logs: [] }, kernel);
  const bytes = new TextEncoder();
  writeFiles(
    folder,
    files.map(({ name, text }) => ({ name, bytes: bytes.encode(text) })),
  );
  return join(folder, 'report.md');
}

/** report.md, then the figures that it shows. */
export async function markdownTexts(
  sources: ReportSources,
  kernel: LoadedKernel,
): Promise<readonly TextFile[]> {
  const { loadRecordingUPlot, markdownFiles, pageOf } = await drawing();
  return markdownFiles(pageOf(inputOf(sources, kernel)), loadRecordingUPlot());
}

/** PDFKit and uPlot take a quarter of a second to load: only for a report. */
async function drawing() {
  const [node, files] = await Promise.all([
    import('../../../viz/assets/node.ts'),
    import('../../../viz/print/report-files.ts'),
  ]);
  return { ...node, ...files };
}

function inputOf({ runs, logs, foreign = [] }: ReportSources, kernel: LoadedKernel): ReportInput {
  const workspace = kernel.openWorkspace();
  const analyzed = logs.length === 0 ? {} : { logs: analyzedLogs(logs, workspace) };
  return { runs, workspace, foreign, ...analyzed };
}

function writeFiles(out: string, files: readonly ReportFile[]): string[] {
  const folder = resolve(out);
  return files.map(({ name, bytes }) => {
    const parts = name.split('/').slice(0, -1);
    makeFolder(folder);
    const path = join(makePart(folder, ...parts), basename(name));
    writeFileWhole(path, bytes);
    return path;
  });
}
