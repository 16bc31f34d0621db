// Levels of repetition, short to write in a reader.
import type { Level, LevelName } from '../collection/collection.ts';

/** A level that is not told apart in the samples: the innermost one, or one with a single unit. */
export function level(name: LevelName, word: string, count: number | null = null): Level {
  return { name, word, count, unitOf: null };
}

/** Groups of samples, one after the other, each of which is one unit: `[3, 2]` are three samples of the first, two of the second. */
export function grouped(name: LevelName, word: string, lengths: readonly number[]): Level {
  const unitOf = new Uint32Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  lengths.forEach((length, unit) => {
    unitOf.fill(unit, at, at + length);
    at += length;
  });
  return { name, word, count: lengths.length, unitOf };
}

/** Arrays one after the other. */
export function concatenated(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
