// `echometer verify`: this device's kernel against the vectors, or a run against its raw facts. It prints nothing.

import type { OpenSource } from '../../../kernel/api/collection/open.ts';
import {
  isDerivedName,
  PLAN_FILE,
  RUN_FILE,
  STATS_FILE,
} from '../../../kernel/api/collection/source-names.ts';
import { isSidecarName } from '../../../kernel/api/logs/log-set.ts';
import { EXIT } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import type { LoadedKernel } from '../kernel/load.ts';
import { checkVectors } from '../kernel/vectors.ts';
import type { SuiteOutcome } from '../kernel/vectors.ts';
import { packageVersion } from '../package-root.ts';
import { checkReport } from '../report/check.ts';
import type { FileCheck } from '../results/file-check.ts';
import { notARun } from '../results/require.ts';
import { openSource } from '../results/source.ts';
import { verifyRun } from '../results/verify.ts';
import type { RunVerification } from '../results/verify.ts';
import { recomputeSerializers } from '../serializers/verify.ts';
import type { SerializersVerified } from '../serializers/verify.ts';
import { optional } from '../command/argument.ts';
import type { CommandResult } from '../command/command.ts';
import { defineCommand } from '../command/definition.ts';
import { flag } from '../command/option.ts';

export const command = defineCommand({
  name: 'verify',
  description: `
    Without RUN: runs this device's kernel against the vectors of the package and lists every suite.
    With RUN (a run's folder or an .echometer file): recomputes data.json from the raw facts with
    the run's own kernel and compares it field by field; the first difference is named, with exit
    code 1.`,
  arguments: { run: optional('RUN') },
  takes: 'at most one argument',
  options: { json: flag('print the outcome as JSON') },
  run: ({ run, json }) => (run === null ? verifyKernel(json) : verifySource(run, json)),
});

async function verifySource(path: string, json: boolean): Promise<CommandResult> {
  const { source } = openSource(path);
  const isRun = source.has(RUN_FILE);
  if (!isRun && !source.has(PLAN_FILE))
    throw notARun(path, `it has no ${RUN_FILE} and no ${PLAN_FILE}`);
  const duplex = isRun ? verifyRun(source) : null;
  // A report of other data than the facts give is no news.
  const isWhole = duplex === null || (duplex.difference === null && duplex.changed === null);
  const report = duplex !== null && isWhole ? await checkReport(source, loadKernel()) : [];
  // Finished: a run that was interrupted before has no statistics yet.
  const serializers = source.has(STATS_FILE) || !isRun ? recomputeSerializers(source) : null;
  const files = checksOf(source, [
    ...byVersion(report, source, duplex),
    ...(serializers?.files ?? []),
  ]);
  const holds =
    isWhole &&
    (serializers?.difference ?? null) === null &&
    files.every(({ state }) => state !== 'different');
  const text = [
    ...(duplex === null ? [] : duplexLines(duplex)),
    ...(serializers === null ? [] : [statsLine(serializers)]),
    ...fileLines(files, source, duplex),
  ];
  return {
    stdout: json
      ? `${JSON.stringify({ ...duplex, serializers, files }, null, 2)}\n`
      : text.map((line) => `${path}: ${line}\n`).join(''),
    exit: holds ? EXIT.done : EXIT.failed,
  };
}

/** Another version may say it in other words. That it is of one is only known where a digest covers what run.json says. */
function byVersion(
  report: readonly FileCheck[],
  source: OpenSource,
  duplex: RunVerification | null,
): readonly FileCheck[] {
  if (duplex?.covers !== 'every fact') return report;
  const { version } = source.run().tool;
  if (version === packageVersion()) return report;
  const why = `(of echometer ${version})`;
  return report.map((one) =>
    one.state === 'different' ? { name: one.name, state: 'unchecked', why } : one,
  );
}

/** Each derived file once, then those that nothing here can check. */
function checksOf(source: OpenSource, found: readonly FileCheck[]): readonly FileCheck[] {
  const checked = new Set(found.map(({ name }) => name));
  const rest = source.names.filter(
    (name) => !checked.has(name) && (isDerivedName(name) || isSidecarName(name)),
  );
  return [...found, ...rest.map((name): FileCheck => ({ name, state: 'unchecked' }))];
}

