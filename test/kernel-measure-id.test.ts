// measureId: what can change a measured number changes it, and nothing else does.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { measuredText } from '../kernel/measure-id.mjs';

const sources = fileURLToPath(new URL('../kernel/assembly', import.meta.url));
const read = (file: string): string => readFileSync(`${sources}/${file}`, 'utf8');

type Edit = readonly [file: string, from: string | RegExp, to: string];

/** The text after edits; one that finds nothing to change is a mistake of the test. */
function edited(...edits: readonly Edit[]): string {
  const replaced = new Map<string, string>();
  for (const [file, from, to] of edits) {
    const before = replaced.get(file) ?? read(file);
    const after = before.replaceAll(from, to);
    if (after === before) throw new Error(`${file} has no ${from.toString()}`);
    replaced.set(file, after);
  }
  return measuredText(sources, replaced);
}

let text = '';

beforeAll(() => {
  text = measuredText(sources);
});

test.each<[string, ...Edit[]]>([
  ['a renamed constant of the self-test', ['selfcheck/rehearsal.ts', /\bVARIANTS\b/g, 'SCRIPTS']],
  ['a longer self-test', ['selfcheck/rehearsal.ts', 'VARIANTS: u32 = 72', 'VARIANTS: u32 = 73']],
  ['a renamed constant of a file of flow', ['flow/marks.ts', /\bMARKS\b/g, 'RING_LENGTH']],
  ['a renamed local variable and parameter', ['flow/marks.ts', /\b(mark|written)\b/g, '$1Here']],
  [
    'a constant renamed in every file that uses it',
    ['flow/output.ts', /\bCOPIED_PAYLOAD_BYTES\b/g, 'MOST_COPIED'],
    ['flow/plan.ts', /\bCOPIED_PAYLOAD_BYTES\b/g, 'MOST_COPIED'],
    ['flow/send.ts', /\bCOPIED_PAYLOAD_BYTES\b/g, 'MOST_COPIED'],
  ],
  ['a comment', ['flow/marks.ts', 'let at: usize', '// the ring\nlet /* here */ at: usize']],
  ['another way to write a number', ['flow/marks.ts', '4_096', '0x1000']],
  ['brackets that change nothing', ['flow/marks.ts', 'count == MARKS', '(count == (MARKS))']],
  ['a statistic', ['stats/aggregate.ts', '1 << 16', '1 << 15']],
  ['a code that only statistics answer', ['abi.ts', 'DOMAIN: i32 = -13', 'DOMAIN: i32 = -15']],
  [
    'a declaration that moved to another place of its file',
    ['flow/marks.ts', 'let at: usize = 0;\n', ''],
    ['flow/marks.ts', 'let count: u32 = 0;\n', 'let count: u32 = 0;\nlet at: usize = 0;\n'],
  ],
])('%s leaves it', (_, ...edits) => {
  expect(edited(...edits)).toBe(text);
});

test.each<[string, ...Edit[]]>([
  ['the value of a constant in flow', ['flow/marks.ts', '4_096', '2_048']],
  ['an operator in flow', ['flow/marks.ts', '(first + 1)', '(first - 1)']],
  ['a comparison in flow', ['flow/marks.ts', '> written', '>= written']],
  [
    'the precedence of operators',
    ['flow/marks.ts', '(first + count) & (MARKS - 1))', '(first + (count & (MARKS - 1))))'],
  ],
  ['an unsigned type', ['flow/marks.ts', 'let first: u32', 'let first: u64']],
  [
    'a constant of abi.ts that flow uses',
    ['abi.ts', '_CREDIT_FRAMES: u32 = 65_536', '_CREDIT_FRAMES: u32 = 65_537'],
  ],
  ['a constant of the verification', ['verify/compare.ts', '8 * ROW', '4 * ROW']],
  [
    'the last digit of a 64-bit constant',
    ['random/prng.ts', '0x94d049bb133111eb', '0x94d049bb133111ea'],
  ],
  ['the timed reference work', ['random/reference.ts', 'mix64(advance64(word))', 'mix64(word)']],
  [
    'the order of two statements',
    ['flow/marks.ts', '  first = 0;\n  count = 0;', '  count = 0;\n  first = 0;'],
  ],
])('%s changes it', (_, ...edits) => {
  expect(edited(...edits)).not.toBe(text);
});

describe('what it is made of', () => {
  test('holds neither a name of ours nor a file', () => {
    expect(text).not.toMatch(/MARKS|takeMark|marks|rehearsal/);
    expect(text).toContain('#self-test');
  });

  test('refuses to leave out an export that was renamed', () => {
    expect(() => edited(['index.ts', 'wakeNs, ', ''])).toThrow('does not export wakeNs');
  });
});
