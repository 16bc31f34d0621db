// How the text of --worker becomes a program and its arguments.

import { describe, expect, it } from 'vitest';

import { splitWords } from '../host-node/src/worker/words.ts';

describe('the words of --worker', () => {
  it.each<readonly [string, readonly string[] | null]>([
    ['', []],
    ['   ', []],
    ['pypy3 worker.py', ['pypy3', 'worker.py']],
    ['  a \t b\n', ['a', 'b']],
    ['"/my folder/pythön 3" -I', ['/my folder/pythön 3', '-I']],
    ["'/my folder/x' 'y \"z'", ['/my folder/x', 'y "z']],
    ['/my\\ folder/x a\\"b', ['/my folder/x', 'a"b']],
    ['"a \\"b\\" \\\\ \\n"', ['a "b" \\ \\n']],
    ['--x="1 2"\'3 4\'5', ['--x=1 23 45']],
    ['a "" b', ['a', '', 'b']],
    ['"open', null],
    ["it's", null],
    ['ends with \\', null],
  ])('of %j are %j', (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });
});
