// How a path is shown to a person. Reads the working folder, nothing else.

import { relative } from 'node:path';

/** Relative when it lies below the working folder. */
export function shownPath(path: string): string {
  const below = relative('', path);
  return below === '' || below.startsWith('..') ? path : below;
}
