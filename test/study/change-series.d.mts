// Types of change-series.mjs for its test.
export interface Shape {
  readonly name: string;
  readonly length: number;
}

export interface Judgment {
  readonly found: number | null;
  readonly others: number;
  readonly wild: number;
}

export const SHAPES: readonly Shape[];

export function judge(
  shape: Shape,
  find: (values: readonly number[]) => Iterable<number>,
  count: number,
): Judgment;

/** A seeded series, where its level changes, and its wild run. */
export function seriesOf(
  shape: Shape,
  seed: number,
): {
  readonly values: readonly number[];
  readonly places: readonly number[];
  readonly wildAt: number | null;
};
