// A run's data.json against its raw facts, with the kernel of its own folder. It prints nothing.

import { createHash } from 'node:crypto';

import type { OpenSource } from '../../../kernel/api/collection/open.ts';
import { recompute } from '../../../kernel/api/collection/recompute.ts';
import type { Recomputed } from '../../../kernel/api/collection/recompute.ts';
import { KERNEL_FILE } from '../../../kernel/api/collection/source-names.ts';
import type { RunFile } from '../../../kernel/api/run/results.ts';
import { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import { resumeCommand } from '../errors.ts';
import { checkKernel } from '../kernel/load.ts';
import type { LoadedKernel } from '../kernel/load.ts';

export interface RunVerification extends Recomputed {
  readonly kernelId: string;
}

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

export function verifyRun(source: OpenSource): RunVerification {
  const run = source.run();
  const kernel = checkKernel(source.kernel(), source.subject(KERNEL_FILE));
  checkIdentity(run, kernel);
  const found = recompute(source, kernel.openWorkspace(), sha256);
  if (found.defect !== null)
    throw damaged(
      found.defect.code,
      found.defect.what,
      run.finishedAt === null ? `finish it with ${resumeCommand(source.path)}` : undefined,
    );
  return { ...found, kernelId: kernel.identity.kernelId };
}

/** What run.json says of its kernel decides what the run may be compared with. */
function checkIdentity(run: RunFile, kernel: LoadedKernel): void {
  const { identity, sha256: bytes, signature } = kernel;
  const facts: readonly (readonly [string, unknown, unknown])[] = [
    ['build.sha256', run.build.sha256, bytes],
    ['kernelId', run.kernelId, identity.kernelId],
    ['measureId', run.measureId, identity.measureId],
    ['signature', run.signature, signature],
    ['abiVersion', run.abiVersion, identity.abiVersion],
  ];
  for (const [field, said, found] of facts)
    if (said !== found)
      throw damaged('INCOMPLETE_RUN', `run.json: ${field} is not that of kernel.wasm`);
}

function damaged(
  code: string,
  what: string,
  next = 'verify a finished, unchanged run',
): EchometerError {
  return new EchometerError({
    code,
    subject: what,
    what: `the run cannot be verified: ${what}`,
    next,
    outcome: 'failed',
  });
}
