// `echometer verify`: this device's kernel against the vectors, or a run against its raw facts. It prints nothing.

import { EXIT } from '../errors.ts';
import { checkVectors } from '../kernel/vectors.ts';
import { loadKernel } from '../kernel/load.ts';
import type { VerifyOptions } from '../options.ts';
import { RunStore } from '../results/store.ts';
import { verifyRun } from '../results/verify.ts';
import type { CommandResult } from './command.ts';

export function runVerify(options: VerifyOptions): CommandResult {
  return options.run === null
    ? verifyKernel(options.json)
    : verifyFolder(options.run, options.json);
}

function verifyFolder(folder: string, json: boolean): CommandResult {
  const result = verifyRun(new RunStore(folder));
  const { difference } = result;
  const text =
    difference === null
      ? `${folder}: data.json is what its raw facts give (${result.trials} trials, ` +
        `${result.samples} samples, kernel ${result.kernelId})\n`
      : `${folder}: data.json differs at ${difference.path}: it says ` +
        `${JSON.stringify(difference.found)}, the raw facts give ${JSON.stringify(difference.expected)}\n`;
  return {
    stdout: json ? `${JSON.stringify(result, null, 2)}\n` : text,
    exit: difference === null ? EXIT.done : EXIT.failed,
  };
}

function verifyKernel(json: boolean): CommandResult {
  const kernel = loadKernel();
  const suites = checkVectors(kernel);
  const failed = suites.filter((suite) => suite.failures.length > 0);
  const lines = suites.flatMap((suite) => [
    `${suite.failures.length === 0 ? 'ok    ' : 'FAILED'}  ${suite.name.padEnd(24)} ${String(suite.cases).padStart(5)} cases  ${suite.conformance}`,
    ...suite.failures.slice(0, 3).map((failure) => `        ${failure}`),
  ]);
  const identity =
    `kernel ${kernel.identity.kernelId}, measuring part ${kernel.identity.measureId}, ` +
    `signature ${kernel.signature}, ${kernel.identity.simd ? 'SIMD' : 'scalar'}`;
  return {
    stdout: json
      ? `${JSON.stringify({ ...kernel.identity, signature: kernel.signature, suites }, null, 2)}\n`
      : `${identity}\n${lines.join('\n')}\n`,
    exit: failed.length === 0 ? EXIT.done : EXIT.failed,
  };
}
