// `npm run study:changes [SERIES]`: how the kernel's changePoints does on seeded series (200 of each shape). Prints the table of
// docs/statistics.md; with --write it replaces it there. The numbers are the same on every machine.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { openWorkspace, changePoints } from 'echometer/kernel';

import { judge, SHAPES } from './change-series.mjs';

const LEAST = 3;
const LEVEL = 0.05;
const BEGIN = '<!-- study:changes -->';
const END = '<!-- /study:changes -->';

const count = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 200);
const workspace = await openWorkspace();
const percent = (share) => (share === null ? '–' : `${(100 * share).toFixed(1)} %`);

const rows = SHAPES.map((shape) => {
  const { found, others, wild } = judge(
    shape,
    (values) => changePoints(workspace, values, LEAST, LEVEL),
    count,
  );
  const cells = [percent(found), percent(others), 'wild' in shape ? percent(wild) : '–'];
  console.error(shape.name, ...cells);
  return `| ${[shape.name, ...cells].join(' | ')} |`;
});
const table = [
  '| series | steps found within one run | series with any other change | wild run called a change |',
  '| --- | --- | --- | --- |',
  ...rows,
].join('\n');

if (process.argv.includes('--write')) {
  const file = fileURLToPath(new URL('../../docs/statistics.md', import.meta.url));
  const text = readFileSync(file, 'utf8');
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`${file} has no place for the table`);
  writeFileSync(
    file,
    `${text.slice(0, before + BEGIN.length)}\n\n${table}\n\n${text.slice(after)}`,
  );
} else {
  console.log(table);
}
