// The kernel's other entries: WASI command, component, public facade. They give what the kernel gives, to the bit.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WASI } from 'node:wasi';

import { statistics as component } from '../build/component/component.js';
import { runCommand } from '../kernel/api/facade/command.ts';
import * as kernel from '../host-node/src/kernel/open.ts';
import { drawStream } from '../kernel/api/conformance/calls.ts';

const build = (name: string): string => fileURLToPath(new URL(`../build/${name}`, import.meta.url));
const command = new WebAssembly.Module(new Uint8Array(readFileSync(build('stats.command.wasm'))));
const listed = JSON.parse(readFileSync(build('kernels.json'), 'utf8')) as Record<
  string,
  { signature: string; kernelId: string }
>;
const released = listed['kernel.wasm'];

let folder = '';
let workspace: kernel.Workspace;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entries-'));
  workspace = await kernel.openWorkspace();
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Answer {
  exit: number;
  stdout: string;
  stderr: string;
}

/** The command as a WASI runtime runs it: stdin, stdout and stderr are files. */
function underWasi(input: string): Answer {
  const path = (name: string): string => join(folder, name);
  writeFileSync(path('in'), input);
  const files = [openSync(path('in'), 'r'), openSync(path('out'), 'w'), openSync(path('err'), 'w')];
  const [stdin = 0, stdout = 1, stderr = 2] = files;
  const wasi = new WASI({ version: 'preview1', stdin, stdout, stderr, returnOnExit: true });
  const imports = wasi.getImportObject() as Record<string, Record<string, unknown>>;
  const exit = wasi.start(new WebAssembly.Instance(command, imports));
  files.forEach((file) => {
    closeSync(file);
  });
  const text = (name: string): string => readFileSync(path(name), 'utf8');
  return { exit, stdout: text('out'), stderr: text('err') };
}

function ownImports(input: string): Answer {
  return runCommand(
    (imports) => new WebAssembly.Instance(command, imports),
    new TextEncoder().encode(input),
  );
}

interface Report {
  readonly kernelId: string;
  readonly selfSignature: string;
  readonly n: number;
  readonly mean: number;
  readonly median: number;
  readonly center: number;
  readonly quantiles: { readonly p99: number };
  readonly intervals: readonly { readonly low: number | null; readonly reason?: string }[];
  readonly histogram: { readonly edges: number[]; readonly counts: number[] };
}

