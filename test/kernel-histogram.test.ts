// Properties of the HDR histogram: counts of a Map, merging without an order, logs that survive a round trip and damage.
import { describe, expect, test } from 'vitest';

import { BUILDS } from './fixtures/kernels.ts';
import { openScratch, type Scratch, seededWords } from './fixtures/scratch.ts';

type Geometry = readonly [bigint, bigint, number];
const SMALL: Geometry = [1n, 1000n, 1];
const GEOMETRIES: readonly Geometry[] = [
  SMALL,
  [1n, 3_600_000_000_000n, 3],
  [1000n, 1_000_000_000n, 2],
  [1n, (1n << 63n) - 1n, 0],
];
const PS = Float64Array.of(0, 0.01, 0.5, 0.9, 0.99, 1);
const OVERFLOW = -14;
const CORRUPT = -11;
const DOMAIN = -13;

interface Histogram {
  readonly at: number;
  readonly bytes: number;
}

function open(s: Scratch, [lowest, highest, digits]: Geometry): Histogram {
  const bytes = s.call('histogramBytes', lowest, highest, digits);
  expect(bytes).toBeGreaterThan(64);
  const at = s.room(bytes);
  expect(s.call('histogramInit', at, bytes, lowest, highest, digits)).toBe(0);
  return { at, bytes };
}

/** Values of all magnitudes up to `highest`. */
function draw(highest: bigint, n: number, seed: bigint): BigUint64Array {
  const next = seededWords(seed);
  return BigUint64Array.from({ length: n }, () => (next() >> (next() % 64n)) % (highest + 1n));
}

function record(s: Scratch, h: Histogram, values: BigUint64Array): void {
  expect(s.call('histogramRecordBatch', h.at, s.put(values), values.length)).toBe(0);
}

function image(s: Scratch, h: Histogram): Buffer {
  return Buffer.from(s.bytes(h.at, h.bytes));
}

/** Largest value that shares the counter: within the promised digits, in integers. */
function ceilingOf(value: bigint, [lowest, , digits]: Geometry): bigint {
  let subBuckets = 2n;
  while (subBuckets < 2n * 10n ** BigInt(digits)) subBuckets *= 2n;
  let size = 1n;
  while (size * 2n <= lowest) size *= 2n;
  while (value >= subBuckets * size) size *= 2n;
  return (value / size) * size + size - 1n;
}

