// Logs in, statistics and pages out: the parts of `analyze` that `run serializers` and `verify` share. It writes only where it is told to.
import { join } from 'node:path';

import { STATS_FILE } from '../../../kernel/api/collection/source-names.ts';
import type { NamedLog } from '../../../kernel/api/logs/log-set.ts';
import type { StatsFile } from '../../../kernel/api/logs/stats-file.ts';
import { loadRecordingUPlot } from '../../../viz/assets/node.ts';
import { markdownFiles, type TextFile } from '../../../viz/print/report-files.ts';
import { logPage } from '../../../viz/report/log-page.ts';
import { analyzedLogs } from '../../../viz/report/log-sections.ts';
import type { LogOptions, LogsInput } from '../../../viz/report/log-sections.ts';
import type { LoadedKernel } from '../kernel/load.ts';
import { writeFileWhole } from '../results/write-file.ts';
import { makePart } from '../results/make-folder.ts';

export const analyzeFiles = (
  kernel: LoadedKernel,
  files: readonly NamedLog[],
  options: LogOptions,
  /** Ranks rows; a kernel of an older run cannot. */
  judge = kernel,
): LogsInput => analyzedLogs(files, kernel.openWorkspace(), options, judge.openWorkspace());

/** Writes stats.json, results.md and one figure a cell. */
export function writeAnalysis(folder: string, analysis: LogsInput): void {
  makePart(folder, 'figures');
  for (const { name, text } of analysisFiles(analysis)) writeFileWhole(join(folder, name), text);
}

export const analysisFiles = (analysis: LogsInput): readonly TextFile[] => [
  ...markdownFiles(logPage(analysis), loadRecordingUPlot(), 'results.md'),
  { name: STATS_FILE, text: statsText(analysis.stats) },
];

/** A group a line: a third of the size of a fully indented file, and a difference between two of them still reads. */
const EXPANDED_LEVELS = 4;

export const statsText = (stats: StatsFile): string => `${expanded(stats, EXPANDED_LEVELS, '')}\n`;

function expanded(value: unknown, levels: number, indent: string): string {
  if (levels === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item: unknown) => expanded(item, levels - 1, `${indent} `))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${expanded(item, levels - 1, `${indent} `)}`,
      );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${parts.map((part) => `${indent} ${part}`).join(',\n')}\n${indent}${close}`;
}