describe('the WASI command', () => {
  test('imports three functions of WASI and nothing else', () => {
    const imports = WebAssembly.Module.imports(command).map(({ module, name }) => [module, name]);
    expect(imports.sort()).toEqual(
      ['fd_read', 'fd_write', 'proc_exit'].map((name) => ['wasi_snapshot_preview1', name]),
    );
  });

  test.each([0, -2, -1])(
    'counts a value on an edge in the bar that begins there, from %d',
    (low) => {
      const { stdout } = underWasi([low, low + 1, low + 2].join('\n'));
      const { counts } = (JSON.parse(stdout) as Report).histogram;
      const filled = counts.flatMap((count, bar) => (count > 0 ? [bar, count] : []));
      expect(filled).toEqual([0, 1, 10, 1, 19, 1]);
    },
  );

  test('summarizes 3 MB of numbers under node:wasi as the kernel does', () => {
    const values = drawStream('tail', 7n, 170_000);
    const input = values.join('\n');
    expect(input.length).toBeGreaterThan(3_000_000);
    const { exit, stdout } = underWasi(input);
    expect(exit).toBe(0);
    const report = JSON.parse(stdout) as Report;
    const summary = kernel.summarize(workspace, values);
    expect(report).toMatchObject({ n: 170_000, mean: summary.mean, median: summary.median });
    expect(report.quantiles.p99).toBe(summary.p99);
    expect(report.center).toBe(kernel.center(workspace, values));
    expect(report.histogram.counts.reduce((a, b) => a + b)).toBe(170_000);
    expect(report.intervals[0]).toMatchObject({ low: null, reason: 'more than 65536 values' });
    expect(ownImports(input)).toEqual({ exit: 0, stdout, stderr: '' });
  });

  test('is this package’s kernel', () => {
    const report = JSON.parse(underWasi('1\n2\n3').stdout) as Report;
    expect([report.kernelId, report.selfSignature]).toEqual([
      released?.kernelId,
      released?.signature,
    ]);
    expect(listed['stats.command.wasm']?.signature).toBe(report.selfSignature);
  });

  test('gives the bootstrap interval of the kernel', () => {
    const values = drawStream('ns', 3n, 500);
    const report = JSON.parse(ownImports(values.join('\r\n')).stdout) as Report;
    const interval = kernel.bootstrap(workspace, values, {
      statistic: 'mean',
      resamples: 1000,
      levelPercent: 95,
      seed: 42n,
    });
    expect(report.intervals[0]).toMatchObject({ low: interval.low });
  });

  test.each([
    ['nothing', '', 'no numbers\n'],
    ['only comments', '# a\n#b 1 2', 'no numbers\n'],
    ['a word', '1\n2\nthree\n', 'not a finite number, line 3\n'],
    ['NaN', '1\nNaN', 'not a finite number, line 2\n'],
    ['a decimal comma', '12.5\n12,5\n', 'more than one number, line 2\n'],
    ['two columns', '1 2\n', 'more than one number, line 1\n'],
    ['a second line of CR alone', '1\r2\r3;4', 'more than one number, line 3\n'],
    ['UTF-16', '1\u0000\n\u0000', 'UTF-16 or zero bytes, save it as UTF-8, line 1\n'],
    ['an infinity', '1\n1e999', 'not a finite number, line 2\n'],
    ['a number with a tail', '1.5x', 'not a finite number, line 1\n'],
  ])('refuses %s with 2 and says where', (_, input, message) => {
    expect(underWasi(input)).toEqual({ exit: 2, stdout: '', stderr: message });
    expect(ownImports(input)).toEqual({ exit: 2, stdout: '', stderr: message });
  });

  test('reads every spelling of a number as JavaScript does', () => {
    // Sums of squares of larger values exceed binary64; those go alone.
    const isSmall = (text: string): boolean => Math.abs(Number(text)) < 1e150;
    const texts = [...randomSpellings(800), ...SPELLINGS];
    for (const text of texts.filter((each) => !isSmall(each)).slice(0, 100)) {
      const report = JSON.parse(ownImports(text).stdout) as { mean: number };
      expect([text, report.mean]).toEqual([text, Number(text)]);
    }
    const small = texts.filter(isSmall);
    for (let i = 0; i + 5 <= small.length; i += 5) {
      const five = small.slice(i, i + 5);
      // R-7 of five values takes each of them as it is.
      const { min, max, quantiles } = JSON.parse(ownImports(five.join('\r')).stdout) as Fives;
      const read = [min, quantiles.p25, quantiles.p50, quantiles.p75, max];
      const wanted = five.map(Number).sort((a, b) => a - b);
      expect([five, read.map((x) => x + 0)]).toEqual([five, wanted.map((x) => x + 0)]);
    }
  });

  test('stats-decimal-comma: passes over a UTF-8 mark, and reads every line end', () => {
    for (const input of ['\uFEFF1\r\n2\r\n3', '\uFEFF1\r2\r\r3\r', '1\n\n2\n3 # three, four'])
      for (const answer of [underWasi(input), ownImports(input)])
        expect(JSON.parse(answer.stdout), input).toMatchObject({ n: 3, mean: 2 });
  });

  test('refuses values whose sums exceed binary64', () => {
    const { exit, stderr } = underWasi('1.7e308\n1.7e308');
    expect([exit, stderr]).toEqual([2, 'the values are too large: a sum exceeds binary64\n']);
  });
});

interface Fives {
  readonly min: number;
  readonly max: number;
  readonly quantiles: { readonly p25: number; readonly p50: number; readonly p75: number };
}

// Ties, subnormals, the ends of the range, more digits than count, every form of sign, point and exponent.
const SPELLINGS = [
  '5e-324',
  '2.4703282292062327e-324',
  '2.4703282292062328e-324',
  '2.2250738585072011e-308',
  '1.7976931348623157e308',
  '9007199254740993',
  '9007199254740992.0000000000000001',
  `9007199254740993.${'0'.repeat(900)}1`,
  '0.500000000000000166533453693773481063544750213623046875',
  '.5',
  '5.',
  '+7',
  '-0.0',
  '1E+3',
  '123456789012345678901234567890',
  `${'1'.repeat(400)}e-390`,
  `0.${'0'.repeat(400)}1e390`,
  '1e-400',
  '8.5e-23',
  '1e23',
];

