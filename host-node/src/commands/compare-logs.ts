// `echometer compare A.csv B.csv`: two logs group by group, as Markdown.
import { basename } from 'node:path';

import { compareVersions } from '../../../kernel/api/logs/version-compare.ts';
import { pageMarkdown } from '../../../viz/print/page-markdown.ts';
import { versionPage } from '../../../viz/report/version-comparison.ts';
import { EchometerError, EXIT } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import { oneLog } from '../results/logs-at.ts';
import type { CompareLogsOptions } from '../serializers/options.ts';
import type { CommandResult } from '../command/command.ts';

/** The reference's limit for a regression. */
const DEFAULT_THRESHOLD_PERCENT = 10;

export function runCompareLogs(options: CompareLogsOptions): CommandResult {
  const a = oneLog(options.a);
  const b = oneLog(options.b);
  if (a.suite !== b.suite)
    throw notComparable(
      `${options.a} is of the ${a.suite} suite, ${options.b} of the ${b.suite} one`,
    );
  const workspace = loadKernel().openWorkspace();
  const comparison = compareVersions(a.log.groups, b.log.groups, options.policy, workspace);
  if (comparison.differences.length === 0 && comparison.tooFew.length === 0)
    throw notComparable(`${options.a} and ${options.b} have no group in common`);
  const names = [basename(options.a), basename(options.b)] as const;
  const limit = options.thresholdPercent ?? DEFAULT_THRESHOLD_PERCENT;
  const isWorse = comparison.differences.some(
    ({ deltaPercent, significant }) => significant && deltaPercent > limit,
  );
  return {
    stdout: pageMarkdown(versionPage(comparison, names)),
    exit: options.failOnWorse && isWorse ? EXIT.failed : EXIT.done,
  };
}

const notComparable = (what: string): EchometerError =>
  new EchometerError({
    code: 'NOT_COMPARABLE',
    subject: what,
    what,
    next: 'compare logs of the same data, configuration, mode and suite',
    exit: EXIT.notComparable,
  });
