// The component's histograms, densities and draws: bit for bit those of the typed facade, whose bits the vectors bind.
import { beforeAll, describe, expect, test } from 'vitest';

import { statistics as component } from '../build/component/component.js';
import * as kernel from '../host-node/src/kernel/open.ts';
import { drawStream } from '../kernel/api/conformance/calls.ts';

let workspace: kernel.Workspace;

beforeAll(async () => {
  workspace = await kernel.openWorkspace();
});

// Small: vitest compares 270 KB of counters for a minute.
const GEOMETRY = { lowest: 1n, highest: 10_000_000n, digits: 2 };

function nanoseconds(seed: bigint, n: number): BigUint64Array {
  return BigUint64Array.from(drawStream('ns', seed, n), (each) => BigInt(Math.round(each)));
}

describe('a histogram of the component', () => {
  test('has the bytes of the facade at every step, and merges either way', () => {
    const empty = component.createHistogram(GEOMETRY);
    expect(empty).toEqual(kernel.createHistogram(workspace, GEOMETRY));
    const [x, y] = [nanoseconds(1n, 2_000), nanoseconds(2n, 5)];
    const a = component.recordAll(empty, x);
    const b = component.recordAll(empty, y);
    expect(a).toEqual(kernel.recordAll(workspace, empty, x));
    const both = component.mergeHistograms(a, b);
    expect(component.mergeHistograms(b, a)).toEqual(both);
    expect(both).toEqual(kernel.mergeHistograms(workspace, a, b));
    const ps = Float64Array.of(0, 0.5, 0.99, 1);
    const quantiles = component.histogramQuantiles(both, ps);
    expect(quantiles).toEqual(kernel.histogramQuantiles(workspace, both, ps));
    const encoded = component.encodeHistogram(both);
    expect(encoded).toEqual(kernel.encodeHistogram(workspace, both));
    const decoded = component.decodeHistogram(encoded);
    expect(decoded).toEqual(kernel.decodeHistogram(workspace, encoded));
    expect(component.histogramQuantiles(decoded, ps)).toEqual(quantiles);
  });

  test('of the widest range fits in the memory that the component takes', () => {
    const widest = { lowest: 1n, highest: 2n ** 63n - 1n, digits: 5 };
    const filled = component.recordAll(component.createHistogram(widest), BigUint64Array.of(7n));
    expect(component.encodeHistogram(filled).length).toBeLessThan(60);
  });

  test.each<[string, () => unknown, object]>([
    [
      'no geometry',
      () => component.createHistogram({ ...GEOMETRY, digits: 6 }),
      { code: 'bad-argument', subject: 2 },
    ],
    [
      'bytes that are no histogram',
      () => component.recordAll(new Uint8Array(5_000), BigUint64Array.of(1n)),
      { code: 'corrupt', subject: 0 },
    ],
    [
      'a histogram without its last byte',
      () => component.encodeHistogram(component.createHistogram(GEOMETRY).slice(0, -1)),
      { code: 'corrupt', subject: 0 },
    ],
    [
      'another geometry to merge',
      () =>
        component.mergeHistograms(
          component.createHistogram(GEOMETRY),
          component.createHistogram({ ...GEOMETRY, digits: 1 }),
        ),
      { code: 'domain', subject: 1 },
    ],
    [
      'a value above the range',
      () => component.recordAll(component.createHistogram(GEOMETRY), BigUint64Array.of(2n ** 62n)),
      { code: 'domain', subject: 1 },
    ],
    [
      'quantiles of nothing',
      () => component.histogramQuantiles(component.createHistogram(GEOMETRY), Float64Array.of(0.5)),
      { code: 'empty', subject: 0 },
    ],
    [
      'a truncated encoding',
      () =>
        component.decodeHistogram(
          component.encodeHistogram(component.createHistogram(GEOMETRY)).slice(0, 20),
        ),
      { code: 'corrupt' },
    ],
  ])('refuses %s', (_, call, refusal) => {
    expect(call).toThrow(expect.objectContaining(refusal));
  });
});

