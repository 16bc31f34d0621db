// Where this user's files that can be made again are kept: XDG_CACHE_HOME, or each system's own place.

import { homedir, platform } from 'node:os';
import { join } from 'node:path';

export function cacheFolder(name: string): string {
  return join(base(), 'echometer', name);
}

function base(): string {
  const given = process.env['XDG_CACHE_HOME'] ?? '';
  if (given !== '') return given;
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Caches');
  const local = process.env['LOCALAPPDATA'] ?? '';
  return platform() === 'win32' && local !== '' ? local : join(homedir(), '.cache');
}
