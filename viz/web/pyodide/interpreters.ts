// The interpreters of one trial: a thread for each channel, started once, given the scratch channel and then the measured
// one, ended with the trial. The same in Node and in a browser; what a thread is and how bytes travel come from the host.
import type { Lane } from '../../../kernel/api/trial/lane.ts';
import { WorkerError } from '../../../kernel/api/trial/worker-error.ts';
import type { InterpreterFacts, WorkerExit, WorkerFacts } from '../../../kernel/api/run/results.ts';
import type { ThreadReply, ThreadRequest } from './thread-messages.ts';

/** A thread whose entry is node-thread.ts or viz/web/measure/interpreter-worker.ts. */
export interface Thread {
  post(request: ThreadRequest): void;
  end(): void;
}

export interface ThreadEvents {
  replied(reply: ThreadReply): void;
  /** The thread cannot go on. */
  broke(reason: string): void;
}

/** One channel between a host and a thread. */
export interface Connection {
  readonly request: ThreadRequest;
  readonly lane: Lane & { fail(reason: string): void };
}

export interface InterpreterHost {
  readonly startThread: (events: ThreadEvents) => Thread;
  readonly connect: (token: Uint8Array) => Connection;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Runs a step once; the answer takes it back. */
  readonly after: (delayMs: number, step: () => void) => () => void;
  readonly startTimeoutMs: number;
}

export interface InterpreterChannel {
  readonly token: Uint8Array;
  readonly lane: Lane;
  kill(): void;
  exit(): Promise<WorkerExit>;
  stderr(): string;
  /** Why the interpreter could not go on. */
  broken(): string | undefined;
}

const TOKEN_BYTES = 16;
const STDERR_BYTES = 16_384;
type Ready = Extract<ThreadReply, { kind: 'ready' }>;

export class Interpreters {
  readonly #host: InterpreterHost;
  readonly #threads = new Map<number, InterpreterThread>();
  readonly #starts = new Map<number, InterpreterFacts>();

  constructor(host: InterpreterHost) {
    this.#host = host;
  }

  /** Rejects with a WorkerError. */
  async openChannel(index: number): Promise<InterpreterChannel> {
    const thread = this.#thread(index);
    const { started } = await thread.ready;
    this.#starts.set(index, started);
    return thread.openChannel();
  }

  /** What Python this is. Rejects with a WorkerError. */
  async probe(): Promise<WorkerFacts> {
    return (await this.#thread(0).ready).facts;
  }

  starts(): InterpreterFacts[] {
    return [...this.#starts.entries()].sort(([a], [b]) => a - b).map(([, start]) => start);
  }

  close(): void {
    for (const thread of this.#threads.values()) thread.end();
  }

  #thread(index: number): InterpreterThread {
    let thread = this.#threads.get(index);
    if (thread === undefined) {
      thread = new InterpreterThread(this.#host);
      this.#threads.set(index, thread);
    }
    return thread;
  }
}

class InterpreterThread {
  readonly ready: Promise<Ready>;
  readonly #host: InterpreterHost;
  readonly #thread: Thread;
  #stderr = '';
  #broken: string | undefined;
  #lane: Connection['lane'] | null = null;
  #settle: ((exit: WorkerExit) => void) | null = null;
  #refuse: (error: WorkerError) => void = () => undefined;

  constructor(host: InterpreterHost) {
    this.#host = host;
    let begin: (reply: Ready) => void = () => undefined;
    this.ready = new Promise((resolve, reject) => {
      begin = resolve;
      this.#refuse = reject;
    });
    // Who does not wait for it, because the trial has failed already, must not end the process.
    this.ready.catch(() => undefined);
    const seconds = (host.startTimeoutMs / 1000).toFixed(0);
    const cancel = host.after(host.startTimeoutMs, () => {
      this.#broke(`Pyodide did not start within ${seconds} s`);
    });
    this.#thread = host.startThread({
      replied: (reply) => {
        if (reply.kind !== 'ready') this.#replied(reply);
        else {
          cancel();
          begin(reply);
        }
      },
      broke: (reason) => {
        cancel();
        this.#broke(reason);
      },
    });
  }

  openChannel(): InterpreterChannel {
    const token = this.#host.randomBytes(TOKEN_BYTES);
    const { request, lane } = this.#host.connect(token);
    const exited = new Promise<WorkerExit>((resolve) => {
      this.#settle = resolve;
    });
    this.#lane = lane;
    this.#stderr = '';
    this.#thread.post(request);
    return {
      token,
      lane,
      kill: () => {
        this.end();
      },
      exit: () => exited,
      stderr: () => this.#stderr,
      broken: () => this.#broken,
    };
  }

  end(): void {
    this.#thread.end();
    this.#settle?.({ code: null, signal: null });
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
    this.#refuse(new WorkerError('WORKER_START', lastLine(this.#stderr)));
    this.#broken = `the interpreter broke: ${lastLine(reason)}`;
    this.#lane?.fail(this.#broken);
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