describe('a density of the component', () => {
  const x = drawStream('tail', 5n, 700);
  const grid = Float64Array.of(900, 1_200, 3_000, 50_000);

  test.each(['linear', 'log'] as const)('is that of the facade, %s', (scale) => {
    for (const rule of ['scott', 'silverman', 'silverman-robust'] as const) {
      const options = { scale, bandwidth: { tag: 'rule' as const, val: rule } };
      expect(component.density(x, grid, options)).toEqual(
        kernel.density(workspace, x, grid, { scale, bandwidth: rule }),
      );
    }
    const options = { scale, bandwidth: { tag: 'width' as const, val: 0.37 } };
    expect(component.density(x, grid, options)).toEqual(
      kernel.density(workspace, x, grid, { scale, bandwidth: 0.37 }),
    );
  });

  test('has the outline of the facade', () => {
    expect(component.violin(x, 64)).toEqual(kernel.violin(workspace, x, 64));
  });

  test('refuses equal values, a width of 0 and one point of a violin', () => {
    const equal = new Float64Array(10).fill(3);
    const scott = {
      scale: 'linear' as const,
      bandwidth: { tag: 'rule' as const, val: 'scott' as const },
    };
    const zero = { scale: 'linear' as const, bandwidth: { tag: 'width' as const, val: 0 } };
    expect(() => component.density(equal, grid, scott)).toThrow(
      expect.objectContaining({ code: 'domain', subject: 0 }),
    );
    expect(() => component.density(x, grid, zero)).toThrow(
      expect.objectContaining({ code: 'bad-argument', subject: 2 }),
    );
    expect(() => component.violin(x, 1)).toThrow(
      expect.objectContaining({ code: 'bad-argument', subject: 2 }),
    );
  });
});

describe('a draw of the component', () => {
  const values = Float64Array.from({ length: 50 }, (_, i) => i * 1.5);
  const seed = 1_729n;

  test('is that of the facade', () => {
    expect(component.fnv1a(new TextEncoder().encode('echo'))).toBe(
      kernel.fnv1a(workspace, new TextEncoder().encode('echo')),
    );
    expect(component.drawUnits(seed, 100)).toEqual(kernel.drawUnits(workspace, seed, 100));
    expect(component.drawUnits32(seed, 9)).toEqual(kernel.drawUnits32(workspace, seed, 9));
    expect(component.drawRange(seed, -2, 3, 9)).toEqual(
      kernel.drawRange(workspace, seed, -2, 3, 9),
    );
    const dice = component.drawIntegers(seed, -3n, 4n, 200);
    expect(dice).toEqual(kernel.drawIntegers(workspace, seed, -3n, 4n, 200));
    expect([...new Set(dice)].sort((a, b) => Number(a - b))).toEqual([
      -3n,
      -2n,
      -1n,
      0n,
      1n,
      2n,
      3n,
    ]);
    expect(component.drawBooleans(seed, 40)).toEqual(kernel.drawBooleans(workspace, seed, 40));
    for (const k of [1, 7, 50, 60]) {
      const picked = component.drawSample(values, k, seed);
      expect(picked).toEqual(kernel.drawSample(workspace, values, k, seed));
      expect(picked.length).toBe(Math.min(k, 50));
      expect(component.drawResample(values, k, seed)).toEqual(
        kernel.drawResample(workspace, values, k, seed),
      );
    }
    expect(component.drawShuffle(values, seed)).toEqual(
      kernel.drawShuffle(workspace, values, seed),
    );
    expect(component.drawUnits(seed, 0)).toEqual(new Float64Array(0));
  });

  test.each([
    [
      { tag: 'uniform', val: { least: 2, limit: 5 } },
      { kind: 'uniform', least: 2, limit: 5 },
    ],
    [
      { tag: 'additive', val: { mean: 10, deviation: 2 } },
      { kind: 'additive', mean: 10, deviation: 2 },
    ],
    [
      { tag: 'multiplicative', val: { mean: 1, deviation: 0.5 } },
      { kind: 'multiplicative', mean: 1, deviation: 0.5 },
    ],
    [
      { tag: 'exponential', val: 0.25 },
      { kind: 'exponential', rate: 0.25 },
    ],
    [
      { tag: 'power', val: { least: 1, shape: 3 } },
      { kind: 'power', least: 1, shape: 3 },
    ],
  ] as const)('of %o is that of the facade', (theirs, ours) => {
    expect(component.drawDistribution(theirs, seed, 300)).toEqual(
      kernel.drawDistribution(workspace, ours, seed, 300),
    );
  });

  test('refuses impossible parameters and more numbers than memory holds', () => {
    const backwards = { tag: 'uniform', val: { least: 5, limit: 2 } } as const;
    expect(() => component.drawDistribution(backwards, seed, 3)).toThrow(
      expect.objectContaining({ code: 'bad-argument', subject: 2 }),
    );
    expect(() => component.drawUnits(seed, 0xffff_ffff)).toThrow(
      expect.objectContaining({ code: 'no-memory' }),
    );
    expect(() => component.drawSample(new Float64Array(0), 1, seed)).toThrow(
      expect.objectContaining({ code: 'empty', subject: 0 }),
    );
    expect(component.drawUnits(seed, 2).length).toBe(2);
  });
});
