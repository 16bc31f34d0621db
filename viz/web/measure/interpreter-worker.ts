// The worker of an interpreter in a browser: it starts once and then serves one channel after another. Its one message of
// the page is what it starts from; its trial host speaks to it through a port.
import { ringChannel } from '../pyodide/channel.ts';
import { startInterpreter } from '../pyodide/interpreter.ts';
import type { Interpreter, LoadOptions } from '../pyodide/interpreter.ts';
import { messageChannel, messagePort } from '../pyodide/message-channel.ts';
import { ringToHost, ringToWorker } from '../pyodide/ring.ts';
import type { ThreadReply, ThreadRequest } from '../pyodide/thread-messages.ts';
import type { InterpreterAssets, InterpreterSetup } from './messages.ts';

type LoadPyodide = typeof import('pyodide').loadPyodide;

type Reply = (message: ThreadReply) => void;

async function start(
  { pyodideUrl, sources, snapshot }: InterpreterAssets,
  reply: Reply,
): Promise<Interpreter> {
  const say = (text: string): void => {
    reply({ kind: 'said', text: `${text}\n` });
  };
  const module = (await import(/* @vite-ignore */ `${pyodideUrl}pyodide.mjs`)) as {
    readonly loadPyodide: LoadPyodide;
  };
  return startInterpreter({
    load: (options: LoadOptions) => module.loadPyodide(options),
    options: { indexURL: pyodideUrl, stdout: say, stderr: say },
    snapshot: () => Promise.resolve(snapshot === null ? null : new Uint8Array(snapshot)),
    sources,
    nowMs: () => performance.now(),
  });
}

async function serve(
  interpreter: Interpreter,
  request: ThreadRequest,
  reply: Reply,
): Promise<void> {
  if (request.kind === 'rings') {
    const [toWorker, toHost] = [ringToWorker(request.rings), ringToHost(request.rings)];
    const fault = interpreter.serve(ringChannel(toWorker, toHost), request.token);
    toHost.close();
    reply({ kind: 'served', fault });
    return;
  }
  const port = messagePort(request.port);
  const fault = await interpreter.servePromising(messageChannel(port), request.token);
  port.post(null);
  reply({ kind: 'served', fault });
}

addEventListener('message', ({ data: { assets, port } }: MessageEvent<InterpreterSetup>) => {
  const reply: Reply = (message) => {
    port.postMessage(message);
  };
  const fail = (error: unknown): void => {
    reply({ kind: 'failed', message: String(error) });
  };
  const starting = start(assets, reply);
  starting.then(({ facts, started }) => {
    reply({ kind: 'ready', facts, started });
  }, fail);
  port.onmessage = ({ data }: MessageEvent<ThreadRequest>) => {
    starting.then((interpreter) => serve(interpreter, data, reply)).catch(fail);
  };
});
