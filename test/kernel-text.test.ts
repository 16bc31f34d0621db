// Text of numbers against the engine's own Number::toString and an exact BigInt rounding.
import { describe, expect, test } from 'vitest';

import { type Build, BUILDS } from './fixtures/kernels.ts';
import { openScratch, type Scratch, seededWords } from './fixtures/scratch.ts';

const float = new DataView(new ArrayBuffer(8));

function fromBits(bits: bigint): number {
  float.setBigUint64(0, bits);
  return float.getFloat64(0);
}

function bitsOf(value: number): bigint {
  float.setFloat64(0, value);
  return float.getBigUint64(0);
}

function writer(s: Scratch): (name: string, value: number, ...more: number[]) => string {
  const out = s.room(1024);
  return (name, value, ...more) => {
    const bytes = s.call(name, value, ...more, out, 1024);
    if (bytes < 0) return `status ${bytes}`;
    return String.fromCharCode(...s.bytes(out, bytes));
  };
}

/** `value` with `decimals` places, half to even, by integers alone. */
function roundExactly(value: number, decimals: number): string {
  const bits = bitsOf(Math.abs(value));
  const exponent = Number(bits >> 52n);
  const mantissa = (bits & ((1n << 52n) - 1n)) | (exponent === 0 ? 0n : 1n << 52n);
  const power = BigInt(Math.max(exponent, 1) - 1075);
  const scaled = mantissa * 10n ** BigInt(decimals) * (power > 0n ? 1n << power : 1n);
  const unit = power < 0n ? 1n << -power : 1n;
  const twice = (scaled % unit) * 2n;
  const floor = scaled / unit;
  const isUp = twice > unit || (twice === unit && floor % 2n === 1n);
  const digits = (floor + (isUp ? 1n : 0n)).toString().padStart(decimals + 1, '0');
  const sign = value < 0 && /[1-9]/.test(digits) ? '-' : '';
  const point = digits.length - decimals;
  return sign + digits.slice(0, point) + (decimals > 0 ? `.${digits.slice(point)}` : '');
}

function* specialNumbers(): Generator<number> {
  yield* [0, -0, 1, -1, 0.1, 1 / 3, 1e21, 1e-7, 1e23, 5e-324, Number.MAX_VALUE, 2 ** 53 + 2];
  for (let exponent = -1074; exponent < 1024; exponent += 1) {
    const value = 2 ** exponent;
    yield* [value, -value, fromBits(bitsOf(value) + 1n), fromBits(bitsOf(value) - 1n)];
  }
  for (let exponent = -323; exponent <= 307; exponent += 1) {
    for (let digit = 1; digit < 10; digit += 1) yield Number(`${digit}e${exponent}`);
  }
}

function differences(build: Build, numbers: Iterable<number>): string[] {
  const text = writer(openScratch(build, 65_536));
  const wrong: string[] = [];
  for (const value of numbers) {
    const got = text('textShortest', value);
    if (got !== String(value) && wrong.length < 5) wrong.push(`${got}, not ${value}`);
  }
  return wrong;
}

describe.each(BUILDS)('the %s kernel', (build) => {
  test('writes every power of two, its neighbors and d x 10^e as ECMAScript does', () => {
    expect(differences(build, specialNumbers())).toEqual([]);
  });

  test('rounds to fixed places exactly, ties to even', () => {
    const text = writer(openScratch(build, 65_536));
    const next = seededWords(9n);
    const values = [0.5, 1.5, 2.5, -0.5, 0.125, 1.005, -2.675, 9.995, 1e22, 5e-324, -1e-9];
    for (let i = 0; i < 2000; i += 1) values.push(fromBits(next()), Number(next() % 9999n) / 64);
    for (const value of values.filter(Number.isFinite)) {
      for (const decimals of [0, 1, 2, 6, 25]) {
        expect(text('textFixed', value, decimals)).toBe(roundExactly(value, decimals));
      }
    }
  });
});

test('a million random doubles are written as ECMAScript does', () => {
  const next = seededWords(77n);
  function* random(): Generator<number> {
    for (let i = 0; i < 1_000_000; i += 1) {
      const value = fromBits(next());
      if (Number.isFinite(value)) yield value;
    }
  }
  expect(differences('simd', random())).toEqual([]);
});
