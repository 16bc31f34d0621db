// The samples of a series by the unit of a level that they belong to.

export function partsOf(values: Iterable<number>, places: Uint32Array): number[][] {
  const parts = new Map<number, number[]>();
  let index = 0;
  for (const value of values) {
    const unit = places[index++] ?? 0;
    const part = parts.get(unit);
    if (part === undefined) parts.set(unit, [value]);
    else part.push(value);
  }
  return [...parts.values()];
}
