// Sources on a disk as Collections: runs, serializer logs, files of other tools. What is computed of them is the kernel's.

import { createHash } from 'node:crypto';
import { join } from 'node:path';

import type {
  Collection,
  Note,
  ProblemCode,
  SourceFile,
} from '../../../kernel/api/collection/collection.ts';
import { logsCollection } from '../../../kernel/api/collection/from-log.ts';
import { runCollection } from '../../../kernel/api/collection/from-run.ts';
import type { OpenSource } from '../../../kernel/api/collection/open.ts';
import { analyzed } from '../../../kernel/api/collection/statistics.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import {
  isFactName,
  PLAN_FILE,
  RUN_FILE,
  runRoots,
} from '../../../kernel/api/collection/source-names.ts';
import { logWithCompanions } from '../../../kernel/api/logs/log-set.ts';
import { FormatError } from '../../../kernel/api/formats/format-error.ts';
import { isOfOtherTools } from '../../../kernel/api/formats/foreign.ts';
import { readForeign } from '../../../kernel/api/formats/read-files.ts';
import type { Hash } from '../../../kernel/api/formats/read-files.ts';
import { sourcesIn } from '../../../kernel/api/formats/registry.ts';
import type { NamedAnalysis } from '../../../viz/report/collections.ts';
import type { ForeignChoice } from '../command/foreign-options.ts';
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

export interface Collected {
  /** The run's folder, the file or the folder of files, as the user named it. */
  readonly name: string;
  readonly collection: Collection;
}

export const STDIN = '-';

/** A folder may hold several: a run with logs has both, a folder of other tools one a file, a folder of runs those of each. */
export async function collectionsAt(
  path: string,
  options: CollectionOptions,
): Promise<readonly Collected[]> {
  if (path === STDIN) return collectionsIn('standard input', process.stdin, options);
  const { source, folder } = openSource(path);
  const runs = folder === null ? [] : runsIn(source);
  if (runs.length === 0) return collectionsOf(source, options);
  const found: Collected[] = [];
  for (const run of runs) found.push(...(await collectionsAt(join(path, run), options)));
  const rest = source.names.filter((name) => !runs.some((run) => name.startsWith(run)));
  return [...found, ...(await foreignIn(source, rest, options))];
}

/** One file of another tool that is no file of the disk. */
export async function collectionsIn(
  name: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { workspace, choice = {} }: CollectionOptions,
): Promise<readonly Collected[]> {
  const options = { ...choice, newHash, workspace: () => workspace };
  return [{ name, collection: await readForeign([{ name, chunks }], options) }];
}

/** With their statistics, one source after the other: a workspace is one memory. */
export async function analyzedAt(
  paths: readonly string[],
  options: CollectionOptions,
): Promise<readonly NamedAnalysis[]> {
  const found: NamedAnalysis[] = [];
  for (const path of paths)
    for (const { name, collection } of await collectionsAt(path, options))
      found.push({ name, collection, analysis: analyzed(options.workspace, collection) });
  return found;
}

/** The folders of runs and the packed runs inside of a folder that is no run itself. */
function runsIn(source: OpenSource): readonly string[] {
  if (source.has(RUN_FILE) || source.has(PLAN_FILE)) return [];
  const packed = source.names.filter((name) => name.endsWith('.echometer'));
  return [...runRoots(source.names), ...packed].sort();
}

async function collectionsOf(
  source: OpenSource,
  options: CollectionOptions,
): Promise<readonly Collected[]> {
  const { path, names } = source;
  const { language, choice = {} } = options;
  if (await isForeign(source, choice)) return foreignIn(source, names, options);
  if (source.has(RUN_FILE)) openRun(path);
  else if (source.logNames().length === 0) logsAt(path, language);
  const logs = source.logs(language);
  const ofLogs = source.logNames().flatMap((name) => logWithCompanions(name, names));
  const ofRun = names.filter((name) => isFactName(name) && !ofLogs.includes(name));
  const found = [
    ...(source.has(RUN_FILE) ? [runCollection(source.shown(), filesOf(source, ofRun))] : []),
    ...(logs.length > 0 ? [logsCollection(logs, filesOf(source, [...new Set(ofLogs)]))] : []),
  ];
  return found.map((collection) => ({ name: path, collection }));
}

/** Which of several sources are runs and logs of ours, and which are of other tools. */
export async function sorted(
  paths: readonly string[],
  choice: ForeignChoice,
): Promise<{ readonly ours: readonly string[]; readonly theirs: readonly string[] }> {
  const theirs: string[] = [];
  for (const path of paths)
    if (path === STDIN || (await isForeign(openSource(path).source, choice))) theirs.push(path);
  return { ours: paths.filter((path) => !theirs.includes(path)), theirs };
}

/** Neither a run nor logs, or a file that the user says is of another tool. */
export const isForeign = async (
  source: OpenSource,
  { format = null }: ForeignChoice,
): Promise<boolean> =>
  source.names.length > 0 && (format !== null || (await isOfOtherTools(source)));

/** Of several files those of no known format are passed over and said; when there is no other, the first one is refused. */
async function foreignIn(
  source: OpenSource,
  names: readonly string[],
  { workspace, choice = {} }: CollectionOptions,
): Promise<readonly Collected[]> {
  const sibling = (name: string): Uint8Array | null =>
    source.has(name) ? source.bytes(name) : null;
  const options = { ...choice, newHash, sibling, workspace: () => workspace };
  const found: Collected[] = [];
  const unknown: FormatError[] = [];
  for (const group of sourcesIn(names)) {
    const files = group.map((name) => ({ name, chunks: source.pieces(name) }));
    try {
      const collection = await readForeign(files, options);
      const [name = ''] = group;
      found.push({ name: group.length > 1 ? source.path : source.subject(name), collection });
    } catch (error) {
      if (!(error instanceof FormatError) || error.code !== 'UNKNOWN_FORMAT') throw error;
      unknown.push(error);
    }
  }
  const [first] = found;
  if (first === undefined && unknown[0] !== undefined) throw unknown[0];
  if (first === undefined || unknown.length === 0) return found;
  const { name, collection } = first;
  const problems = [...collection.problems, ...unknown.map(ignored)];
  return [{ name, collection: { ...collection, problems } }, ...found.slice(1)];
}

const ignored = ({ file, line }: FormatError): Note<ProblemCode> => ({
  ...{ code: 'FILE_IGNORED', subject: file, count: 1, file, line: line > 0 ? line : null },
});

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
