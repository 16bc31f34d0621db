// A worker started as docs/protocol.md section 2 says, on one of the lanes, and its channel.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import type { NetConnectOpts, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';

import { freePort, LOOPBACK } from '../lane/free-port.ts';
import { socketChannel, streamsChannel } from './channel.ts';
import type { Channel } from './channel.ts';
import { Finding } from './frames.ts';

export const CHECKED_LANES = ['socket', 'tcp', 'stdio'] as const;
export type CheckedLane = (typeof CHECKED_LANES)[number];

/** What is started, and how long it may be silent. */
export interface Trial {
  readonly command: readonly string[];
  readonly lane: CheckedLane;
  readonly silenceMs: number;
}

const TOKEN_BYTES = 16;
const TOKEN_FD = 3;
const STDERR_BYTES = 4096;
const LONGEST_SAID = 200;
const RETRY_MS = 5;
/** An interpreter on a busy machine takes seconds. */
const LEAST_START_MS = 15_000;

export class RunningWorker {
  readonly token = randomBytes(TOKEN_BYTES);
  readonly exited: Promise<number | string | null>;
  readonly #started: Promise<ChildProcess>;
  readonly #trial: Trial;
  readonly #folder = mkdtempSync(join(tmpdir(), 'echo-'));
  #address: NetConnectOpts = { path: join(this.#folder, 'w') };
  #said = '';
  #ended: number | string | null = null;
  #isDisposed = false;

  constructor(trial: Trial) {
    this.#trial = trial;
    this.#started = this.#start();
    this.exited = this.#started.then(
      (child) =>
        new Promise((resolve) => {
          child.once('error', (error) => {
            resolve((this.#ended = error.message));
          });
          child.once('exit', (code, signal) => {
            resolve((this.#ended = code ?? signal));
          });
        }),
    );
  }

  async connect(): Promise<Channel> {
    const child = await this.#started;
    const { stdin, stdout } = child;
    if (stdin !== null && stdout !== null) return streamsChannel(stdin, stdout);
    const deadline = performance.now() + Math.max(this.#trial.silenceMs, LEAST_START_MS);
    for (;;) {
      const socket = await connected(this.#address);
      if (socket !== null) return socketChannel(socket);
      if (this.#ended !== null)
        throw new Finding('EXIT', 0, `it ended before it listened${this.#why()}`);
      if (performance.now() > deadline) throw new Finding('EXIT', 0, 'it never listened');
      await after(RETRY_MS);
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    void this.#started.then((child) => child.kill('SIGKILL'));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #start(): Promise<ChildProcess> {
    const { command, lane } = this.#trial;
    const [executable = '', ...args] = command;
    const place = await this.#place();
    const output = lane === 'stdio' ? 'pipe' : 'ignore';
    const child = spawn(executable, [...args, ...place, '--token-fd', String(TOKEN_FD)], {
      stdio: ['pipe', output, 'pipe', 'pipe'],
    });
    child.stdin?.on('error', () => undefined);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-STDERR_BYTES);
    });
    (child.stdio[TOKEN_FD] as Writable).on('error', () => undefined).end(this.token);
    if (this.#isDisposed) child.kill('SIGKILL');
    return child;
  }

  async #place(): Promise<readonly string[]> {
    if (this.#trial.lane === 'stdio') return ['--stdio'];
    if (this.#trial.lane === 'socket') return ['--socket', join(this.#folder, 'w')];
    const port = await freePort();
    this.#address = { host: LOOPBACK, port, noDelay: true };
    return ['--tcp', `${LOOPBACK}:${port}`];
  }

  #why(): string {
    const how = typeof this.#ended === 'number' ? `exit code ${this.#ended}` : this.#ended;
    const said = (this.#said.trim().split('\n').at(-1) ?? '').slice(0, LONGEST_SAID);
    return ` (${[how, said].filter((part) => part !== '').join(': ')})`;
  }
}

function connected(address: NetConnectOpts): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      resolve(socket);
    });
    socket.once('error', () => {
      resolve(null);
    });
  });
}
