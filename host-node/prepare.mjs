// npm's prepare step: builds everything, except when npx only wants to run what is built. npx links a clone into its
// cache before the first command and runs this step there, which would cost half a minute and change nothing.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { isBuilt } from './built.mjs';

if (process.env['npm_command'] !== 'exec' || !isBuilt()) {
  const cwd = join(import.meta.dirname, '..');
  const { status } = spawnSync('npm', ['run', 'build'], { cwd, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