describe.each(BUILDS)('in the %s kernel', (build) => {
  const s = openScratch(build, 8 << 20);

  test.each(GEOMETRIES)(
    'quantiles from %d to %d with %d digits are those of the list',
    (...geometry) => {
      s.within(() => {
        const h = open(s, geometry);
        const values = draw(geometry[1], 5000, 3n);
        record(s, h, values);
        const out = s.room(8 * PS.length);
        expect(s.call('histogramQuantiles', h.at, s.put(PS), PS.length, out)).toBe(0);
        const sorted = values.slice().sort();
        const wanted = [...PS].slice(1).map((p) => {
          const rank = Math.ceil(Math.round(p * 5000 * 1000) / 1000);
          return ceilingOf(sorted[rank - 1] ?? 0n, geometry);
        });
        expect([...s.words(out, PS.length)].slice(1)).toEqual(wanted);
        expect(s.words(h.at + 40, 3)).toEqual(
          BigUint64Array.of(5000n, sorted[0] ?? 0n, sorted[4999] ?? 0n),
        );
      });
    },
  );

  test('one by one and in a batch are the same bytes', () => {
    s.within(() => {
      const values = draw(1000n, 700, 4n);
      const [one, batch] = [open(s, SMALL), open(s, SMALL)];
      for (const value of values) expect(s.call('histogramRecord', one.at, value, 1n)).toBe(0);
      record(s, batch, values);
      expect(image(s, one).equals(image(s, batch))).toBe(true);
    });
  });

  test.each(GEOMETRIES)('merging from %d to %d with %d digits has no order', (...geometry) => {
    s.within(() => {
      const parts = [10n, 11n, 12n].map((seed) => draw(geometry[1], 400, seed));
      const orders = [
        [0, 1, 2],
        [2, 1, 0],
        [1, 2, 0],
      ].map((order) => {
        const sum = open(s, geometry);
        for (const i of order) {
          const part = open(s, geometry);
          record(s, part, parts[i] ?? new BigUint64Array());
          expect(s.call('histogramMerge', sum.at, part.at)).toBe(0);
        }
        return image(s, sum);
      });
      const whole = open(s, geometry);
      for (const part of parts) record(s, whole, part);
      for (const merged of orders) expect(merged.equals(image(s, whole))).toBe(true);
    });
  });

  test.each(GEOMETRIES)('a log from %d to %d with %d digits comes back', (...geometry) => {
    s.within(() => {
      const h = open(s, geometry);
      record(s, h, draw(geometry[1], 300, 20n));
      const log = s.room(1 << 16);
      const bytes = s.call('histogramEncode', h.at, log, 1 << 16);
      expect(bytes).toBeGreaterThan(40);
      expect(s.call('histogramDecodedBytes', log, bytes)).toBe(h.bytes);
      const again = { at: s.room(h.bytes), bytes: h.bytes };
      expect(s.call('histogramDecode', log, bytes, again.at, h.bytes)).toBe(0);
      // All but min and max, which a log does not hold.
      expect(image(s, again).subarray(0, 48).equals(image(s, h).subarray(0, 48))).toBe(true);
      expect(image(s, again).subarray(64).equals(image(s, h).subarray(64))).toBe(true);
    });
  });

  test('a damaged log is CORRUPT or another valid log, and a refused one changes nothing', () => {
    s.within(() => {
      const h = open(s, SMALL);
      record(s, h, draw(1000n, 300, 30n));
      const log = s.room(4096);
      const bytes = s.call('histogramEncode', h.at, log, 4096);
      const whole = s.bytes(log, bytes).slice();
      const into = s.put(new Uint8Array(h.bytes).fill(0xa5));
      let refused = 0;
      for (let bit = 0; bit < bytes * 8; bit += 1) {
        s.bytes(log, bytes).set(whole);
        const place = s.bytes(log + (bit >> 3), 1);
        place[0] = (place[0] ?? 0) ^ (1 << (bit & 7));
        const status = s.call('histogramDecode', log, bytes, into, h.bytes);
        if (status === CORRUPT) {
          refused += 1;
          expect(s.call('lastSubject')).toBeLessThan(bytes);
          expect(s.bytes(into, h.bytes).every((byte) => byte === 0xa5)).toBe(true);
        } else {
          expect([0, -10]).toContain(status);
          s.bytes(into, h.bytes).fill(0xa5);
        }
      }
      expect(refused).toBeGreaterThan(100);
    });
  });

  test('counts that do not fit 63 bits are OVERFLOW', () => {
    s.within(() => {
      const h = open(s, SMALL);
      expect(s.call('histogramRecord', h.at, 5n, (1n << 63n) - 2n)).toBe(0);
      expect(s.call('histogramRecord', h.at, 6n, 1n)).toBe(0);
      const full = image(s, h);
      expect(s.call('histogramRecord', h.at, 7n, 1n)).toBe(OVERFLOW);
      expect(s.call('histogramRecordBatch', h.at, s.put(BigUint64Array.of(7n)), 1)).toBe(OVERFLOW);
      expect(s.call('histogramMerge', h.at, h.at)).toBe(OVERFLOW);
      expect(image(s, h).equals(full)).toBe(true);
    });
  });

  test('a batch with one value outside the range counts none', () => {
    s.within(() => {
      const h = open(s, SMALL);
      const empty = image(s, h);
      const values = s.put(BigUint64Array.of(1n, 2n, 1n << 40n, 3n));
      expect(s.call('histogramRecordBatch', h.at, values, 4)).toBe(DOMAIN);
      expect(image(s, h).equals(empty)).toBe(true);
    });
  });
});
