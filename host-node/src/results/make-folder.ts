// Makes a folder and those above it, or says by name why not. It puts nothing into them.

import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
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

/** A folder inside a run's, which is never reached through a link: what is written stays in the run. Gives its path. */
export function makePart(folder: string, ...parts: readonly string[]): string {
  const [first, ...rest] = parts;
  if (first === undefined) return folder;
  const path = join(folder, first);
  makeFolder(path);
  if (lstatSync(path).isDirectory()) return makePart(path, ...rest);
  throw new EchometerError({
    code: 'CANNOT_WRITE',
    subject: path,
    what: `${path} is a link: nothing is written through it`,
    next: 'put a folder there',
    outcome: 'missing',
  });
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
