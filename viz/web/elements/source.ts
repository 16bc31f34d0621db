// `src` -> what it holds: runs, serializer logs, or what another tool measured. Asks for the given files and for no other.

import { open } from '../../../kernel/api/collection/open.ts';
import { readEntries } from '../../../kernel/api/collection/read.ts';
import type { Collection } from '../../../kernel/api/collection/collection.ts';
import type { Workspace } from '../../../kernel/api/facade/workspace.ts';
import { isOfOtherTools } from '../../../kernel/api/formats/foreign.ts';
import { sourcesIn } from '../../../kernel/api/formats/registry.ts';
import { unpack } from '../../archive/unpack.ts';
import type { DroppedFile } from '../page/dropped.ts';
import { readInMemory } from '../page/foreign.ts';
import { loadFiles, type LoadResult } from '../page/load.ts';

export type SourceContent = LoadResult;

interface File {
  readonly path: string;
  readonly content: Uint8Array;
}

/** A folder of a run is its two files that every report needs; with the samples it is one .echometer file. */
const OF_A_FOLDER = ['run.json', 'data.json'];

/** `src` names files by spaces; what ends with a slash is a run's folder. Rejects when one of them cannot be had. */
export async function loadSource(
  src: string,
  base: string,
  workspace: Workspace,
): Promise<SourceContent> {
  const names = src.split(/\s+/).filter((name) => name !== '');
  const addresses = names.flatMap((name) =>
    name.endsWith('/') ? OF_A_FOLDER.map((file) => name + file) : [name],
  );
  const files = await Promise.all(addresses.map((address) => fetched(new URL(address, base))));
  return contentOf(files, workspace);
}

async function fetched(address: URL): Promise<File> {
  const answer = await fetch(address);
  const path = decodeURIComponent(address.pathname).replace(/^\/+/, '');
  if (!answer.ok) throw new Error(`${path} cannot be had (${answer.status})`);
  return { path, content: new Uint8Array(await answer.arrayBuffer()) };
}

async function contentOf(files: readonly File[], workspace: Workspace): Promise<SourceContent> {
  if (await isForeign(files))
    return { runs: [], logs: [], failures: [], collections: await foreign(files, workspace) };
  const dropped = files.map(({ path, content }): DroppedFile => ({
    path,
    bytes: () => Promise.resolve(content),
  }));
  return loadFiles(dropped);
}

const OF_OURS = /\.echometer$|(?:^|\/)(?:run|data)\.json$/;

async function isForeign(files: readonly File[]): Promise<boolean> {
  if (files.some(({ path }) => OF_OURS.test(path))) return false;
  const entries = files.map(({ path, content }) => ({
    name: path,
    size: content.length,
    read: () => content,
  }));
  const names = entries.map(({ name }) => name);
  return isOfOtherTools(open('', names, readEntries('', entries, unpack)));
}

async function foreign(files: readonly File[], workspace: Workspace): Promise<Collection[]> {
  const byPath = new Map(files.map(({ path, content }) => [path, content]));
  const bytesOf = (path: string): Uint8Array | null => byPath.get(path) ?? null;
  const found: Collection[] = [];
  for (const names of sourcesIn([...byPath.keys()]))
    found.push(await readInMemory(names, bytesOf, workspace));
  return found;
}
