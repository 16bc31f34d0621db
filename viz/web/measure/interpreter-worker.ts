// The worker of an interpreter in a browser: it starts once and then serves one channel after another. Its first message
// is what it starts from.
import { ringChannel } from '../pyodide/channel.ts';
import { startInterpreter } from '../pyodide/interpreter.ts';
import type { Interpreter, LoadOptions } from '../pyodide/interpreter.ts';
import { messageChannel, messagePort } from '../pyodide/message-channel.ts';
import { ringToHost, ringToWorker } from '../pyodide/ring.ts';
import type { ThreadReply, ThreadRequest } from '../pyodide/thread-messages.ts';
import type { InterpreterAssets } from './messages.ts';

type LoadPyodide = typeof import('pyodide').loadPyodide;

const reply = (message: ThreadReply): void => {
  postMessage(message);
};
const say = (text: string): void => {
  reply({ kind: 'said', text: `${text}\n` });
};

async function start({ pyodideUrl, sources, snapshot }: InterpreterAssets): Promise<Interpreter> {
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

async function serve(interpreter: Interpreter, request: ThreadRequest): Promise<void> {
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

let starting: Promise<Interpreter> | null = null;

async function take(data: InterpreterAssets | ThreadRequest): Promise<void> {
  if (starting === null) {
    // The cast is the order of messages: the first one holds the assets.
    starting = start(data as InterpreterAssets);
    const { facts, started } = await starting;
    reply({ kind: 'ready', facts, started });
  } else await serve(await starting, data as ThreadRequest);
}

addEventListener('message', ({ data }: MessageEvent<InterpreterAssets | ThreadRequest>) => {
  take(data).catch((error: unknown) => {
    reply({ kind: 'failed', message: String(error) });
  });
});
