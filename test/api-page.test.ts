// docs/api.md says what the declarations say, and nothing public is without a comment. `UPDATE=1 npx vitest run test/api-page.test.ts` writes it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';

import { apiPage, publicFiles } from './fixtures/api-page.ts';

const DOCUMENT = join(import.meta.dirname, '../docs/api.md');
const files = publicFiles();
const names = files.flatMap((file) => file.names);

it('every public name has a comment that says more than its type', () => {
  expect(names.length).toBeGreaterThan(80);
  const bare = names.filter(({ comment, signature }) => comment === '' && !isPlainType(signature));
  expect(bare.map(({ name }) => name)).toEqual([]);
});

/** A union of literals says all of itself; so does an interface whose fields have comments. */
const isPlainType = (signature: string): boolean =>
  signature.startsWith('type ') || /^interface [^{]*\{\s*\/\*\*/.test(signature);

it('docs/api.md is the page of the declarations', () => {
  const right = apiPage(files);
  if (process.env['UPDATE'] === '1') writeFileSync(DOCUMENT, right);
  else expect(readFileSync(DOCUMENT, 'utf8')).toBe(right);
});
