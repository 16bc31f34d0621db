// How a path is shown to a person. Reads the working folder, nothing else.

import { relative } from 'node:path';

/** Relative when it lies below the working folder; as it is when that folder is gone. */
export function shownPath(path: string): string {
  const below = belowHere(path);
  return below === '' || below.startsWith('..') ? path : below;
}

function belowHere(path: string): string {
  try {
    return relative('', path);
  } catch {
    return '';
  }
}