function randomSpellings(n: number): string[] {
  const word = new DataView(new ArrayBuffer(8));
  let state = 1n;
  return Array.from({ length: n }, (_, i) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffff_ffff_ffff_ffffn;
    word.setBigUint64(0, state);
    const value = word.getFloat64(0);
    if (!Number.isFinite(value)) return '0.1';
    return i % 2 === 0 ? String(value) : (value % 1e9).toPrecision(1 + (i % 40));
  });
}

describe('the component', () => {
  test('computes the signature of the kernel', () => {
    const word = BigInt.asUintN(64, component.selfSignature()).toString(16).padStart(16, '0');
    expect(word).toBe(released?.signature);
    expect(listed['kernel.component.wasm']?.signature).toBe(word);
    expect(component.kernelId().toString(16).padStart(16, '0')).toBe(released?.kernelId);
  });

  test('agrees with the facade on growing samples', () => {
    for (const n of [1, 2, 100, 65_537, 300_000]) {
      const x = drawStream('tail', BigInt(n), n);
      const { warnings, ...summary } = component.summarize(x);
      expect(warnings).toBeGreaterThanOrEqual(0);
      expect(kernel.summarize(workspace, x)).toMatchObject(summary);
      expect(component.center(x)).toBe(kernel.center(workspace, x));
    }
    const x = drawStream('ns', 1n, 50);
    const y = drawStream('ns', 2n, 60);
    expect(component.shift(x, y)).toBe(kernel.shift(workspace, x, y));
    expect(component.shiftBounds(x, y, 0.001)).toEqual(kernel.shiftBounds(workspace, x, y, 0.001));
    expect(kernel.mannWhitney(workspace, x, y)).toMatchObject(component.mannWhitney(x, y));
    expect(component.welchTest(x, y)).toEqual(kernel.welchTest(workspace, x, y));
    expect(component.hedgesG(x, y)).toBe(kernel.hedgesG(workspace, x, y));
    const ps = Float64Array.of(0, 0.5, 1);
    expect(component.quantiles(x, ps, 'r6')).toEqual(kernel.quantiles(workspace, x, ps, 'R-6'));
    expect(component.ecdf(x, ps)).toEqual(kernel.ecdf(workspace, x, ps));
    expect(component.holm(ps)).toEqual(kernel.holm(workspace, ps));
    const bytes = new Uint8Array(1000).fill(7);
    expect(component.xxh64(bytes, 9n)).toBe(kernel.xxh64(workspace, bytes, 9n));
    expect(component.textShortest(1e21)).toBe('1e+21');
  });

  test.each([
    ['nothing', Float64Array.of(), 'empty', 0],
    ['NaN', Float64Array.of(1, Number.NaN), 'not-finite', 0],
  ])('refuses %s with a code and a subject', (_, values, code, subject) => {
    expect(() => component.center(values)).toThrow(expect.objectContaining({ code, subject }));
  });
});

