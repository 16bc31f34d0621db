// Makes a folder and those above it, or says by name why not. It puts nothing into them.

import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { systemCode } from '../errors.ts';
import { writeError } from './write-file.ts';

/** Does nothing where the folder is there already; throws CANNOT_WRITE or DISK_FULL. */
export function makeFolder(path: string): void {
  const folder = resolve(path);
  try {
    makeEach(folder);
  } catch (error) {
    throw writeError(folder, error);
  }
}

/** Not mkdir's own `recursive`: on a read-only file system Node's says ENOENT, which sends people looking for a typo. */
function makeEach(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    makeEach(dirname(folder));
    mkdirSync(folder);
  }
}
