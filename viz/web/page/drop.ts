// What a browser hands over (a drop, a file field, a server) -> a flat list of files with paths.

import type { DroppedFile } from './dropped.ts';

/** The browser's own path for folder fields; a plain file has its name. */
export const fromFileList = (files: Iterable<File>): DroppedFile[] =>
  [...files].map((file) => fromFile(file, file.webkitRelativePath || file.name));

const fromFile = (file: File, path: string): DroppedFile => ({
  path,
  bytes: async () => new Uint8Array(await file.arrayBuffer()),
});

/** Entries must be taken before the first await: a DataTransfer is empty afterwards. */
export async function fromDrop(transfer: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return fromFileList(transfer.files);
  const nested = await Promise.all(entries.map((entry) => walk(entry, '')));
  return nested.flat();
}

async function walk(entry: FileSystemEntry, folder: string): Promise<DroppedFile[]> {
  const path = folder + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    return [fromFile(file, path)];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: DroppedFile[] = [];
  // A reader gives at most a hundred entries a call; an empty call is the end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (part.length === 0) return found;
    for (const child of part) found.push(...(await walk(child, `${path}/`)));
  }
}

/** `echometer view RUN...` serves runs.json, a list of paths below runs/; a page from disk has no server. */
export async function fromServer(): Promise<DroppedFile[]> {
  if (!location.protocol.startsWith('http')) return [];
  const answer = await fetch('runs.json');
  if (!answer.ok) return [];
  const paths = (await answer.json()) as string[];
  return paths.map((path) => ({
    path,
    bytes: async () => {
      const file = await fetch(`runs/${path.split('/').map(encodeURIComponent).join('/')}`);
      if (!file.ok) throw new Error(`${path}: HTTP ${file.status}`);
      return new Uint8Array(await file.arrayBuffer());
    },
  }));
}
