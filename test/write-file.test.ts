// A file of a run is there whole or not at all. What is in it is tested elsewhere.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { writeFileWhole } from '../host-node/src/results/write-file.ts';
import { temporaryFolder } from './fixtures/cli.ts';

describe('a file that is written whole', () => {
  it('replaces what was there and leaves no temporary file', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.json'), 'old');
    writeFileWhole(join(folder, 'a.json'), 'néw');
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('néw');
    expect(readdirSync(folder)).toEqual(['a.json']);
  });

  it('leaves no temporary file when it cannot take its place', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'a.json'));
    expect(() => {
      writeFileWhole(join(folder, 'a.json'), 'new');
    }).toThrow(expect.objectContaining({ code: 'CANNOT_WRITE' }) as Error);
    expect(readdirSync(folder)).toEqual(['a.json']);
  });
});
