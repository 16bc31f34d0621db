// Which declarations one reaches, for packages that ship no others.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Path from the root -> text, with endings that a package has: declarations keep those of the sources. */
export function reachedTypes(root, file, reached = new Map()) {
  if (reached.has(file)) return reached;
  const text = readFileSync(join(root, file), 'utf8');
  reached.set(file, text.replace(/(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'));
  for (const [, path] of reached.get(file).matchAll(/['"](\.{1,2}\/[^'"]+)\.js['"]/g))
    reachedTypes(root, join(dirname(file), `${path}.d.ts`), reached);
  return reached;
}
