// Which worker echoed, as a sentence says it.
import { workerName } from '../../kernel/api/run/worker-name.ts';
import type { Device } from '../input/run-input.ts';
import { listed } from '../text/words.ts';

/** `a CPython worker`, `the worker go-echo 1.2`; of several devices each once, and of one without a run.json `a worker`. */
export function workersText(devices: readonly Device[]): string {
  const names = devices.map(({ run: { worker }, hasRunFile }) => {
    if (hasRunFile === false) return 'a worker';
    return worker.kind === 'python'
      ? `a ${worker.implementation} worker`
      : `the worker ${workerName(worker)}`;
  });
  return listed([...new Set(names)]);
}
