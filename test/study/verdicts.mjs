// `npm run study:verdicts`: what the verdicts of the kernel do on simulated and resampled trials. Prints Markdown; with --write it replaces
// the section of docs/methodology.md; --quick has a tenth of the comparisons. Minutes of one processor; needs `npm run build`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import * as kernel from '../../dist/host-node/src/kernel/open.js';
import { COMPARISONS, studyMarkdown, verdictStudy } from './verdicts/study.mjs';
import { withSection } from './verdicts/tables.mjs';

const PAGE = fileURLToPath(new URL('../../docs/methodology.md', import.meta.url));
const comparisons = process.argv.includes('--quick') ? COMPARISONS.quick : COMPARISONS.full;

const study = verdictStudy(kernel, await kernel.openWorkspace(), comparisons);
const parts = {};
for (const [name, run] of Object.entries(study)) {
  const from = process.cpuUsage().user;
  parts[name] = run();
  process.stderr.write(`${name}: ${((process.cpuUsage().user - from) / 1e6).toFixed(0)} s\n`);
}
const section = studyMarkdown(parts, comparisons);
if (process.argv.includes('--write'))
  writeFileSync(PAGE, withSection(readFileSync(PAGE, 'utf8'), 'study:verdicts', section));
else process.stdout.write(`${section}\n`);