function duplexLines({ difference, changed, covers, ...found }: RunVerification): string[] {
  if (difference !== null)
    return [
      `data.json differs at ${difference.path}: it says ${JSON.stringify(difference.found)}, ` +
        `the raw facts give ${JSON.stringify(difference.expected)}`,
    ];
  if (changed !== null)
    return [`${changed} is not what the run wrote: its digest in data.json is another one`];
  const counts = `${found.trials} trials, ${found.samples} samples, kernel ${found.kernelId}`;
  return [
    `data.json is what its raw facts give (${counts})`,
    ...(covers === 'every fact'
      ? ['every fact is as the run wrote it']
      : [
          'not checked: facts that no statistic is made of (machine, versions, readings, order of samples); data.json has no digests of them',
        ]),
  ];
}

const statsLine = ({ logs, rows, kernelId, difference }: SerializersVerified): string =>
  difference === null
    ? `stats.json is what its logs give (${logs} logs, ${rows} rows, kernel ${kernelId})`
    : `stats.json differs at ${difference.path}: it says ${JSON.stringify(difference.found)}, ` +
      `the logs give ${JSON.stringify(difference.expected)}`;

const SOURCE_OF: Readonly<Record<string, string>> = {
  'report.md': 'data.json gives',
  'results.md': 'run serializers writes of its logs',
};

function fileLines(
  files: readonly FileCheck[],
  source: OpenSource,
  duplex: RunVerification | null,
): string[] {
  const of = (state: FileCheck['state']): FileCheck[] => files.filter((one) => one.state === state);
  const [pages, figures] = [of('same').filter(isPage), of('same').filter((one) => !isPage(one))];
  const unchecked = of('unchecked').map(({ name, why }) =>
    why === undefined ? name : `${name} ${why}`,
  );
  return [
    ...pages.map(({ name }) => `${name} says the same`),
    ...(figures.length === 0 ? [] : [`${figures.length} figures say the same`]),
    ...of('different').map((one) => differentLine(one, source, duplex)),
    ...(unchecked.length === 0 ? [] : [`not checked: ${unchecked.join(', ')}`]),
  ];
}

const isPage = ({ name }: FileCheck): boolean => name.endsWith('.md');

function differentLine(
  { name, line, why }: FileCheck,
  source: OpenSource,
  duplex: RunVerification | null,
): string {
  if (why !== undefined) return `${name} is wrong: ${why}`;
  const version = duplex === null ? packageVersion() : source.run().tool.version;
  const other = version === packageVersion() ? '' : ` (run.json says echometer ${version})`;
  const anew = name === 'report.md' ? '; echometer report writes it anew' : '';
  const given = SOURCE_OF[name] ?? 'the facts give';
  return `${name} differs from what ${given}, first in line ${line ?? 0}${other}${anew}`;
}

function verifyKernel(json: boolean): CommandResult {
  const kernel = loadKernel();
  const suites = checkVectors(kernel);
  const failed = suites.some((suite) => suite.state === 'failed');
  const { identity, signature } = kernel;
  return {
    stdout: json
      ? `${JSON.stringify({ ...identity, signature, suites }, null, 2)}\n`
      : kernelText(kernel, suites),
    exit: failed ? EXIT.failed : EXIT.done,
  };
}

const SHOWN_FAILURES = 3;

function kernelText(kernel: LoadedKernel, suites: readonly SuiteOutcome[]): string {
  const { identity, signature } = kernel;
  const lines = suites.flatMap((suite) => [
    `${suite.state.padEnd(7)}  ${suite.name.padEnd(30)} ${String(suite.cases).padStart(5)} cases  ${suite.conformance}`,
    ...suite.failures.slice(0, SHOWN_FAILURES).map((failure) => `           ${failure}`),
  ]);
  return [
    `kernel ${identity.kernelId}, measuring part ${identity.measureId}, ${identity.simd ? 'SIMD' : 'scalar'}`,
    `signature ${signature}, as released`,
    ...lines,
    '',
  ].join('\n');
}
