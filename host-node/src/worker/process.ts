// One worker process: started with its token, connected, watched until it exits, killed if it must be. It knows no
// protocol beyond how a channel comes to be (docs/protocol.md section 2).

import { spawn } from 'node:child_process';
import { WorkerError } from '../../../kernel/api/trial/worker-error.ts';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Writable } from 'node:stream';

import type { Lane } from '../../../kernel/api/trial/lane.ts';
import type { WorkerExit } from '../../../kernel/api/run/results.ts';
import { refusedByMachine, systemCode } from '../errors.ts';
import type { Endpoint, Inheritance } from '../lane/endpoint.ts';

/** How a worker is started, as it travels to a trial host. */
export interface WorkerStart {
  readonly executable: string;
  readonly args: readonly string[];
}

const TOKEN_BYTES = 16;
const TOKEN_FD = 3;
const FIRST_INHERITED_FD = 4;
const CONNECT_RETRY_MS = 2;
/** A start on a busy machine takes a second and more; a short --timeout is about a channel that stopped moving. */
const START_TIMEOUT_MS = 15_000;
/** After the channel closed a worker has this long to exit by itself before it is killed. */
const EXIT_GRACE_MS = 3_000;
const STDERR_BYTES = 16_384;

export class Worker {
  readonly token: Uint8Array;
  readonly pid: number;
  readonly lane: Lane;
  readonly #child: ChildProcess;
  readonly #exited: Promise<WorkerExit>;
  readonly #stderr: () => string;

  private constructor(started: StartedChild, lane: Lane) {
    this.token = started.token;
    this.pid = started.child.pid ?? 0;
    this.lane = lane;
    this.#child = started.child;
    this.#exited = started.exited;
    this.#stderr = started.stderr;
  }

  /** `register` gets the child's id and kill switch before anything can fail. */
  static async start(
    command: WorkerStart,
    endpoint: Endpoint,
    slots: Inheritance | null,
    timeoutMs: number,
    register: (pid: number, kill: () => void) => void,
  ): Promise<Worker> {
    const started = startChild(command, endpoint, slots);
    endpoint.started();
    register(started.child.pid ?? 0, () => started.child.kill('SIGKILL'));
    const lane = await connectWithRetries(started, endpoint, Math.max(timeoutMs, START_TIMEOUT_MS));
    return new Worker(started, lane);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Waits for the worker's own exit after the channel closed; kills it when it does not come. */
  async exit(): Promise<WorkerExit> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), EXIT_GRACE_MS);
    const exit = await this.#exited;
    clearTimeout(timer);
    return exit;
  }

  /** What the worker wrote to stderr, its last 16 KiB. */
  stderr(): string {
    return this.#stderr();
  }
}

interface StartedChild {
  readonly child: ChildProcess;
  readonly token: Uint8Array;
  readonly exited: Promise<WorkerExit>;
  readonly stderr: () => string;
  ended: WorkerExit | null;
  failure: string | null;
}

function startChild(
  command: WorkerStart,
  endpoint: Endpoint,
  slots: Inheritance | null,
): StartedChild {
  const token = randomBytes(TOKEN_BYTES);
  const inherited: number[] = [];
  const inheritedArgs: string[] = [];
  for (const { fds, args } of slots === null ? [endpoint] : [endpoint, slots]) {
    inheritedArgs.push(...args(FIRST_INHERITED_FD + inherited.length));
    inherited.push(...fds);
  }
  const standard: readonly ('pipe' | 'ignore' | number)[] = endpoint.standard ?? ['pipe', 'ignore'];
  const child: ChildProcess = spawn(
    command.executable,
    [...command.args, ...inheritedArgs, '--token-fd', String(TOKEN_FD)],
    // Standard input is the channel, or a pipe that nobody writes: its end tells a worker that waits in accept that we are gone.
    { stdio: [...standard, 'pipe', 'pipe', ...inherited] },
  );
  const tokenPipe = child.stdio[TOKEN_FD] as Writable;
  tokenPipe.on('error', () => undefined);
  tokenPipe.end(token);
  const started: StartedChild = {
    child,
    token,
    stderr: collectStderr(child),
    ended: null,
    failure: null,
    exited: new Promise((resolve) => {
      child.once('error', (error) => {
        started.failure = error.message;
        resolve({ code: null, signal: null });
      });
      child.once('exit', (code, signal) => {
        started.ended = { code, signal };
        resolve({ code, signal });
      });
    }),
  };
  return started;
}

function collectStderr(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (chunk: string) => {
    text = (text + chunk).slice(-STDERR_BYTES);
  });
  return () => text;
}

async function connectWithRetries(
  started: StartedChild,
  endpoint: Endpoint,
  timeoutMs: number,
): Promise<Lane> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (started.failure !== null) throw new WorkerError('WORKER_START', started.failure);
    if (started.ended !== null) throw new WorkerError('WORKER_START', describeEarlyEnd(started));
    try {
      return await endpoint.connect();
    } catch (error) {
      const code = systemCode(error);
      // ENOENT: not bound yet. ECONNREFUSED: bound, not listening yet.
      if (code !== 'ENOENT' && code !== 'ECONNREFUSED') throw unreachable(error);
      if (performance.now() > deadline) {
        const seconds = (timeoutMs / 1000).toFixed(0);
        throw new WorkerError('WORKER_CONNECT', `the worker did not listen within ${seconds} s`);
      }
    }
    await delay(CONNECT_RETRY_MS);
  }
}

/** What a worker put where its socket should be: another kind of socket, a loop of links. Nothing to wait for, and not ours. */
function unreachable(error: unknown): unknown {
  const code = systemCode(error);
  if (code === null || refusedByMachine(error) !== null) return error;
  return new WorkerError('WORKER_CONNECT', `cannot connect to the worker (${code})`);
}

function describeEarlyEnd(started: StartedChild): string {
  const how =
    started.ended?.signal == null
      ? `with code ${started.ended?.code ?? 'unknown'}`
      : `by ${started.ended.signal}`;
  const said = lastLine(started.stderr());
  return `the worker ended ${how} before it listened${said === '' ? '' : ` (${said})`}`;
}

const LONGEST_SAID = 200;

/** As one line that a terminal and a table can show, whatever a program wrote. */
function lastLine(text: string): string {
  const line = text.trim().split('\n').at(-1) ?? '';
  const shown = line.replace(/[\p{Cc}\p{Cf}\ufffd]+/gu, ' ').trim();
  return shown.length > LONGEST_SAID ? `${shown.slice(0, LONGEST_SAID)}…` : shown;
}

export function socketPathIn(folder: string, index: number): string {
  return join(folder, `${index}.s`);
}
