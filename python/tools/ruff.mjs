// Ruff over python/, the Python fixtures and the vectors' generators, compiled to WebAssembly, with the settings of
// pyproject.toml. It is not a general ruff: `lint`, `format` (check only) and `fix` (format and apply the safe fixes) are all it
// does.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ruff from '@astral-sh/ruff-wasm-nodejs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const FOLDERS = ['python', 'test/fixtures', 'kernel/vectors'];

/** Python files below a folder, in a stable order. */
function pythonFiles(folder) {
  let entries = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.py'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The lists and scalars of `[tool.ruff]` and `[tool.ruff.lint]`: the little TOML that pyproject.toml uses. */
function readSettings() {
  const text = readFileSync(join(ROOT, 'pyproject.toml'), 'utf8').replace(/#[^"\n]*$/gm, '');
  const table = (name) => {
    const body = text.split(`[${name}]`)[1]?.split(/^\[/m)[0] ?? '';
    const pairs = [...body.matchAll(/^([\w-]+|"[^"]+")\s*=\s*(\[[^\]]*\]|"[^"]*"|\d+)/gm)];
    return Object.fromEntries(
      pairs.map(([, key, value]) => [
        key.replaceAll('"', ''),
        JSON.parse(value.replace(/,\s*\]/, ']')),
      ]),
    );
  };
  const lint = table('tool.ruff.lint');
  const perFile = table('tool.ruff.lint.per-file-ignores');
  return { ...table('tool.ruff'), lint, perFile };
}

/** A workspace per set of ignored rules: the Wasm build knows no file names, so we apply per-file-ignores. */
function workspaceFor(settings, path) {
  const { perFile, lint, ...rest } = settings;
  const extra = Object.entries(perFile)
    .filter(([glob]) => path.startsWith(glob.replace(/\*+.*$/, '')))
    .flatMap(([, codes]) => codes);
  const options = { ...rest, lint: { ...lint, ignore: [...lint.ignore, ...extra] } };
  return new ruff.Workspace(options, ruff.PositionEncoding.Utf32);
}

function applyFix(source, diagnostics) {
  const lines = source.split('\n');
  const offsetOf = ({ row, column }) =>
    lines.slice(0, row - 1).reduce((sum, line) => sum + line.length + 1, 0) + column - 1;
  const edits = diagnostics
    .flatMap(({ fix }) => fix?.edits ?? [])
    .map((edit) => ({
      from: offsetOf(edit.location),
      to: offsetOf(edit.end_location),
      text: edit.content ?? '',
    }))
    .sort((a, b) => b.from - a.from);
  let end = source.length + 1;
  let fixed = source;
  for (const { from, to, text } of edits) {
    if (to > end) continue;
    fixed = fixed.slice(0, from) + text + fixed.slice(to);
    end = from;
  }
  return fixed;
}

function fixFile(file, workspace) {
  const source = readFileSync(file, 'utf8');
  const fixed = workspace.format(applyFix(source, workspace.check(source)));
  if (fixed !== source) writeFileSync(file, fixed);
}

function problemsOf(mode, source, workspace) {
  if (mode === 'format') {
    const formatted = workspace.format(source);
    if (formatted === source) return [];
    const was = source.split('\n');
    const row = formatted.split('\n').findIndex((line, at) => line !== was[at]) + 1;
    return [{ row, column: 1, text: 'is not formatted; run npm run check:fix' }];
  }
  return workspace.check(source).map(({ code, message, start_location: start }) => ({
    row: start.row,
    column: start.column,
    text: `${code ?? 'syntax'} ${message}`,
  }));
}

function main(mode) {
  if (!['lint', 'format', 'fix'].includes(mode)) {
    console.error('usage: node python/tools/ruff.mjs lint|format|fix');
    return 2;
  }
  const settings = readSettings();
  const files = FOLDERS.flatMap((folder) => pythonFiles(join(ROOT, folder)));
  if (files.length === 0) {
    console.error('ruff: no Python file found');
    return 2;
  }
  let count = 0;
  for (const file of files) {
    const path = relative(ROOT, file);
    const workspace = workspaceFor(settings, path);
    if (mode === 'fix') {
      fixFile(file, workspace);
      continue;
    }
    for (const problem of problemsOf(mode, readFileSync(file, 'utf8'), workspace)) {
      console.error(`${path}:${problem.row}:${problem.column}: ${problem.text}`);
      count += 1;
    }
  }
  console.log(`ruff ${mode}: ${files.length} files, ${count} problems`);
  return count === 0 ? 0 : 1;
}

process.exitCode = main(process.argv[2]);
