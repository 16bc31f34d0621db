// npm's prepare step: builds everything, except when npx only wants to run what is built. npx links a clone into its
// cache before the first command and runs this step there, which would cost half a minute and change nothing.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const isBuilt = ['dist/host-node/src/cli.js', 'build/kernels.json', 'dist/page/index.html'].every(
  (file) => existsSync(join(root, file)),
);
if (process.env['npm_command'] !== 'exec' || !isBuilt) {
  const { status } = spawnSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
