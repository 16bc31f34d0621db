// docs/formats.md says what the registry says. `UPDATE=1 npx vitest run test/formats-docs.test.ts` writes its tables anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';

import { FORMATS } from '../kernel/api/formats/registry.ts';
import { tablesFor, withTables } from './fixtures/format-docs.ts';

const DOCUMENT = join(import.meta.dirname, '../docs/formats.md');

it('the tables of docs/formats.md are those of the registry', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  const right = withTables(text, tablesFor(FORMATS));
  if (process.env['UPDATE'] === '1') writeFileSync(DOCUMENT, right);
  else expect(text).toBe(right);
});

it('no two formats have one id', () => {
  expect(new Set(FORMATS.map(({ id }) => id)).size).toBe(FORMATS.length);
});
