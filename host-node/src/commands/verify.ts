// `echometer verify`: this device's kernel against the vectors, or a run against its raw facts. It prints nothing.

import { statSync } from 'node:fs';

import { EXIT } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import type { LoadedKernel } from '../kernel/load.ts';
import { checkVectors } from '../kernel/vectors.ts';
import type { SuiteOutcome } from '../kernel/vectors.ts';
import type { VerifyOptions } from '../options.ts';
import { openPacked } from '../results/packed.ts';
import { RunStore } from '../results/store.ts';
import { verifyRun } from '../results/verify.ts';
import { hasSerializers, isSerializerRun, verifySerializers } from '../serializers/verify.ts';
import type { CommandResult } from './command.ts';

export function runVerify(options: VerifyOptions): CommandResult {
  return options.run === null
    ? verifyKernel(options.json)
    : verifyFolder(options.run, options.json);
}

function verifyFolder(folder: string, json: boolean): CommandResult {
  if (isSerializerRun(folder)) return verifySerializers(folder, json);
  const result = verifyRun(isFile(folder) ? openPacked(folder) : new RunStore(folder));
  const { difference } = result;
  // A run of everything holds serializer logs beside its trials: both must hold.
  if (!json && difference === null && hasSerializers(folder)) {
    const serializers = verifySerializers(folder, false);
    return { ...serializers, stdout: `${duplexText(folder, result)}${serializers.stdout}` };
  }
  return {
    stdout: json ? `${JSON.stringify(result, null, 2)}\n` : duplexText(folder, result),
    exit: difference === null ? EXIT.done : EXIT.failed,
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
