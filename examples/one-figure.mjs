// How do I put one figure of a run on a page of my own?
//   node examples/one-figure.mjs results/RUN latency > page.html

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { duplexFigures, figureSvg, loadRecordingUPlot } from 'echometer/viz';

const [folder, id = 'latency'] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node examples/one-figure.mjs RUN [FIGURE]');
  process.exit(2);
}

const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const runs = [{ run: read('run.json'), data: read('data.json') }];
const figures = duplexFigures({ runs, curves: [], curvesCase: '' });
const figure = figures.find((one) => one.id === id);
if (figure === undefined) {
  console.error(`no figure ${id}; this run has ${figures.map((one) => one.id).join(', ')}`);
  process.exit(2);
}

// An SVG in a page needs no XML declaration.
const svg = figureSvg(loadRecordingUPlot(), figure).replace(/^<\?xml.*\?>\n/, '');
console.log(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${id}</title>
<figure>
${svg}<figcaption>${figure.caption}</figcaption>
</figure>
</html>`);
