// The report as files: one HTML without foreign requests, well-formed SVG, a PDF that is the same twice.
// Needs xmllint and pdftotext; where they are missing these tests fail, they do not skip.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrialFile } from '../kernel/api/run/results.ts';
import { escapeXml } from '../viz/text/xml.ts';
import { duplexFigures } from '../viz/figures/duplex.ts';
import { loadPdfFonts, loadRecordingUPlot, loadReportAssets } from '../viz/assets/node.ts';
import { reportPage } from '../viz/report/content.ts';
import { shownTable } from '../viz/print/shown.ts';
import type { Page } from '../viz/report/page.ts';
import { reportFiles } from '../viz/print/report-files.ts';
import { pageHtml } from '../viz/print/page-html.ts';
import { pageMarkdown } from '../viz/print/page-markdown.ts';
import { pagePdf } from '../viz/print/page-pdf.ts';
import { figureSvg } from '../viz/print/figure-svg.ts';
import { freshWorkspace } from './fixtures/kernels.ts';
import { madeRun } from './fixtures/run-folder.ts';
import { LAPTOP, TABLET } from './fixtures/synthetic-run.ts';
import { serializerFigure, twoDeviceCurves, twoRuns } from './fixtures/figures.ts';

const recording = loadRecordingUPlot();
const sha256Base64 = (text: string) => createHash('sha256').update(text).digest('base64');

function contentOf(): Page {
  const runs = twoRuns();
  const duplex = duplexFigures({ runs, curves: twoDeviceCurves(5000), curvesCase: '64 B' });
  const figures = [...duplex, serializerFigure()].filter((figure) => figure !== null);
  return reportPage({ runs, figures, more: [] });
}

const content = contentOf();
const tables = content.sections
  .flatMap(({ figure, table }) => [figure?.table, table])
  .flatMap((table) => (table === undefined ? [] : [shownTable(table, '')]));
