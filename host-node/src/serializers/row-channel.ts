// One process of rows: a question a line on its standard input, an answer a line on descriptor 3. It knows lines and limits, and not what is measured.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

import { faultOfAnswer } from './answers.ts';
import type { Answers, Ask, Command } from './protocol.ts';

/** What is started, and in which folder; null is the caller's. */
export interface RowsStart {
  readonly command: readonly [string, ...string[]];
  readonly folder: string | null;
}

/** The row itself failed: it said so, and the process goes on. */
export class RowFailure extends Error {}

/** The process is gone or silent: whatever ran in it is lost. */
export class ProcessFailure extends Error {}

/**
 * Answers travel on a descriptor of their own. Standard output belongs to libraries, to a `sitecustomize` and to what
 * NODE_OPTIONS loads: one line of theirs, taken for an answer, used to lose a whole language.
 */
export const ANSWER_FD = 3;

/** The longest answer is a batch's bytes in hex; a line without an end is no answer. */
const MAX_LINE_BYTES = 1 << 26;
/** The last words are enough to say why a process died, and the first ones that a row prints. */
const WORDS_KEPT = 2000;
const LINE_SHOWN = 60;
/** From the end of its input on; then it is killed. */
const END_TIMEOUT_MS = 10_000;
const NEWLINE = 10;

interface Waiting {
  readonly resolve: (line: string) => void;
  readonly reject: (error: Error) => void;
}

export class RowProcess implements Ask {
  readonly #child: ChildProcess;
  readonly #timeoutMs: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #said = '';
  #printed = '';
  #waiting: Waiting | null = null;
  #ended: ProcessFailure | null = null;
  /** Resolves when the process has ended, however. */
  readonly gone: Promise<void>;

  constructor({ command, folder }: RowsStart, timeoutMs: number) {
    const [executable, ...args] = command;
    this.#timeoutMs = timeoutMs;
    this.#child = spawn(executable, args, {
      ...(folder === null ? {} : { cwd: folder }),
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      // A group of its own: a wrapper that starts an interpreter ends together with it.
      detached: true,
    });
    this.gone = this.#ending(executable);
    this.#listen();
  }

  #ending(executable: string): Promise<void> {
    return new Promise((resolve) => {
      this.#child.on('error', (error) => {
        this.#end(`cannot start ${executable}: ${error.message}`);
        resolve();
      });
      this.#child.on('close', (code, signal) => {
        this.#end(this.#lastWords(signal ?? `code ${code ?? '?'}`));
        resolve();
      });
    });
  }

  #listen(): void {
    const [stdin, stdout, stderr, answers] = this.#streams();
    answers?.on('data', (bytes: Buffer) => {
      this.#take(bytes);
    });
    stdout?.on('data', (bytes: Buffer) => {
      this.#printed = (this.#printed + bytes.toString('utf8')).slice(0, WORDS_KEPT);
    });
    stderr?.on('data', (bytes: Buffer) => {
      this.#said = (this.#said + bytes.toString('utf8')).slice(-WORDS_KEPT);
    });
    // A write to a process that has died is reported by `close`.
    for (const stream of [stdin, answers]) stream?.on('error', () => undefined);
  }

  /** A process that could not be started for want of descriptors has none. */
  #streams(): readonly (Socket | undefined)[] {
    return (this.#child.stdio as readonly (Socket | undefined)[] | undefined) ?? [];
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** What it printed on its standard output since the last question. */
  get printed(): string {
    return this.#printed.trim();
  }

  async ask<Op extends Command['op']>(
    command: Extract<Command, { readonly op: Op }>,
  ): Promise<Answers[Op]> {
    this.#printed = '';
    const line = await this.#exchange(JSON.stringify(command));
    // What was printed before the answer has then been read too.
    await turn();
    const answer = this.#parsed(line);
    if (typeof answer['error'] === 'string') throw new RowFailure(answer['error']);
    const fault = faultOfAnswer(command.op, answer);
    if (fault !== null)
      throw new RowFailure(`answered "${command.op}" with ${shown(line)}: ${fault}`);
    return answer as unknown as Answers[Op];
  }

  /** Ends the input, which ends the process; resolves when it has gone. */
  async close(): Promise<void> {
    const timer = setTimeout(() => {
      this.kill();
    }, END_TIMEOUT_MS);
    this.#child.stdin?.end();
    await this.gone;
    clearTimeout(timer);
  }

  kill(): void {
    const { pid } = this.#child;
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
    // What it started outside of its group may hold them open for ever.
    for (const stream of this.#streams()) stream?.destroy();
  }

  #take(chunk: Buffer): void {
    const end = chunk.indexOf(NEWLINE);
    const part = end < 0 ? chunk : chunk.subarray(0, end);
    this.#bytes += part.length;
    if (this.#bytes > MAX_LINE_BYTES) {
      this.#fail(`answered a line of more than ${MAX_LINE_BYTES >> 20} MiB`);
      return;
    }
    this.#parts.push(part);
    if (end < 0) return;
    const line = Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    this.#bytes = 0;
    if (this.#waiting === null) this.#fail(`answered ${shown(line)} without a question`);
    else this.#waiting.resolve(line);
    if (end + 1 < chunk.length) this.#take(chunk.subarray(end + 1));
  }

  #parsed(line: string): Readonly<Record<string, unknown>> {
    const answer = objectOf(line);
    if (answer !== null) return answer;
    this.#fail(`answered ${shown(line)}, which is no JSON object`);
    throw this.#ended ?? new ProcessFailure(line);
  }

  #exchange(line: string): Promise<string> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#fail(`gave no answer within ${this.#timeoutMs / 1000} s`);
      }, this.#timeoutMs);
      const settled = (settle: () => void): void => {
        clearTimeout(timer);
        this.#waiting = null;
        settle();
      };
      this.#waiting = {
        resolve: (answer) => {
          settled(() => {
            resolve(answer);
          });
        },
        reject: (error) => {
          settled(() => {
            reject(error);
          });
        },
      };
      this.#child.stdin?.write(`${line}\n`);
    });
  }

  /** Its last words, or what it printed: an interpreter that is none may have no other words. */
  #lastWords(how: string): string {
    const last = (text: string): string => text.trim().split('\n').at(-1) ?? '';
    const words = last(this.#said) || last(this.#printed);
    return `the process of rows ended (${how}) ${words}`.trim();
  }

  #fail(what: string): void {
    this.#end(`the process of rows ${what}`);
    this.kill();
  }

  #end(why: string): void {
    this.#ended ??= new ProcessFailure(why);
    this.#waiting?.reject(this.#ended);
  }
}

const shown = (line: string): string =>
  `"${line.slice(0, LINE_SHOWN)}${line.length > LINE_SHOWN ? '…' : ''}"`;

function objectOf(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}
