// The user's own rows and data: files read once before a run, checked, and named in the plan by their hashes. No path is stored.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { DATA_TYPES } from '../../../kernel/api/facade/catalog.ts';
import { reasonOf, systemCode, usageError } from '../errors.ts';
import { splitWords } from '../worker/words.ts';
import type { Language } from './driver.ts';
import type { Cell } from './cell.ts';

export interface OwnFiles {
  readonly rows: readonly string[];
  /** A program that speaks docs/rows.md. */
  readonly rowsCommand: string | null;
  readonly data: readonly string[];
}

export interface OwnFact {
  readonly name: string;
  readonly sha256: string;
}

/** What serializers.json says of them. */
export interface OwnFacts {
  readonly rows: readonly OwnFact[];
  readonly rowsCommand: boolean;
  readonly data: readonly OwnFact[];
}

export interface Own {
  readonly facts: OwnFacts;
  /** Absolute paths of row files, by the language that runs them. */
  readonly rows: Readonly<Partial<Record<Language, readonly string[]>>>;
  readonly command: readonly [string, ...string[]] | null;
  readonly cells: readonly Cell[];
}

export const NO_FILES: OwnFiles = { rows: [], rowsCommand: null, data: [] };

export const NOTHING_OWN: Own = {
  facts: { rows: [], rowsCommand: false, data: [] },
  rows: {},
  command: null,
  cells: [],
};

export async function readOwn({ rows, rowsCommand, data }: OwnFiles): Promise<Own> {
  const files = rows.map((path) => ({ path: resolve(path), fact: factOf(path, 'BAD_ROWS') }));
  const of = (isPython: boolean): readonly string[] =>
    files.filter(({ path }) => path.endsWith('.py') === isPython).map(({ path }) => path);
  const values = await Promise.all(data.map(ownCell));
  return {
    facts: {
      rows: files.map(({ fact }) => fact),
      rowsCommand: rowsCommand !== null,
      data: values.map(({ fact }) => fact),
    },
    rows: { javascript: of(false), python: of(true) },
    command: rowsCommand === null ? null : commandOf(rowsCommand),
    cells: values.map(({ cell }) => cell),
  };
}

function factOf(path: string, code: string): OwnFact {
  return { name: basename(path), sha256: hashOf(readOrRefuse(path, code)) };
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function readOrRefuse(path: string, code: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const why = systemCode(error) ?? reasonOf(error);
    throw usageError(code, path, `cannot read ${path} (${why})`, 'name a file that is there');
  }
}

function commandOf(text: string): readonly [string, ...string[]] {
  const [program, ...args] = splitWords(text) ?? [];
  if (program === undefined)
    throw usageError(
      'BAD_OPTION',
      '--rows-command',
      `--rows-command ${text} names no program`,
      'close its quotes',
    );
  // A path is meant from the caller's folder, where the program is started too.
  return [program, ...args];
}

const HASH_DIGITS = 12;

/** The value of a JSON file, or what a module gives as its default, as a cell of one instance that every schemaless row takes. */
async function ownCell(path: string): Promise<{ readonly fact: OwnFact; readonly cell: Cell }> {
  const fact = factOf(path, 'BAD_DATA');
  const text = extname(path) === '.json' ? textOf(path) : await textOfModule(path);
  const name = basename(path, extname(path)).replace(/[^A-Za-z0-9_-]/g, '_');
  if (name === '' || DATA_TYPES.some((type) => type === name))
    throw badData(path, 'its name is that of a data type', 'give the file another name');
  const hash = hashOf(Buffer.from(text)).slice(0, HASH_DIGITS);
  return { fact, cell: { type: name, instances: 1, hash, key: `${name}@n=1`, text } };
}

const badData = (path: string, why: string, next: string): Error =>
  usageError('BAD_DATA', path, `${path} is no data to measure: ${why}`, next);

function textOf(path: string): string {
  try {
    return JSON.stringify(JSON.parse(Buffer.from(readOrRefuse(path, 'BAD_DATA')).toString('utf8')));
  } catch (error) {
    throw badData(path, reasonOf(error), 'give a file of JSON, or a JavaScript module');
  }
}

async function textOfModule(path: string): Promise<string> {
  let value: unknown;
  try {
    const module = (await import(pathToFileURL(resolve(path)).href)) as {
      readonly default?: unknown;
    };
    value =
      typeof module.default === 'function'
        ? await (module.default as () => unknown)()
        : module.default;
  } catch (error) {
    throw badData(path, reasonOf(error), 'the module must load in Node');
  }
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined)
    throw badData(
      path,
      'its default export gives nothing',
      'export the value, or a function that gives it, as default',
    );
  return text;
}

/** What a resumed run was begun with must be given again: no file of the user's is kept. */
export function checkOwn(stored: OwnFacts | undefined, given: OwnFacts, folder: string): void {
  const before = stored ?? NOTHING_OWN.facts;
  if (JSON.stringify(before) === JSON.stringify(given)) return;
  const names = [...before.rows, ...before.data].map(({ name }) => name);
  throw usageError(
    'OWN_DIFFERS',
    folder,
    `${folder} was begun with other rows or data of yours (${names.join(', ') || 'none'})`,
    'give the same --rows, --rows-command and --data again, unchanged',
  );
}
