// The vectors in the repository are what their generator writes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const vectors = fileURLToPath(new URL('../kernel/vectors', import.meta.url));

test('the generator writes every vector again, byte by byte', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vectors-'));
  try {
    execFileSync('python3', ['-B', join(vectors, 'generate.py'), folder]);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.json'),
    );
    expect(files.length).toBeGreaterThan(15);
    for (const file of files) {
      expect([file, readFileSync(join(vectors, file), 'utf8')]).toEqual([
        file,
        readFileSync(join(folder, file), 'utf8'),
      ]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
