// The kernel's WASI command on a column of numbers: JSON, byte for byte as it wrote it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runCommand } from '../../../kernel/api/facade/command.ts';
import { EXIT, missingError, usageError } from '../errors.ts';
import { packageRoot } from '../package-root.ts';

let program: WebAssembly.Module | null = null;

/** `numbers` is text, one a line. Refused by file and line when something else stands there. */
export function statsJson(file: string, numbers: Uint8Array): string {
  const path = join(packageRoot(), 'build', 'stats.command.wasm');
  const module = (program ??= new WebAssembly.Module(new Uint8Array(readFileSync(path))));
  const { exit, stdout, stderr } = runCommand(
    (imports) => new WebAssembly.Instance(module, imports),
    numbers,
  );
  if (exit !== EXIT.done) throw refusal(file, exit, stderr.trim());
  return stdout;
}

/** By how the command's words begin. */
const CODES = [
  ['not a finite number', 'NOT_A_NUMBER'],
  ['more than one number', 'SEVERAL_NUMBERS'],
  ['UTF-16', 'NOT_UTF8'],
  ['no numbers', 'NO_NUMBERS'],
] as const;
const NEXT = 'give finite numbers, one a line, with a decimal point and no separator of thousands';

/** The command says what is wrong in its own words; the file and the code are ours. */
function refusal(file: string, exit: number, words: string): Error {
  if (exit === EXIT.missing)
    return missingError('NO_MEMORY', file, `${file}: ${words}`, 'give it fewer numbers');
  const line = /line (\d+)$/.exec(words)?.[1];
  const place = line === undefined ? file : `${file}:${line}`;
  const [, code] = CODES.find(([begin]) => words.startsWith(begin)) ?? ['', 'BAD_NUMBERS'];
  return usageError(code, place, `${place}: ${words}`, NEXT);
}
