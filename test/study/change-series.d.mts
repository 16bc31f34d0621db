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
