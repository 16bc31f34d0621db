// Interpreters in threads of this process, for the pyodide lane: which file a thread runs, and the rings that it is given.
// Their life is viz/web/pyodide/interpreters.ts; no byte of a channel passes through here.

import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { WorkerFacts } from '../../../kernel/api/run/results.ts';
import { Interpreters } from '../../../viz/web/pyodide/interpreters.ts';
import type {
  Connection,
  InterpreterHost,
  Thread,
  ThreadEvents,
} from '../../../viz/web/pyodide/interpreters.ts';
import { makeRingPair, ringToHost, ringToWorker } from '../../../viz/web/pyodide/ring.ts';
import { RingLane } from '../../../viz/web/pyodide/ring-lane.ts';
import type { ThreadReply, ThreadSetup } from '../../../viz/web/pyodide/thread-messages.ts';
import { missingError, reasonOf } from '../errors.ts';
import { nowNs } from '../observe/clock.ts';
import { packageRoot } from '../package-root.ts';
import { ensureSnapshot, snapshotFile } from './pyodide-snapshot.ts';

/** A plain start takes 7 to 12 s on a busy machine. */
const START_TIMEOUT_MS = 60_000;
/** Of python/: the worker as it is, and its transport. */
const PACKAGES = ['echometer_worker', 'echometer_pyodide'];

/** What Python this lane has; the thread that answers ends at once. */
export async function probePyodide(): Promise<WorkerFacts> {
  ensureSnapshot();
  const interpreters = openInterpreters(START_TIMEOUT_MS);
  try {
    return await interpreters.probe();
  } catch (error) {
    throw missingError(
      'NO_PYODIDE',
      'pyodide',
      `CPython on Wasm does not start here (${reasonOf(error)})`,
      'install the package again with npm ci, or use another --lane',
    );
  } finally {
    interpreters.close();
  }
}

export function openInterpreters(timeoutMs: number): Interpreters {
  return new Interpreters(hostOf(Math.max(timeoutMs, START_TIMEOUT_MS)));
}

function hostOf(startTimeoutMs: number): InterpreterHost {
  return {
    startThread,
    connect,
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    after: (delayMs, step) => {
      const timer = setTimeout(step, delayMs);
      return () => {
        clearTimeout(timer);
      };
    },
    startTimeoutMs,
  };
}

function startThread(events: ThreadEvents): Thread {
  const worker = new Worker(threadFile(), { workerData: threadSetup() });
  worker.on('message', (reply: ThreadReply) => {
    events.replied(reply);
  });
  worker.on('error', (error) => {
    events.broke(reasonOf(error));
  });
  worker.on('exit', () => {
    events.broke('its thread ended');
  });
  return {
    post: (request) => {
      worker.postMessage(request);
    },
    end: () => {
      worker.removeAllListeners('exit');
      void worker.terminate();
    },
  };
}

function connect(token: Uint8Array): Connection {
  const rings = makeRingPair();
  const around = { nowNs, yieldTo: setImmediate };
  return {
    request: { kind: 'rings', rings, token },
    lane: new RingLane(ringToWorker(rings), ringToHost(rings), around),
  };
}

/** The compiled entry, also when this module runs from its source in a test. */
function threadFile(): string {
  return join(packageRoot(), 'dist', 'viz', 'web', 'pyodide', 'node-thread.js');
}

function threadSetup(): ThreadSetup {
  const python = join(packageRoot(), 'python');
  const files = PACKAGES.flatMap((name) =>
    readdirSync(join(python, name))
      .filter((file) => file.endsWith('.py'))
      .map((file) => `${name}/${file}`),
  );
  const sources = Object.fromEntries(
    files.map((file) => [file, readFileSync(join(python, file), 'utf8')]),
  );
  return { sources, snapshotFile: snapshotFile() };
}
