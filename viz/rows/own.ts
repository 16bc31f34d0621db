// Rows of the user's own: a module exports `rows`. What a row must say is checked here, with the field by name, before it is used as one of ours.
import type { LoadedRow, Row, RowKind } from './row.ts';

/** A row as a user writes it: what it is and how it is loaded; the rest has a default. */
export type OwnRow = Pick<Row, 'id' | 'format' | 'kind'> &
  Partial<Pick<Row, 'library' | 'counterpart' | 'reuse' | 'schemaDriven' | 'ranked'>> & {
    /** Of the library, as it is to stand in the tables. */
    readonly version?: string;
    load(): Promise<Pick<LoadedRow, 'prepare' | 'stream'> & Partial<Pick<LoadedRow, 'addon'>>>;
  };

export interface CompletedRow extends Row {
  readonly version: string;
}

const KINDS: readonly unknown[] = [
  'text',
  'binary',
  'schema',
  'zero-copy',
  'runtime',
] satisfies RowKind[];

/** Throws what is wrong with it. `where` is the file's name. */
export function completeRow(value: unknown, where: string): CompletedRow {
  const refuse = (what: string): never => {
    throw new Error(`${where}: ${what}`);
  };
  if (typeof value !== 'object' || value === null) return refuse('a row must be an object');
  const row = value as OwnRow;
  if (typeof row.id !== 'string' || !/^[^,"\n\r]{1,80}$/.test(row.id))
    return refuse('"id" must be a text of 1 to 80 characters without comma, quote and line end');
  const about = `row "${row.id}":`;
  if (typeof row.format !== 'string') return refuse(`${about} "format" must be a text`);
  if (!KINDS.includes(row.kind))
    return refuse(`${about} "kind" must be one of ${KINDS.join(', ')}`);
  if (typeof row.load !== 'function') return refuse(`${about} "load" must be a function`);
  return {
    id: row.id,
    library: row.library ?? row.id,
    format: row.format,
    kind: row.kind,
    counterpart: row.counterpart ?? null,
    reuse: row.reuse ?? 'none',
    schemaDriven: row.schemaDriven ?? false,
    ranked: row.ranked ?? true,
    version: row.version ?? '',
    load: async () => {
      const code = await row.load();
      if (typeof code.prepare !== 'function')
        throw new Error(`${about} load() must give an object with "prepare"`);
      return { addon: 'none', ...code };
    },
  };
}

/** The rows of a module of the user's. */
export function rowsOfModule(module: unknown, where: string): readonly CompletedRow[] {
  const rows = (module as { readonly rows?: unknown }).rows;
  if (!Array.isArray(rows) || rows.length === 0)
    throw new Error(`${where}: it must export "rows", a list of at least one`);
  return rows.map((row) => completeRow(row, where));
}