describe('the facade', () => {
  test('refuses with the kernel’s code and the argument', () => {
    expect(() => kernel.quantiles(workspace, [1], [2], 'R-7')).toThrow(
      expect.objectContaining({ code: 'BAD_ARGUMENT', subject: 2 }),
    );
    expect(() => kernel.shamosSpread(workspace, [1])).toThrow(
      expect.objectContaining({ code: 'TOO_FEW' }),
    );
  });

  test('opens the kernel from bytes and from an address', async () => {
    const url = new URL('../build/kernel.scalar.wasm', import.meta.url);
    for (const source of [url, url.href, new Uint8Array(readFileSync(url))]) {
      const other = await kernel.openWorkspace(source);
      expect(kernel.center(other, [1, 2, 9])).toBe(3.5);
    }
  });

  test('computes each statistic of a small sample', () => {
    const x = [3, 1, 2, 5, 4, 9, 8, 7, 6, 10, 30];
    expect(kernel.tukeyFences(workspace, x, 1.5)).toEqual({ q1: 3.5, q3: 8.5, low: -4, high: 16 });
    expect(kernel.tukeyKeep(workspace, [x], 1.5).lastIndexOf(0)).toBe(10);
    expect(kernel.winsorize(workspace, [x]).changed).toBe(2);
    expect(kernel.isTailThin(workspace, 999, 0.99)).toBe(true);
    expect(kernel.isTailThin(workspace, 1000, 0.99)).toBe(false);
    expect(Array.from(kernel.logGrid(workspace, 1, 100, 3))[1]).toBeCloseTo(10, 12);
    expect(kernel.ecdfTail(workspace, x, 2)).toEqual([
      [10, 10 / 11],
      [30, 1],
    ]);
    const options = { scale: 'linear', bandwidth: 'scott' } as const;
    expect(kernel.density(workspace, x, [5], options)[0]).toBeGreaterThan(0);
    expect(Math.max(...kernel.violin(workspace, x, 20).width)).toBe(1);
    expect(kernel.cliffsDelta(workspace, x, [0])).toMatchObject({ delta: 1, larger: 11n });
    expect(kernel.ratio(workspace, [2, 4], [1, 2])).toBeCloseTo(2, 12);
    expect(kernel.disparity(workspace, x, [0, 1, 3])).toBeGreaterThan(0);
    expect(kernel.averageSpread(workspace, x, [0, 1, 3])).toBeGreaterThan(0);
    for (const bounds of [
      kernel.centerBounds(workspace, x, 0.05),
      kernel.spreadBounds(workspace, x, 0.1, 1n),
      kernel.ratioBounds(workspace, x, x, 0.05),
      kernel.averageSpreadBounds(workspace, x, x, 0.3, 1n),
      kernel.disparityBounds(workspace, x, x, 0.5, 1n),
    ]) {
      expect(bounds.lower).toBeLessThanOrEqual(bounds.upper);
    }
    const step = Array.from({ length: 60 }, (_, i) => (i < 30 ? 100 : 50) + (i % 3));
    expect(Array.from(kernel.changePoints(workspace, step, 5))).toEqual([30]);
    const steady = kernel.steadyState(workspace, step, new Uint32Array(60).fill(50_000));
    expect(steady).toEqual({ isSteady: true, windows: 45, drift: 1 / 50.5 });
    expect(kernel.halvesAgree(workspace, [100, 104, 100])).toEqual({ isSteady: true, drift: 0.02 });
    expect(kernel.spearman(workspace, [1, 2, 3, 4], [1, 3, 2, 4])).toBeCloseTo(0.8, 12);
    expect(kernel.textFixed(workspace, 2.345, 2)).toBe('2.35');
    expect(kernel.textSignificant(workspace, 12345, 3)).toBe('12300');
    expect(kernel.textShortest(workspace, 0.1)).toBe('0.1');
    expect(Buffer.from(kernel.sha256(workspace, new Uint8Array(0))).toString('hex')).toMatch(
      /^e3b0c442/,
    );
  });

  test('keeps a histogram as bytes that merge either way', () => {
    const empty = kernel.createHistogram(workspace, { lowest: 1n, highest: 1_000_000n, digits: 3 });
    const a = kernel.recordAll(workspace, empty, BigUint64Array.of(1n, 10n, 100n));
    const b = kernel.recordAll(workspace, empty, BigUint64Array.of(7n, 999_999n));
    const both = kernel.mergeHistograms(workspace, a, b);
    expect(kernel.mergeHistograms(workspace, b, a)).toEqual(both);
    expect(kernel.histogramQuantiles(workspace, both, [0.5])[0]).toBe(10n);
    const encoded = kernel.encodeHistogram(workspace, both);
    const decoded = kernel.decodeHistogram(workspace, encoded);
    expect(kernel.encodeHistogram(workspace, decoded)).toEqual(encoded);
    expect(() => kernel.decodeHistogram(workspace, encoded.subarray(0, 20))).toThrow(
      expect.objectContaining({ code: 'CORRUPT' }),
    );
  });
});
