// Compares a text with its golden file and leaves what it got beside it (`*.got`) when they differ. Golden files are
// changed by moving the `.got` file over them, after reading it.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

export function expectGolden(name: string, text: string): void {
  const path = join(import.meta.dirname, name);
  const got = `${path}.got`;
  const golden = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (golden === text) rmSync(got, { force: true });
  else writeFileSync(got, text);
  expect(text).toBe(golden);
}
