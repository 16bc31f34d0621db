// Sources on a disk as Collections: runs, serializer logs, files of other tools. What is computed of them is the kernel's.

import { createHash } from 'node:crypto';

import type { Collection, SourceFile } from '../../../kernel/api/collection/collection.ts';
import { logsCollection } from '../../../kernel/api/collection/from-log.ts';
import { runCollection } from '../../../kernel/api/collection/from-run.ts';
import type { OpenSource } from '../../../kernel/api/collection/open.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { isFactName, RUN_FILE } from '../../../kernel/api/collection/source-names.ts';
import { logWithCompanions } from '../../../kernel/api/logs/log-set.ts';
import type { ReadOptions } from '../../../kernel/api/formats/format.ts';
import { isOfOtherTools } from '../../../kernel/api/formats/foreign.ts';
import { readForeign } from '../../../kernel/api/formats/read-files.ts';
import type { ForeignOptions, Hash } from '../../../kernel/api/formats/read-files.ts';
import { sourcesIn } from '../../../kernel/api/formats/registry.ts';
import { logsAt } from './logs-at.ts';
import { openRun } from './require.ts';
import { openSource } from './source.ts';

export interface CollectionOptions {
  readonly workspace: Workspace;
  /** Of logs that name none. */
  readonly language: string | null;
  /** Of files of other tools what they do not say themselves. */
  readonly choice?: ForeignChoice;
}

export interface ForeignChoice extends ReadOptions {
  /** The id of a format, in place of recognition. */
  readonly format?: string | null;
}

export const STDIN = '-';

/** A folder may hold several: a run with logs has both, a folder of other tools one a file. */
export async function collectionsAt(
  path: string,
  { language, workspace, choice = {} }: CollectionOptions,
): Promise<readonly Collection[]> {
  const options = { ...choice, newHash, workspace: () => workspace };
  if (path === STDIN)
    return [await readForeign([{ name: 'standard input', chunks: process.stdin }], options)];
  const { source } = openSource(path);
  if (await isForeign(source, choice)) return foreignIn(source, options);
  if (source.has(RUN_FILE)) openRun(path);
  else if (source.logNames().length === 0) logsAt(path, language);
  const logs = source.logs(language);
  const ofLogs = source.logNames().flatMap((name) => logWithCompanions(name, source.names));
  const ofRun = source.names.filter((name) => isFactName(name) && !ofLogs.includes(name));
  return [
    ...(source.has(RUN_FILE) ? [runCollection(source.shown(), filesOf(source, ofRun))] : []),
    ...(logs.length > 0 ? [logsCollection(logs, filesOf(source, [...new Set(ofLogs)]))] : []),
  ];
}

/** Neither a run nor logs, or a file that the user says is of another tool. */
export const isForeign = async (
  source: OpenSource,
  { format = null }: ForeignChoice,
): Promise<boolean> =>
  source.names.length > 0 && (format !== null || (await isOfOtherTools(source)));

async function foreignIn(
  source: OpenSource,
  options: Omit<ForeignOptions, 'sibling'>,
): Promise<readonly Collection[]> {
  const found: Collection[] = [];
  const sibling = (name: string): Uint8Array | null =>
    source.has(name) ? source.bytes(name) : null;
  for (const names of sourcesIn(source.names)) {
    const files = names.map((name) => ({ name, chunks: source.pieces(name) }));
    found.push(await readForeign(files, { ...options, sibling }));
  }
  return found;
}

function newHash(): Hash {
  const hash = createHash('sha256');
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    end: () => hash.digest('hex'),
  };
}

function filesOf(source: OpenSource, names: readonly string[]): SourceFile[] {
  return names.map((name) => {
    const hash = newHash();
    let bytes = 0;
    for (const piece of source.pieces(name)) {
      hash.update(piece);
      bytes += piece.length;
    }
    return { name, bytes, sha256: hash.end() };
  });
}