const texts = tables.flatMap(({ rows }) => rows.flat()).map(({ text }) => text);
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'echometer viz '));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('report.html', () => {
  const html = pageHtml(content, { recording, sha256Base64 });
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';

  it('is below 600 kB', () => {
    expect(html.length).toBeLessThan(600_000);
  });

  it('allows exactly its own script and style, by hash', () => {
    const bodies = (tag: string) =>
      [...html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, body = '']) => body);
    for (const [tag, directive] of [
      ['script', 'script-src'],
      ['style', 'style-src'],
    ] as const) {
      const [body = '', ...others] = bodies(tag);
      expect(others).toEqual([]);
      expect(policy).toContain(`${directive} 'sha256-${sha256Base64(body)}'`);
    }
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('has no inline handler, no inline style and nothing to fetch', () => {
    expect(html).not.toMatch(/ on[a-z]+="/);
    expect(html).not.toMatch(/ style="/);
    expect(html).not.toMatch(/ (src|action|poster)="/);
    // What a reader may follow: places in the page, files beside it, and tables that the page holds.
    expect(html).not.toMatch(
      / href="(?!#|data:text\/csv|figures\/[\w-]+\.svg"|report\.pdf"|data\.json"|stats\.json")/,
    );
    expect(html).not.toMatch(/url\((?!#)/);
  });

  it('has no id twice', () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('has a table under every figure, with every cell', () => {
    expect(html.match(/<figure>/g)?.length).toBe(
      content.sections.filter(({ figure }) => figure !== undefined).length,
    );
    for (const text of texts) expect(html).toContain(text);
  });

  it('escapes what a run may contain', () => {
    const [run, other] = twoRuns();
    if (run === undefined || other === undefined) throw new Error('no runs');
    const label = '<script>alert(1)</script>&"';
    const evil = { ...run, run: { ...run.run, device: { ...run.run.device, label } } };
    const figures = duplexFigures({ runs: [evil, other], curves: [], curvesCase: '' });
    const parts = { runs: [evil, other], figures, more: [] };
    const text = pageHtml(reportPage(parts), { recording, sha256Base64 });
    expect(text).not.toContain('<script>alert');
    expect(text.match(/<script>/g)).toHaveLength(1);
  });

  it('takes a name of control characters, line breaks and thousands of letters', async () => {
    // A NUL made the SVG no XML, a line break a heading of its own, and 4,000 letters kept the PDF busy for minutes.
    const [run] = twoRuns();
    if (run === undefined) throw new Error('no run');
    const label = `a\u0000b\n# Heading <b>\ud800 ${'x'.repeat(4000)}`;
    const named = { ...run, run: { ...run.run, device: { ...run.run.device, label } } };
    const figures = duplexFigures({ runs: [named], curves: [], curvesCase: '' });
    const odd = reportPage({ runs: [named], figures, more: [] });
    expect(odd.title).toMatch(/^Round trips on a b # Heading <b> x{50,70}…$/);
    const [title] = pageMarkdown(odd).split('\n');
    expect(title).toContain('# Heading &lt;b> ');
    expect(pageHtml(odd, { recording, sha256Base64 })).not.toMatch(/[\0\ud800]/u);
    expect((await pagePdf(odd, { recording, fonts: loadPdfFonts() })).length).toBeGreaterThan(1e4);
  });

  it('has no character that XML forbids, escaped or not', () => {
    expect(escapeXml('a\u0001\n<b>\ud800"\u{1f600}')).toBe(
      'a\ufffd\n&lt;b&gt;\ufffd&quot;\u{1f600}',
    );
  });

  it('says what each run resolves, when it measured that', () => {
    expect(html).not.toContain('Measured against itself');
    const runs = twoRuns().map((one) => ({
      ...one,
      data: { ...one.data, resolution: { percent: 2.13 } } as unknown as typeof one.data,
    }));
    const { findings = [] } = reportPage({ runs, figures: [], more: [] });
    expect(JSON.stringify(findings)).toContain(
      'Laptop: Measured against itself, this machine resolves ±2.1 %',
    );
  });

  it('names what differs between the devices', () => {
    expect(html).toContain('The runs differ in processor, memory, operating system, worker');
  });
});

describe('figures/*.svg', () => {
  it.each(
    content.sections.flatMap(({ figure }) =>
      figure === undefined
        ? []
        : [{ name: `${figure.id}.svg`, text: figureSvg(recording, figure) }],
    ),
  )('$name is well-formed, titled and described', ({ name, text }) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    execFileSync('xmllint', ['--noout', '--nonet', path]);
    expect(text).toMatch(/<title id="[^"]+">[^<]+<\/title><desc id="[^"]+">[^<]+<\/desc>/);
    expect(text).not.toMatch(/NaN|undefined|var\(/);
  });
});

describe('report.pdf', () => {
  const make = () => pagePdf(content, { recording, fonts: loadPdfFonts() });

  it('is byte-identical when made twice', async () => {
    const [first, second] = [await make(), await make()];
    expect(Buffer.compare(first, second)).toBe(0);
  });

  it('holds every number of every table as text', async () => {
    const path = join(folder, 'report.pdf');
    writeFileSync(path, await make());
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
    const cells = texts.flatMap((cell) => cell.split(' '));
    const missing = cells.filter((cell) => /\d/.test(cell) && !text.includes(cell));
    expect(missing).toEqual([]);
    expect(text).toContain('µs, log axis · lower is better');
  });

  it('is tagged, has an outline and embeds subsets of its fonts', async () => {
    const path = join(folder, 'tagged.pdf');
    const bytes = Buffer.from(await make());
    writeFileSync(path, bytes);
    expect(execFileSync('pdfinfo', [path], { encoding: 'utf8' })).toMatch(/Tagged: +yes/);
    const fonts = execFileSync('pdffonts', [path], { encoding: 'utf8' }).split('\n').slice(2);
    for (const line of fonts.filter((one) => one !== '')) expect(line).toMatch(/yes yes yes/);
    const structure = execFileSync('pdfinfo', ['-struct', path], { encoding: 'utf8' });
    for (const tag of ['H1', 'H2', 'Figure', 'Table', 'TH', 'TD']) expect(structure).toContain(tag);
    expect(bytes.includes('/Outlines')).toBe(true);
  });
});

describe('reportFiles', () => {
  it('makes every file from run folders and their samples', async () => {
    const runs = [madeRun(LAPTOP), madeRun(TABLET)].map(({ run, data, files }) => {
      const json = (path: string) =>
        JSON.parse(new TextDecoder().decode(files.get(path))) as TrialFile;
      const trials = [...files.keys()].filter((path) => path.startsWith('trials/')).map(json);
      const samples = (file: string) => files.get(`samples/${file}`) ?? new Uint8Array();
      return { run, data, trials, samples };
    });
    const input = { runs, workspace: freshWorkspace() };
    const made = await reportFiles(input, loadReportAssets());
    expect(made.map(({ name }) => name)).toEqual([
      'report.html',
      'report.md',
      'figures/latency.svg',
      'figures/distribution.svg',
      'figures/throughput.svg',
      'figures/run-order.svg',
      'report.pdf',
    ]);
    for (const { bytes } of made) expect(bytes.length).toBeGreaterThan(1000);
  });
});

describe('report.md', () => {
  it('has the same tables', () => {
    const text = pageMarkdown(content);
    for (const { caption, rows } of tables) {
      expect(text).toContain(`**${caption}**`);
      for (const row of rows)
        expect(text).toContain(`| ${row.map((cell) => cell.text).join(' | ')} |`);
    }
  });
});
