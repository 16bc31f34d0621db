// Interpreters in threads of this process, for the pyodide lane: started, given one channel after another, ended. Python
// itself is viz/pyodide; no byte of a channel passes through here.

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { InterpreterFacts, WorkerExit, WorkerFacts } from '../../../kernel/api/results.ts';
import { makeRingPair, ringToHost, ringToWorker } from '../../../viz/pyodide/ring.ts';
import { RingLane } from '../../../viz/pyodide/ring-lane.ts';
import type {
  ThreadReply,
  ThreadRequest,
  ThreadSetup,
} from '../../../viz/pyodide/thread-messages.ts';
import type { ChannelWorker } from '../duplex/channels.ts';
import { missingError } from '../errors.ts';
import { nowNs } from '../observe/clock.ts';
import { packageRoot } from '../package-root.ts';
import { WorkerError } from './process.ts';

const TOKEN_BYTES = 16;
/** A plain start takes 7 to 12 s on a busy machine. */
const START_TIMEOUT_MS = 60_000;
const STDERR_BYTES = 16_384;
/** Of python/: the worker as it is, and its transport. */
const PACKAGES = ['echometer_worker', 'echometer_pyodide'];

type Ready = Extract<ThreadReply, { kind: 'ready' }>;

/** What Python this lane has; the thread that answers ends at once. */
export async function probePyodide(): Promise<WorkerFacts> {
  const thread = new PyodideThread(START_TIMEOUT_MS);
  try {
    return (await thread.ready).facts;
  } catch (error) {
    throw missingError(
      'NO_PYODIDE',
      'pyodide',
      `CPython on Wasm does not start here (${error instanceof Error ? error.message : String(error)})`,
      'install the package again with npm ci, or use another --lane',
    );
  } finally {
    thread.end();
  }
}

/** The interpreters of one trial, by the number of their channel. */
export class PyodideThreads {
  readonly #timeoutMs: number;
  readonly #threads = new Map<number, PyodideThread>();
  readonly #starts = new Map<number, InterpreterFacts>();

  constructor(timeoutMs: number) {
    this.#timeoutMs = Math.max(timeoutMs, START_TIMEOUT_MS);
  }

  /** An interpreter that served the scratch session serves the measured one too. */
  async openChannel(index: number): Promise<ChannelWorker> {
    let thread = this.#threads.get(index);
    if (thread === undefined) {
      thread = new PyodideThread(this.#timeoutMs);
      this.#threads.set(index, thread);
    }
    const { started } = await thread.ready;
    this.#starts.set(index, started);
    return thread.openChannel();
  }

  starts(): InterpreterFacts[] {
    return [...this.#starts.entries()].sort(([a], [b]) => a - b).map(([, start]) => start);
  }

  close(): void {
    for (const thread of this.#threads.values()) thread.end();
  }
}

class PyodideThread {
  readonly ready: Promise<Ready>;
  readonly #thread: Worker;
  #stderr = '';
  #lane: RingLane | null = null;
  #settle: ((exit: WorkerExit) => void) | null = null;

  constructor(timeoutMs: number) {
    this.#thread = new Worker(threadFile(), { workerData: threadSetup() });
    this.ready = new Promise((resolve, reject) => {
      const seconds = (timeoutMs / 1000).toFixed(0);
      const timer = setTimeout(() => {
        reject(new WorkerError('WORKER_START', `Pyodide did not start within ${seconds} s`));
      }, timeoutMs);
      this.#thread.on('message', (reply: ThreadReply) => {
        if (reply.kind === 'ready') {
          clearTimeout(timer);
          resolve(reply);
        } else this.#replied(reply);
      });
      this.#thread.on('error', (error) => {
        this.#broke(error.message);
      });
      this.#thread.on('exit', () => {
        clearTimeout(timer);
        const said = this.#stderr.trim().split('\n').at(-1) ?? '';
        reject(new WorkerError('WORKER_START', said === '' ? 'its thread ended' : said));
        this.#settle?.({ code: null, signal: null });
      });
    });
    // Who does not wait for it, because the trial has failed already, must not end the process.
    this.ready.catch(() => undefined);
  }

  openChannel(): ChannelWorker {
    const rings = makeRingPair();
    const token = new Uint8Array(randomBytes(TOKEN_BYTES));
    const lane = new RingLane(ringToWorker(rings), ringToHost(rings), {
      nowNs,
      yieldTo: setImmediate,
    });
    const exited = new Promise<WorkerExit>((resolve) => {
      this.#settle = resolve;
    });
    this.#lane = lane;
    this.#stderr = '';
    this.#thread.postMessage({ rings, token } satisfies ThreadRequest);
    return {
      token,
      lane,
      pid: null,
      kill: () => {
        this.end();
      },
      exit: () => exited,
      stderr: () => this.#stderr,
    };
  }

  end(): void {
    void this.#thread.terminate();
  }

  #replied(reply: Exclude<ThreadReply, Ready>): void {
    if (reply.kind === 'said') this.#say(reply.text);
    else if (reply.kind === 'failed') this.#broke(reply.message);
    else {
      if (reply.fault !== '') this.#say(`echometer_worker: ${reply.fault}\n`);
      this.#settle?.({ code: reply.fault === '' ? 0 : 1, signal: null });
    }
  }

  #broke(reason: string): void {
    this.#say(`${reason}\n`);
    this.#lane?.fail(`the interpreter broke: ${lastLine(reason)}`);
    this.end();
  }

  #say(text: string): void {
    this.#stderr = (this.#stderr + text).slice(-STDERR_BYTES);
  }
}

/** Of a Python traceback the line that says what it was. */
function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

/** The compiled entry, also when this module runs from its source in a test. */
function threadFile(): string {
  return join(packageRoot(), 'dist', 'viz', 'pyodide', 'node-thread.js');
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
  const snapshot = join(packageRoot(), 'dist', 'pyodide', 'snapshot.bin');
  return { sources, snapshotFile: existsSync(snapshot) ? snapshot : null };
}
