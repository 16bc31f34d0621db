// One process of rows, in any language, driven by one question at a time. It knows the lines, not what is measured.
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { packageRoot } from '../package-root.ts';
import type { Command, EdgeAnswer, Hello, Once, RowReport, WarmSeries } from './protocol.ts';
import { swiftRowsCommand } from './swift-rows.ts';
import type { RowsCommand } from './swift-rows.ts';

/** The languages that have rows; the order is the order of a run. */
export const LANGUAGES = ['javascript', 'python', 'swift'] as const;
export type Language = (typeof LANGUAGES)[number];

interface Answers {
  readonly hello: Hello;
  readonly probe: { readonly rows: readonly RowReport[] };
  readonly fixture: Readonly<Record<string, never>>;
  readonly edge: EdgeAnswer;
  readonly output: { readonly hex: string };
  readonly once: Once;
  readonly warm: WarmSeries;
}

/** The row itself failed: it said so, and the process goes on. */
export class RowFailure extends Error {}

/** The process is gone or silent: whatever ran in it is lost. */
export class ProcessFailure extends Error {}

const LINE_SHOWN = 60;

export class RowProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #lines: Interface;
  readonly #timeoutMs: number;
  #said = '';
  #waiting: { resolve: (line: string) => void; reject: (error: Error) => void } | null = null;
  #ended: Error | null = null;

  constructor(command: readonly string[], cwd: string, timeoutMs: number) {
    const [executable = '', ...args] = command;
    this.#timeoutMs = timeoutMs;
    this.#child = spawn(executable, args, { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#lines = createInterface({ input: this.#child.stdout });
    this.#lines.on('line', (line) => this.#waiting?.resolve(line));
    this.#child.stderr.on('data', (bytes: Buffer) => {
      // The last words are enough to say why a process died.
      this.#said = (this.#said + bytes.toString('utf8')).slice(-2000);
    });
    this.#child.on('error', (error) => {
      this.#end(`cannot start ${executable}: ${error.message}`);
    });
    this.#child.on('close', (code, signal) => {
      const words = this.#said.trim().split('\n').at(-1) ?? '';
      this.#end(`the process of rows ended (${signal ?? `code ${code ?? '?'}`}) ${words}`.trim());
    });
    // A write to a process that has died is reported by `close`.
    this.#child.stdin.on('error', () => undefined);
  }

  async ask<Op extends Command['op']>(
    command: Extract<Command, { readonly op: Op }>,
  ): Promise<Answers[Op]> {
    const line = await this.#exchange(JSON.stringify(command));
    const answer = this.#parsed(line) as Answers[Op] & { readonly error?: string };
    if (answer.error !== undefined) throw new RowFailure(answer.error);
    return answer;
  }

  /** Whatever is no JSON object is another program's line, or a library that prints: no answer can be told from it. */
  #parsed(line: string): object {
    const answer = objectOf(line);
    if (answer !== null) return answer;
    this.#end(`answered "${line.slice(0, LINE_SHOWN)}", which is no JSON object`);
    this.kill();
    throw new ProcessFailure(`the process of rows ${this.#ended?.message ?? ''}`);
  }

  /** Ends the input, which ends the process; resolves when it has gone. */
  async close(): Promise<void> {
    if (this.#ended !== null) return;
    const gone = new Promise<void>((resolve) => this.#child.once('close', resolve));
    this.#child.stdin.end();
    await gone;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #exchange(line: string): Promise<string> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#end(`no answer within ${this.#timeoutMs / 1000} s`);
        this.kill();
      }, this.#timeoutMs);
      const settle = (): void => {
        clearTimeout(timer);
        this.#waiting = null;
      };
      this.#waiting = {
        resolve: (answer) => {
          settle();
          resolve(answer);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      };
      this.#child.stdin.write(`${line}\n`);
    });
  }

  #end(why: string): void {
    this.#ended ??= new ProcessFailure(why);
    this.#waiting?.reject(this.#ended);
  }
}

function objectOf(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** The process of a cold suite: when a row ends it, the next one gets a fresh process with every row loaded again. */
export class RestartableRows {
  readonly #start: () => RowProcess;
  #current: RowProcess;

  constructor(start: () => RowProcess) {
    this.#start = start;
    this.#current = start();
  }

  ask<Op extends Command['op']>(
    command: Extract<Command, { readonly op: Op }>,
  ): Promise<Answers[Op]> {
    return this.#current.ask(command);
  }

  async restart(): Promise<void> {
    this.#current.kill();
    this.#current = this.#start();
    await this.#current.ask({ op: 'probe' });
  }

  kill(): void {
    this.#current.kill();
  }

  close(): Promise<void> {
    return this.#current.close();
  }
}

/** The longest single answer: a warm series with its warm-up, or a probe of every library on a busy machine. */
const ANSWER_TIMEOUT_MS = 120_000;

/** Node's program and its options, or another language's; the folder is where it finds its rows. */
export function rowsCommand(language: Language, python: string | null): RowsCommand {
  const root = packageRoot();
  if (language === 'swift') return swiftRowsCommand();
  if (language === 'python')
    return { command: [python ?? 'python3', '-m', 'rows'], folder: join(root, 'python') };
  const entry = join(dirname(fileURLToPath(import.meta.url)), 'row-process.js');
  // From the sources (vitest) the compiled entry is used: Node 20 runs no TypeScript.
  const compiled = existsSync(entry)
    ? entry
    : join(root, 'dist/host-node/src/serializers/row-process.js');
  return { command: [process.execPath, '--expose-gc', compiled], folder: root };
}

export function startRows(language: Language, python: string | null): RowProcess {
  const { command, folder } = rowsCommand(language, python);
  return new RowProcess(command, folder, ANSWER_TIMEOUT_MS);
}
