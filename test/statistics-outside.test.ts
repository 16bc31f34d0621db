// No statistic outside the kernel: arithmetic that looks like one is listed here with its reason, or it fails.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Language {
  readonly files: RegExp;
  readonly comment: RegExp;
  readonly patterns: readonly RegExp[];
}

// Logarithms and roots; a sum divided by a count; the middle of a sorted list; Spearman's n (n^2 - 1); a library of statistics.
const LOGARITHMS = /\bMath\.(log|log2|log10|log1p|exp|expm1|sqrt|cbrt)\b/;
const TYPESCRIPT: Language = {
  files: /^(kernel\/api|viz|host-node)\/.*\.(ts|mjs)$/,
  comment: /^\s*(?:\/\/|\*|\/\*).*$|\s\/\/\s.*$/g,
  patterns: [
    LOGARITHMS,
    /\breduce\b.*\/\s*[\w.]+\.(length|size)\b/,
    /\.(length|size)\s*(>>>?\s*1|\/\s*2)\s*\)?\]/,
    /\(n \* \(n \* n - 1\)\)/,
  ],
};
// Where things are on a logarithmic axis is drawing.
const DRAWING: Language = {
  ...TYPESCRIPT,
  files: /^viz\/(draw|figures)\/.*\.ts$/,
  patterns: TYPESCRIPT.patterns.filter((pattern) => pattern !== LOGARITHMS),
};

const LANGUAGES: readonly Language[] = [
  TYPESCRIPT,
  {
    files: /^python\/.*\.py$/,
    comment: /#.*$/g,
    patterns: [
      /\bmath\.(log|log2|log10|exp|sqrt)\b/,
      /^\s*(import|from) statistics\b/,
      /\bsum\(.*\/\s*len\(/,
      /\blen\(\w+\)\s*\/\/\s*2\]/,
    ],
  },
  {
    files: /^host-ios\/.*\.swift$/,
    comment: /\/\/.*$/g,
    patterns: [
      /\b(log|log2|log10|exp|sqrt|cbrt)\(/,
      /\breduce\(0, \+\)\s*\/\s*Double\(/,
      /\.count\s*(\/\s*2|>>\s*1)\]/,
    ],
  },
];

const NOT_THE_PRODUCT = /\/([Tt]ests?|generated|tools)\/|\.test\.ts$|\.d\.ts$/;

/** File, how many lines of it match, and why they may. */
const ALLOWED: readonly (readonly [file: string, lines: number, reason: string])[] = [
  ['host-node/src/observe/clock.ts', 1, 'a reading of the clock, asked before a kernel is there'],
  ['host-ios/Sources/DuplexHost/Readings.swift', 1, 'the same in Swift'],
  ['viz/web/measure/rows.ts', 1, 'moves with the serializer protocol'],
  ['kernel/api/run/trial-facts.ts', 1, 'a mark of a trial: moves with derive into the kernel'],
  ['host-ios/Sources/DuplexHost/DerivedFacts.swift', 1, 'the same in Swift'],
  [
    'kernel/api/logs/cold-warm.ts',
    1,
    "a page is computed by its run's own kernel: no spearman yet",
  ],
  ['kernel/api/logs/tables.ts', 1, 'mean over the cells of a table'],
  ['viz/tables/row-tables.ts', 1, 'mean of the sizes of a row'],
];

/** The lines of a text that do arithmetic of statistics. */
function suspects(text: string, { comment, patterns }: Language): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.replaceAll(comment, ''))
    .filter((line) => patterns.some((pattern) => pattern.test(line)))
    .map((line) => line.trim());
}

function found(): ReadonlyMap<string, readonly string[]> {
  const names = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  return new Map(
    names.flatMap((name) => {
      const language = [DRAWING, ...LANGUAGES].find(({ files }) => files.test(name));
      if (language === undefined || NOT_THE_PRODUCT.test(name)) return [];
      const lines = suspects(readFileSync(`${root}/${name}`, 'utf8'), language);
      return lines.length === 0 ? [] : [[name, lines] as const];
    }),
  );
}

describe('statistics outside the kernel', () => {
  const seen = found();
  const allowed = new Map(ALLOWED.map(([file, lines]) => [file, lines]));

  test('there are none but those that are listed with a reason', () => {
    const unlisted = [...seen].filter(([file, lines]) => lines.length > (allowed.get(file) ?? 0));
    expect(unlisted).toEqual([]);
  });

  test('the list has nothing that is no longer there', () => {
    const stale = ALLOWED.filter(
      ([file, lines]) => existsSync(`${root}/${file}`) && (seen.get(file)?.length ?? 0) < lines,
    );
    expect(stale).toEqual([]);
  });

  test.each([
    [0, 'const mean = values.reduce((sum, value) => sum + value, 0) / values.length;'],
    [0, 'return sorted[sorted.length >> 1] ?? NaN;'],
    [0, 'const ratio = Math.log(a) - Math.log(b);'],
    [1, 'return sum(values) / len(values)'],
    [1, 'from statistics import median'],
    [2, 'let mean = slices.reduce(0, +) / Double(slices.count)'],
    [2, 'return sorted[sorted.count / 2]'],
  ])('a new one is found in language %i: %s', (index, line) => {
    const language = LANGUAGES[index];
    if (language === undefined) throw new Error(`no language ${index}`);
    const mark = index === 1 ? '#' : '//';
    expect(suspects(line, language)).toEqual([line]);
    expect(suspects(`${mark} ${line}`, language)).toEqual([]);
  });
});
