// Loads a built kernel: reads the file, checks its sha256, its ABI and its signature, and refuses to measure with
// anything else. It knows nothing of trials.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { KernelError } from '../../../kernel/api/facade/errors.ts';
import { createKernel } from '../../../kernel/api/facade/facade.ts';
import type { Kernel } from '../../../kernel/api/facade/facade.ts';
import { type Workspace, workspaceOf } from '../../../kernel/api/facade/workspace.ts';
import { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import { missingError } from '../errors.ts';
import { packageRoot } from '../package-root.ts';

const KERNEL_FILE = 'kernel.wasm';

/** A build of the kernel as build/kernels.json and kernel/released.json list it. */
interface ReleasedKernel {
  readonly sha256: string;
  readonly signature: string;
}

export interface LoadedKernel {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** A new instance that nobody has configured. */
  readonly instantiate: () => Kernel;
  /** A new workspace for statistics. */
  readonly openWorkspace: () => Workspace;
  readonly identity: Kernel['identity'];
  readonly signature: string;
}

/** The kernel of this package, checked. */
export function loadKernel(): LoadedKernel {
  const path = builtFile(KERNEL_FILE);
  return checkKernel(readFileSync(path), path);
}

/** The path of a build of the kernel in this package. */
export function builtFile(name: string): string {
  const path = join(packageRoot(), 'build', name);
  if (existsSync(path)) return path;
  throw missingError(
    'NO_KERNEL',
    path,
    `the kernel ${path} is missing`,
    'run npm run build in a clone, or install the package again',
  );
}

/** Refuses bytes that are no released kernel, or that compute something else on this machine. */
export function checkKernel(bytes: Uint8Array, subject: string): LoadedKernel {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const released = releasedKernels().find((kernel) => kernel.sha256 === sha256);
  if (released === undefined)
    throw refused('UNKNOWN_KERNEL', subject, `${subject} is an unknown kernel (sha256 ${sha256})`);
  const module = new WebAssembly.Module(bytes);
  const instantiate = (): Kernel => createKernel(new WebAssembly.Instance(module, {}));
  const kernel = openOrRefuse(instantiate, subject);
  const signature = kernel.signature();
  if (signature !== released.signature)
    throw refused(
      'WRONG_SIGNATURE',
      subject,
      `${subject} computes ${signature} on this machine instead of ${released.signature}`,
    );
  const openWorkspace = (): Workspace => workspaceOf(module);
  return { bytes, sha256, instantiate, openWorkspace, identity: kernel.identity, signature };
}

function openOrRefuse(instantiate: () => Kernel, subject: string): Kernel {
  try {
    return instantiate();
  } catch (error) {
    if (error instanceof KernelError) throw refused('FOREIGN_KERNEL', subject, error.message);
    throw error;
  }
}

/** What this package built, and the kernels of published runs, which stay known when the kernel moves on. */
function releasedKernels(): ReleasedKernel[] {
  const built = join(packageRoot(), 'build', 'kernels.json');
  if (!existsSync(built))
    throw missingError('NO_KERNEL', built, `${built} is missing`, 'run npm run build');
  const earlier = join(packageRoot(), 'kernel', 'released.json');
  return [
    ...Object.values(JSON.parse(readFileSync(built, 'utf8')) as Record<string, ReleasedKernel>),
    ...(JSON.parse(readFileSync(earlier, 'utf8')) as ReleasedKernel[]),
  ];
}

function refused(code: string, subject: string, what: string): EchometerError {
  return new EchometerError({
    code,
    subject,
    what,
    next: 'nothing is measured or verified with it; build or install the package again',
    outcome: 'failed',
  });
}
