// Which program has the rows of a language, and a process of it that takes the place of one that died.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { packageRoot } from '../package-root.ts';
import { resolvePython } from '../worker/command.ts';
import type { Answers, Ask, Command } from './protocol.ts';
import { ProcessFailure, RowProcess } from './row-channel.ts';
import type { RowsStart } from './row-channel.ts';
import { swiftRowsStart } from './swift-rows.ts';

/** The languages that have rows; the order is the order of a run. */
export const LANGUAGES = ['javascript', 'python', 'swift'] as const;
/** `command`: rows of a program of the user's. */
export type Language = (typeof LANGUAGES)[number] | 'command';

/** The longest single answer: a cell of batches of a slow row, or the first import of a library on a busy machine. */
export const ANSWER_TIMEOUT_MS = 120_000;

/**
 * Python's own variables (`PYTHONPATH`, `PYTHONHOME`, `PYTHONSAFEPATH`) neither lose the rows nor change what is measured: -E. The
 * worker is isolated further (-I -S), but rows need the libraries of the interpreter's and of the user's site.
 */
const PYTHON_OPTIONS = ['-E', '-X', 'utf8', '-c'] as const;
/** -c puts the working folder first on the path; the rows' folder takes its place. */
const PYTHON_BOOT =
  'import sys; sys.path[0:1] = [sys.argv.pop(1)]; from rows.__main__ import main; main()';

/** `own` are the user's row files, absolute. Throws what `resolvePython` throws, and a plain error where a program has yet to be built. */
export function rowsStart(
  language: Exclude<Language, 'command'>,
  python: string | null,
  own: readonly string[] = [],
): RowsStart {
  const root = packageRoot();
  if (language === 'swift') return swiftRowsStart();
  if (language === 'python') {
    const { executable } = resolvePython(python);
    const boot = [...PYTHON_OPTIONS, PYTHON_BOOT, join(root, 'python')];
    return { command: [executable, ...boot, ...own], folder: null };
  }
  const entry = join(dirname(fileURLToPath(import.meta.url)), 'row-process.js');
  // From the sources (vitest) the compiled entry is used: Node 20 runs no TypeScript.
  const compiled = existsSync(entry)
    ? entry
    : join(root, 'dist/host-node/src/serializers/row-process.js');
  return { command: [process.execPath, '--expose-gc', compiled, ...own], folder: null };
}

export function startRows(
  language: Exclude<Language, 'command'>,
  python: string | null,
): RowProcess {
  return new RowProcess(rowsStart(language, python), ANSWER_TIMEOUT_MS);
}

type Fixture = Extract<Command, { readonly op: 'fixture' }>;

/** When a row ends its process, `restart` gives a fresh one with the same rows loaded, but for that one, and the same last fixture. */
export class RestartableRows implements Ask {
  readonly #start: () => RowProcess;
  readonly #loaded = new Set<string>();
  #fixture: Fixture | null = null;
  #current: RowProcess;
  #starts = 1;

  constructor(start: () => RowProcess) {
    this.#start = start;
    this.#current = start();
  }

  /** Processes so far. */
  get starts(): number {
    return this.#starts;
  }

  get printed(): string {
    return this.#current.printed;
  }

  async ask<Op extends Command['op']>(
    command: Extract<Command, { readonly op: Op }>,
  ): Promise<Answers[Op]> {
    const answer = await this.#current.ask(command);
    // A union of commands does not narrow by a type parameter.
    const asked: Command = command;
    if (asked.op === 'load') this.#loaded.add(asked.row);
    if (asked.op === 'fixture') this.#fixture = asked;
    return answer;
  }

  async restart(without: string): Promise<void> {
    this.#loaded.delete(without);
    this.#current.kill();
    this.#current = this.#start();
    this.#starts += 1;
    for (const row of this.#loaded) {
      const failure = await this.#failureOf(row);
      if (failure instanceof ProcessFailure) return this.restart(row);
    }
    if (this.#fixture !== null) await this.#current.ask(this.#fixture);
  }

  /** A row that cannot be loaded again says so at its next call. */
  async #failureOf(row: string): Promise<unknown> {
    try {
      await this.#current.ask({ op: 'load', row });
      return null;
    } catch (error) {
      return error;
    }
  }

  kill(): void {
    this.#current.kill();
  }

  close(): Promise<void> {
    return this.#current.close();
  }
}
