// Whether this runtime and platform are supported at all. It measures nothing.

import { missingError } from '../errors.ts';

const PLATFORMS: readonly string[] = ['linux', 'darwin'];
const MINIMUM_NODE: readonly [number, number] = [20, 19];

export function requirePlatform(): void {
  if (!PLATFORMS.includes(process.platform))
    throw missingError(
      'PLATFORM',
      process.platform,
      `${process.platform} is not supported`,
      'use Linux or macOS',
    );
  const runtime = 'Bun' in globalThis ? 'Bun' : 'Deno' in globalThis ? 'Deno' : null;
  if (runtime !== null)
    throw missingError('RUNTIME', runtime, `${runtime} is not supported`, 'run it with Node');
  if (!isNodeNewEnough(process.versions.node))
    throw missingError(
      'NODE_TOO_OLD',
      process.versions.node,
      `Node ${process.versions.node} is too old`,
      `install Node ${MINIMUM_NODE.join('.')} or newer`,
    );
}

export function isNodeNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1]);
}
