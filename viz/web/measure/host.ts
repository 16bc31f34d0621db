// One trial host from the page's side: a worker that is started for one request and ended after its answer, or when the
// reader cancels. Interpreters below it end with it.
import { MeasureError } from './abilities.ts';
import type { HostReply, HostRequest } from './messages.ts';
import { workerFault } from './worker-fault.ts';

/** Beyond the trial's own time-out and the longest start of Python; then the host itself is stuck. */
const STUCK_GRACE_MS = 180_000;

/** Rejects with CANCELLED when `signal` aborts. */
export function askHost(request: HostRequest, signal: AbortSignal): Promise<HostReply> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('measure/trial-host.js', location.href), { type: 'module' });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      worker.terminate();
      settle();
    };
    const cancel = (): void => {
      end(() => {
        reject(new MeasureError('CANCELLED', 'The run was cancelled; nothing goes on.'));
      });
    };
    const fail = (message: string): void => {
      end(() => {
        resolve({ kind: 'failed', code: 'HOST_DIED', message });
      });
    };
    const timer = setTimeout(() => {
      fail('the trial host stopped answering and was ended');
    }, request.timeoutMs + STUCK_GRACE_MS);
    worker.onmessage = ({ data }: MessageEvent<HostReply>) => {
      end(() => {
        resolve(data);
      });
    };
    worker.onerror = (event) => {
      fail(workerFault(event, 'the script of the trial host'));
    };
    if (signal.aborted) cancel();
    else {
      signal.addEventListener('abort', cancel);
      worker.postMessage(request);
    }
  });
}
