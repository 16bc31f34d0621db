// The kernel's build: the same bytes and identities every time, whatever comments and spaces the sources have.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
let folder = '';

beforeAll(() => {
  // A folder with a space and an umlaut: paths must not reach the bytes either.
  folder = mkdtempSync(join(tmpdir(), 'kernel büild '));
  const needed = [
    'assembly',
    'entries',
    'wit',
    'build.mjs',
    'component.mjs',
    'measure-id.mjs',
    'build-stamp.mjs',
  ];
  for (const each of [...needed.map((name) => `kernel/${name}`), 'asconfig.json', 'package.json']) {
    cpSync(join(root, each), join(folder, each), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

type Kernels = Record<string, { sha256: string; kernelId: string; measureId: string }>;

function built(where: string): Kernels {
  return JSON.parse(readFileSync(join(where, 'build/kernels.json'), 'utf8')) as Kernels;
}

function build(): Kernels {
  execFileSync(process.execPath, [join(folder, 'kernel/build.mjs')], { stdio: 'pipe' });
  return built(folder);
}

test('the build is reproducible elsewhere, and comments do not move an identity', () => {
  appendFileSync(join(folder, 'kernel/assembly/verify/compare.ts'), '\n// a comment\n\n\n');
  expect(build()).toEqual(built(root));
});

test('nothing is compiled when neither sources nor files changed, and all is when one did', async () => {
  const { isFresh } = (await import(join(root, 'kernel/build-stamp.mjs'))) as {
    isFresh: (where: string) => boolean;
  };
  const isFreshWith = (path: string, change: (bytes: Buffer) => Buffer): boolean => {
    const file = join(folder, path);
    const bytes = readFileSync(file);
    writeFileSync(file, change(bytes));
    const is = isFresh(folder);
    writeFileSync(file, bytes);
    return is;
  };
  expect(isFreshWith('build/kernel.wasm', (bytes) => bytes)).toBe(true);
  expect(isFreshWith('build/kernel.wasm', (bytes) => bytes.subarray(1))).toBe(false);
  const commented = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.from('// more\n')]);
  expect(isFreshWith('kernel/assembly/verify/compare.ts', commented)).toBe(false);
  expect(isFreshWith('kernel/wit/kernel.wit', commented)).toBe(false);
  expect(isFresh(folder)).toBe(true);
});

function identity(): { kernelId: string; measureId: string } {
  const script = join(folder, 'kernel/build.mjs');
  const text = execFileSync(process.execPath, [script, '--identity'], { encoding: 'utf8' });
  return JSON.parse(text) as { kernelId: string; measureId: string };
}

// test/kernel-measure-id.test.ts says what moves it; here, that the script asks it.
test('a changed statistic moves kernelId, and only changed measuring code moves measureId', () => {
  const before = identity();
  const stats = join(folder, 'kernel/assembly/stats/aggregate.ts');
  writeFileSync(stats, readFileSync(stats, 'utf8').replace('1 << 16', '1 << 15'));
  const after = identity();
  expect(after.kernelId).not.toBe(before.kernelId);
  expect(after.measureId).toBe(before.measureId);
  const marks = join(folder, 'kernel/assembly/flow/marks.ts');
  writeFileSync(marks, readFileSync(marks, 'utf8').replace('4_096', '2_048'));
  expect(identity().measureId).not.toBe(before.measureId);
});
