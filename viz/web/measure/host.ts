// One trial host from the page's side: a worker that is started for one request and ended after its answer, or when the
// reader cancels. Its interpreters end with it.
import { MeasureError } from './abilities.ts';
import type { HostReply, HostRequest, InterpreterAssets, ThreadWish } from './messages.ts';
import { PageThreads } from './page-threads.ts';
import { workerFault } from './worker-fault.ts';

/** Beyond the trial's own time-out and the longest start of Python; then the host itself is stuck. */
const STUCK_GRACE_MS = 180_000;

interface OpenHost {
  readonly worker: Worker;
  readonly threads: PageThreads;
  readonly close: () => void;
}

function openHost(assets: InterpreterAssets): OpenHost {
  const worker = new Worker(new URL('measure/trial-host.js', location.href), { type: 'module' });
  const threads = new PageThreads(assets, (news) => {
    worker.postMessage(news);
  });
  const close = (): void => {
    worker.terminate();
    threads.end();
  };
  return { worker, threads, close };
}

/** Rejects with CANCELLED when `signal` aborts. */
export function askHost(
  request: HostRequest,
  assets: InterpreterAssets,
  signal: AbortSignal,
): Promise<HostReply> {
  return new Promise((resolve, reject) => {
    const { worker, threads, close } = openHost(assets);
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      close();
    };
    const cancel = (): void => {
      end();
      reject(new MeasureError('CANCELLED', 'The run was cancelled.', 'Nothing goes on.'));
    };
    const done = (reply: HostReply): void => {
      end();
      resolve(reply);
    };
    const fail = (message: string): void => {
      done({ kind: 'failed', code: 'HOST_DIED', message });
    };
    const timer = setTimeout(() => {
      fail('the trial host stopped answering and was ended');
    }, request.timeoutMs + STUCK_GRACE_MS);
    worker.onmessage = ({ data }: MessageEvent<HostReply | ThreadWish>) => {
      if (data.kind === 'start' || data.kind === 'end') threads.take(data);
      else done(data);
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
