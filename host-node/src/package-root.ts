// Where the package's own files are, from the compiled output as well as from the sources. It reads no result.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { missingError } from './errors.ts';

let knownRoot: string | null = null;

export function packageRoot(): string {
  knownRoot ??= findRoot(dirname(fileURLToPath(import.meta.url)));
  return knownRoot;
}

export function packageVersion(): string {
  const text = readFileSync(join(packageRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function findRoot(start: string): string {
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file) && readFileSync(file, 'utf8').includes('"name": "echometer"'))
      return folder;
  }
  throw missingError(
    'NO_PACKAGE',
    start,
    'the files of the echometer package were not found above this program',
    'install the package again',
  );
}
