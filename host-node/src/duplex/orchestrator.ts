// Runs one trial in a fresh trial host process and answers with its facts, whatever becomes of that process. It
// measures nothing: no timed byte passes through here.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { TrialFailure, TrialFile } from '../../../kernel/api/run/results.ts';
import { failedTrial } from '../../../kernel/api/trial/trial-file.ts';
import { watchProgress } from '../../../kernel/api/trial/watchdog.ts';
import { missingError, resumeCommand } from '../errors.ts';
import type { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import { packageRoot } from '../package-root.ts';
import { makeSocketFolder, removeSocketFolder } from '../worker/socket-path.ts';
import type { TrialReply, TrialRequest } from './messages.ts';

/** Beyond the trial's own time-out, and longer than a worker may take to start; then the trial host itself is stuck. */
const STUCK_GRACE_MS = 30_000;

/** What ends a run before the trial counts: with a full disk every further one would fail too, and none could be kept. */
const STORE_FAILURES: readonly string[] = ['DISK_FULL', 'CANNOT_WRITE'];

/** Rejects when `signal` aborts and when a result cannot be stored; a dead or stuck trial host is a failed trial. */
export async function runTrial(
  request: Omit<TrialRequest, 'socketFolder'>,
  signal: AbortSignal,
): Promise<TrialFile> {
  const socketFolder = makeSocketFolder();
  try {
    return await new Promise((resolve, reject) => {
      const watch = new TrialHostWatch({ ...request, socketFolder }, signal, resolve, reject);
      watch.begin();
    });
  } finally {
    removeSocketFolder(socketFolder);
  }
}

class TrialHostWatch {
  readonly #request: TrialRequest;
  readonly #signal: AbortSignal;
  readonly #resolve: (facts: TrialFile) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #child: ChildProcess;
  readonly #stop: () => void;
  #facts: TrialFile | null = null;
  #workers: number[] = [];
  #stuck = false;
  #replies = 0;
  readonly #endWatch: () => void;

  constructor(
    request: TrialRequest,
    signal: AbortSignal,
    resolve: (facts: TrialFile) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#request = request;
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#child = spawn(process.execPath, [trialHostFile(), request.socketFolder], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'json',
    });
    this.#endWatch = this.#watch();
    this.#stop = () => this.#child.kill('SIGTERM');
  }

  begin(): void {
    this.#child.on('message', (reply: TrialReply) => {
      this.#replied(reply);
    });
    // 'close' and not 'exit': the last message has been read by then.
    this.#child.once('close', (code: number | null, exitSignal: NodeJS.Signals | null) => {
      const how = exitSignal === null ? `with exit code ${code ?? 'unknown'}` : `by ${exitSignal}`;
      this.#ended(`ended ${how} before its trial was done`);
    });
    // Of a process that could not be started; a message to one that has ended is an error too, and 'close' follows.
    this.#child.on('error', (error) => {
      if (this.#child.pid === undefined) this.#ended(`could not be started (${error.message})`);
    });
    this.#signal.addEventListener('abort', this.#stop, { once: true });
    if (this.#child.pid !== undefined) this.#child.send(this.#request);
  }

  #replied(reply: TrialReply): void {
    this.#replies += 1;
    if (reply.kind === 'worker') this.#workers.push(reply.pid);
    if (reply.kind === 'facts') this.#facts = reply.facts;
  }

  #watch(): () => void {
    return watchProgress(
      () => this.#replies,
      this.#request.timeoutMs + STUCK_GRACE_MS,
      () => undefined,
      () => {
        this.#stuck = true;
        this.#child.kill('SIGKILL');
      },
    );
  }

  #ended(how: string): void {
    this.#endWatch();
    this.#signal.removeEventListener('abort', this.#stop);
    if (this.#facts === null) this.#endWorkers();
    const facts = this.#facts ?? failedTrial(this.#request, this.#failure(how));
    if (this.#signal.aborted) this.#reject(this.#signal.reason);
    else if (STORE_FAILURES.includes(facts.failure?.code ?? ''))
      this.#reject(storeError(facts, this.#request.runFolder));
    else this.#resolve(facts);
  }

  /** A worker sees the end of its channel by itself; one that hangs would stay. */
  #endWorkers(): void {
    for (const pid of this.#workers) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has already ended.
      }
    }
  }

  #failure(how: string): TrialFailure {
    if (this.#stuck)
      return { code: 'HOST_STUCK', message: 'the trial host stopped answering and was killed' };
    return { code: 'HOST_DIED', message: `the trial host ${how}` };
  }
}

function storeError(
  { failure, suite, case: name, trial }: TrialFile,
  folder: string,
): EchometerError {
  return missingError(
    failure?.code ?? 'CANNOT_WRITE',
    `${suite}/${name}`,
    `${failure?.message ?? ''} (${suite}/${name}, trial ${trial}); what is finished is kept`,
    `make room and go on with ${resumeCommand(folder)}`,
  );
}

/** The compiled entry, also when this module runs from its source in a test. */
function trialHostFile(): string {
  const file = join(packageRoot(), 'dist', 'host-node', 'src', 'duplex', 'trial-host.js');
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm run build`);
  return file;
}
