// What `npm run build` makes and nothing works without; git does not hold it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const MADE = ['dist/host-node/src/cli.js', 'build/kernels.json', 'dist/page/index.html'];

export const isBuilt = () => MADE.every((file) => existsSync(join(root, file)));
