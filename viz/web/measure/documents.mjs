// The documents as pages of the static site: Markdown in, one HTML page each, links between them kept. No script runs there.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Marked } from 'marked';
import { runnerImport } from 'vite';

const STYLE = `pre{overflow-x:auto;padding:8px 12px;border:1px solid var(--grid)}
main table{display:block;overflow-x:auto}main{overflow-wrap:anywhere}nav a{margin-right:14px}`;

/** A link to another document becomes one to its page; one into the repository stays text. */
function pageLink(href, pages) {
  if (/^(https?:|#)/.test(href)) return href;
  const [path, anchor] = href.split('#');
  const name = basename(path).replace(/\.md$/, '.html');
  return pages.has(name) ? `${name}${anchor === undefined ? '' : `#${anchor}`}` : null;
}

const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-');

function renderer(pages) {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${slug(text)}">${inner}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const target = pageLink(href, pages);
        return target === null ? inner : `<a href="${encodeURI(target)}">${inner}</a>`;
      },
      // A figure of the repository's own pages is not part of the site.
      image: ({ text }) => text,
    },
  });
  return marked;
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function page(title, names, body) {
  const links = names
    .map((name) => `<a href="${name}">${escaped(name.replace('.html', ''))}</a>`)
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${escaped(title)}: Echometer</title><link rel="stylesheet" href="docs.css" /></head>
<body><header><nav aria-label="Documents"><a href="../../">Echometer</a>
${links}</nav></header><main>${body}</main></body>
</html>
`;
}

/** Every document of docs/ and the README, as pages in `folder`. */
export async function writeDocuments(root, folder) {
  const { module: style } = await runnerImport(`${root}viz/print/style.ts`);
  const sources = new Map(
    readdirSync(`${root}docs`)
      .filter((file) => file.endsWith('.md'))
      .map((file) => [file.replace(/\.md$/, '.html'), `${root}docs/${file}`]),
  );
  // In a package without a README of its own the documents start with the architecture.
  if (existsSync(`${root}README.md`)) sources.set('index.html', `${root}README.md`);
  const names = [...sources.keys()].filter((name) => name !== 'index.html').sort();
  const marked = renderer(new Set(sources.keys()));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/docs.css`, style.REPORT_CSS + STYLE);
  for (const [name, path] of sources) {
    const text = readFileSync(path, 'utf8');
    const title = /^#\s+(.*)$/m.exec(text)?.[1] ?? name;
    writeFileSync(`${folder}/${name}`, page(title, names, marked.parse(text)));
  }
}
