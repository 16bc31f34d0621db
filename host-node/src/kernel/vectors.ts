import type { LoadedKernel } from './load.ts';
export function checkVectors(
  _k: LoadedKernel,
): { name: string; cases: number; conformance: string; failures: string[] }[] {
  return [];
}
