// The program of `--worker`: whether it can be started at all, and what results call it. It starts nothing.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';

import { missingError, usageError } from '../errors.ts';
import { splitWords } from './words.ts';

/** Split at spaces; quotes and backslashes keep them, as in a shell. `option` is where the text stood. */
export function commandWords(command: string, option: string): readonly string[] {
  const words = splitWords(command);
  if (words === null)
    throw usageError(
      'BAD_OPTION',
      option,
      `${option} has a quote that is not closed, or ends with a backslash`,
      'close it',
    );
  if (words[0] === undefined || words[0] === '')
    throw usageError('EMPTY_WORKER', option, `${option} names no program`, 'give it a command');
  return words;
}

/** A program without a slash is looked up on PATH, as a shell does. */
export function requireProgram(executable: string): void {
  if (executable.includes('/')) {
    const why = whyNot(executable);
    if (why !== null) throw noWorker(executable, why, 'check the path of --worker');
    return;
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  if (folders.some((folder) => whyNot(join(folder, executable)) === null)) return;
  const isHere = existsSync(executable);
  throw noWorker(
    executable,
    'no folder of PATH has it',
    isHere
      ? `a program of this folder is --worker ./${executable}`
      : 'install it, or name its path',
  );
}

/** Null when the file can be run. */
function whyNot(path: string): string | null {
  try {
    if (statSync(path).isDirectory()) return 'it is a folder';
    accessSync(path, constants.X_OK);
    return null;
  } catch {
    return existsSync(path) ? 'it is not executable' : 'there is no such file';
  }
}

function noWorker(executable: string, why: string, next: string): Error {
  const what = `the worker ${JSON.stringify(executable)} cannot be started: ${why}`;
  return missingError('NO_WORKER', executable, what, next);
}

/** `go-echo`; of an interpreter with a script both: `python3 echo.py`. Folders are nobody's business. */
export function programName(executable: string, args: readonly string[]): string {
  const script = args.find((word) => !word.startsWith('-') && isFile(word));
  const name = basename(executable);
  return script === undefined ? name : `${name} ${basename(script)}`;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
