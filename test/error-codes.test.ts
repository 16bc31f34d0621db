// docs/data-format.md lists every code that an error can have, with its exit code, and none that no source has.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { EXIT, exitOf, missingError, usageError } from '../host-node/src/errors.ts';
import { LOSS_CODES, PROBLEM_CODES } from '../kernel/api/collection/collection.ts';
import { FAULT_NAMES, STATUS_NAMES } from '../kernel/api/facade/abi.ts';
import { KernelError } from '../kernel/api/facade/errors.ts';
import { LogError } from '../kernel/api/logs/problems.ts';
import { ResultError } from '../kernel/api/run/result-error.ts';
import { WorkerError } from '../kernel/api/trial/worker-error.ts';
import { UNSUPPORTED } from '../kernel/api/trial/unsupported.ts';
import { filesIn, ROOT } from './fixtures/imports.ts';

const WORD = "'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'";
/** `usageError('X'`, `new LogError('X'`, `code: 'X'`, `code: isFull ? 'X' : 'Y'`, and any quoted word of several parts. */
const CODES = [
  new RegExp(`(?:[eE]rror|refused|damaged|fail|fact)\\w*\\((?:\\w+, )?\\s*${WORD}`, 'gi'),
  new RegExp(`\\bcode: (?:\\w+ \\? )?${WORD}(?: : ${WORD})?`, 'g'),
  new RegExp(WORD.replace(')*)', ')+)'), 'g'),
];

/** Names of the system, of Node, of another contract, and reasons of a comparison: no error. */
const OTHERS = /^(E[A-Z]+|ERR_\w+|ABI_VERSION|RUN_EFFECT|BOTH_ZERO|XDG_\w+)$/;
const ELSEWHERE = new Set([
  ...[...STATUS_NAMES, ...Object.values(FAULT_NAMES)].map(String),
  ...Object.keys({ ...LOSS_CODES, ...PROBLEM_CODES, ...UNSUPPORTED }),
]);

const isCode = (word: string): boolean => word === word.toUpperCase() && !OTHERS.test(word);

function codesIn(text: string): string[] {
  const found = CODES.flatMap((pattern) => [...text.matchAll(pattern)]);
  // A group that took no part in a match is undefined.
  const words = found.flatMap((match): (string | undefined)[] => match.slice(1));
  return words.flatMap((word) => (word !== undefined && isCode(word) ? [word] : []));
}

const SOURCES = ['kernel/api', 'host-node/src', 'viz/archive', 'viz/web']
  .flatMap((folder) => filesIn(folder, '.ts'))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n');
const page = readFileSync(join(ROOT, 'docs/data-format.md'), 'utf8');
const section = page.slice(page.indexOf('## Error codes'));
const wordsOf = (text: string): string[] =>
  [...text.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, word]) => word ?? '');

describe('the codes of errors', () => {
  it('stand in docs/data-format.md, each of them', () => {
    const codes = new Set(codesIn(SOURCES));
    const known = new Set([...wordsOf(page), ...ELSEWHERE]);
    expect(codes.size).toBeGreaterThan(90);
    expect([...codes].filter((code) => !known.has(code)).sort()).toEqual([]);
  });

  it('of its table are in the sources, each of them', () => {
    const listed = wordsOf(section);
    expect(listed.length).toBeGreaterThan(70);
    expect(listed.filter((code) => !new RegExp(`\\b${code}\\b`).test(SOURCES))).toEqual([]);
  });

  it('are found however they are written', () => {
    expect(
      codesIn("usageError('GONE', a); code: isFull ? 'FULL' : 'SHUT'; oneOf('TWO_PARTS')"),
    ).toEqual(['GONE', 'FULL', 'SHUT', 'TWO_PARTS']);
    expect(codesIn("'ENOENT' usageError('lower')")).toEqual([]);
  });

  it('have the exit code of the table', () => {
    const thrown: readonly (Error & { readonly code: string })[] = [
      usageError('BAD_OPTION', 'a', 'b', 'c'),
      missingError('NO_PYTHON', 'a', 'b', 'c'),
      new LogError('NO_HEADER', 'a.csv', 1, 'b'),
      new ResultError('BAD_ZIP', 'a', 'b'),
      new KernelError('FOREIGN', 'configure', -1, ''),
    ];
    for (const error of thrown)
      expect(section).toMatch(new RegExp(`^\\| ${exitOf(error)} \\|.*\`${error.code}\``, 'm'));
    expect(exitOf(new WorkerError('WORKER_START', 'a'))).toBe(EXIT.failed);
    expect(exitOf(new RangeError('no'))).toBe(EXIT.bug);
  });

  it('of a log are those of every other error: upper case, the place as the subject', () => {
    const error = new LogError('NO_HEADER', 'a.csv', 1, 'there is none');
    expect(error).toMatchObject({ code: 'NO_HEADER', subject: 'a.csv:1', outcome: 'usage' });
    expect(error.message).toBe('a.csv:1: there is none');
  });
});
