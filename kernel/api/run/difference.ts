// The first place where two JSON values differ, as a path a person can follow: `trials[3].stats.receiptNs.p50`. It
// compares exactly (equal bits for numbers) and in the order of the expected value's fields.

export interface Difference {
  readonly path: string;
  readonly expected: unknown;
  readonly found: unknown;
}

export function firstDifference(expected: unknown, found: unknown, path = ''): Difference | null {
  if (Object.is(expected, found)) return null;
  if (Array.isArray(expected) && Array.isArray(found))
    return arrayDifference(expected, found, path);
  if (isObject(expected) && isObject(found)) return objectDifference(expected, found, path);
  return { path, expected, found };
}

function arrayDifference(
  expected: readonly unknown[],
  found: readonly unknown[],
  path: string,
): Difference | null {
  const shared = Math.min(expected.length, found.length);
  for (let index = 0; index < shared; index += 1) {
    const difference = firstDifference(expected[index], found[index], `${path}[${index}]`);
    if (difference !== null) return difference;
  }
  if (expected.length === found.length) return null;
  return { path: `${path}.length`, expected: expected.length, found: found.length };
}

function objectDifference(
  expected: Readonly<Record<string, unknown>>,
  found: Readonly<Record<string, unknown>>,
  path: string,
): Difference | null {
  for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const inner = path === '' ? key : `${path}.${key}`;
    const difference = firstDifference(expected[key], found[key], inner);
    if (difference !== null) return difference;
  }
  return null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
