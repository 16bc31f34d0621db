// The thread of an interpreter in Node: an entry point of worker_threads. It starts once and then serves one channel after
// another, blocking in between bytes.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { loadPyodide } from 'pyodide';
import { ringChannel } from './channel.ts';
import { startInterpreter } from './interpreter.ts';
import type { Interpreter } from './interpreter.ts';
import { ringToHost, ringToWorker } from './ring.ts';
import type { ThreadReply, ThreadRequest, ThreadSetup } from './thread-messages.ts';

// The casts are the contract with host-node/src/worker/pyodide.ts.
const setup = workerData as ThreadSetup;
const reply = (message: ThreadReply): void => {
  parentPort?.postMessage(message);
};
const say = (text: string): void => {
  reply({ kind: 'said', text: `${text}\n` });
};

function serve(interpreter: Interpreter, request: ThreadRequest): void {
  // Node has no stack switching to wait for messages with.
  if (request.kind !== 'rings') throw new Error(`no channel over ${request.kind} in Node`);
  const { rings, token } = request;
  const [toWorker, toHost] = [ringToWorker(rings), ringToHost(rings)];
  const fault = interpreter.serve(ringChannel(toWorker, toHost), token);
  toHost.close();
  reply({ kind: 'served', fault });
}

try {
  const { sources, snapshotFile } = setup;
  const interpreter = await startInterpreter({
    load: loadPyodide,
    options: { stdout: say, stderr: say },
    snapshot: () => Promise.resolve(snapshotFile === null ? null : readFileSync(snapshotFile)),
    sources,
    nowMs: () => performance.now(),
  });
  parentPort?.on('message', (request: ThreadRequest) => {
    try {
      serve(interpreter, request);
    } catch (error) {
      reply({ kind: 'failed', message: String(error) });
    }
  });
  reply({ kind: 'ready', facts: interpreter.facts, started: interpreter.started });
} catch (error) {
  reply({ kind: 'failed', message: String(error) });
}
