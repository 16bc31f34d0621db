// `echometer verify`: this device's kernel against the vectors, or a run against its raw facts. It prints nothing.

import { statSync } from 'node:fs';

import { EXIT } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import type { LoadedKernel } from '../kernel/load.ts';
import { checkVectors } from '../kernel/vectors.ts';
import type { SuiteOutcome } from '../kernel/vectors.ts';
import type { VerifyOptions } from '../options.ts';
import { checkReport } from '../report/check.ts';
import type { ReportCheck } from '../report/check.ts';
import { openPacked } from '../results/packed.ts';
import { rethrowNamed } from '../results/read-run.ts';
import { RunStore } from '../results/store.ts';
import { verifyRun } from '../results/verify.ts';
import {
  hasSerializers,
  isSerializerRun,
  recomputeSerializers,
  serializersText,
  verifySerializers,
} from '../serializers/verify.ts';
import type { CommandResult } from '../command/command.ts';

export async function runVerify(options: VerifyOptions): Promise<CommandResult> {
  return options.run === null
    ? verifyKernel(options.json)
    : await verifyFolder(options.run, options.json);
}

async function verifyFolder(folder: string, json: boolean): Promise<CommandResult> {
  if (isSerializerRun(folder)) return verifySerializers(folder, json);
  const isPacked = isFile(folder);
  const result = verifyRun(isPacked ? openPacked(folder) : new RunStore(folder));
  const { difference } = result;
  // A packed run has no report, and one of other data than the facts give is no news.
  const report: ReportCheck =
    isPacked || difference !== null
      ? { state: 'absent' }
      : await checkReport(folder, loadKernel()).catch(rethrowNamed);
  // A run of everything holds serializer logs beside its trials: both must hold.
  const serializers = hasSerializers(folder) ? recomputeSerializers(folder) : null;
  const holds =
    difference === null &&
    report.state !== 'different' &&
    (serializers?.difference ?? null) === null;
  const text = [
    duplexText(folder, result),
    reportText(folder, report),
    serializers === null ? '' : serializersText(folder, serializers),
  ].join('');
  return {
    stdout: json ? `${JSON.stringify({ ...result, report, serializers }, null, 2)}\n` : text,
    exit: holds ? EXIT.done : EXIT.failed,
  };
}

function duplexText(folder: string, result: ReturnType<typeof verifyRun>): string {
  const { difference } = result;
  return difference === null
    ? `${folder}: data.json is what its raw facts give (${result.trials} trials, ` +
        `${result.samples} samples, kernel ${result.kernelId})\n`
    : `${folder}: data.json differs at ${difference.path}: it says ` +
        `${JSON.stringify(difference.found)}, the raw facts give ${JSON.stringify(difference.expected)}\n`;
}

function reportText(folder: string, report: ReportCheck): string {
  switch (report.state) {
    case 'absent':
      return '';
    case 'same':
      return `${folder}: report.md says the same\n`;
    case 'otherRuns':
      return `${folder}: report.md is of several runs and was not compared\n`;
    case 'otherVersion':
      return `${folder}: report.md is of echometer ${report.version} and was not compared\n`;
    case 'different':
      return (
        `${folder}: report.md differs from what data.json gives, first in line ${report.line}; ` +
        'echometer report writes it anew\n'
      );
  }
}

const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

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
