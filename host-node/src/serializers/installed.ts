// The version of an installed library, read from its package file; packages may hide that file from imports.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version that this program would import, or an empty string. */
export function installedVersion(library: string): string {
  if (library === 'built-in') return process.versions.node;
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'node_modules', library, 'package.json');
    if (!existsSync(file)) continue;
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string };
    return version ?? '';
  }
  return '';
}
