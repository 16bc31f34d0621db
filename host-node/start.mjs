// `npm start` in a clone: the command line, or the command that builds it where npm was told to run no scripts.

import { isBuilt } from './built.mjs';

const NOTHING_TO_RUN = 3;

if (isBuilt()) await import('../dist/host-node/src/cli.js');
else {
  console.error('echometer: this clone is not built; run: npm run build [NOT_BUILT]');
  process.exitCode = NOTHING_TO_RUN;
}
