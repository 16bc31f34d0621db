// How a worker is called in tables, reports and comparisons.
import type { WorkerFacts } from './results.ts';

/** `CPython 3.11.7`, or the program of `--worker` with the version that `--worker-version` gave: `echo-worker 1.2`. */
export function workerName(worker: WorkerFacts): string {
  const { version = '' } = worker;
  const name = worker.kind === 'python' ? worker.implementation : worker.name;
  return version === '' ? name : `${name} ${version}`;
}
