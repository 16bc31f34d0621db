// Takes folders out of texts that come from elsewhere (a worker's stderr, an error's message) before they are stored:
// results hold no user path. It leaves names of files and everything else as they are.

import { homedir, tmpdir } from 'node:os';

import { packageRoot } from '../package-root.ts';

/** An absolute path of at least two parts, up to and including its last slash; spaces end it. */
const FOLDERS = /(?:~|\/)(?:[^\s/'"`:;,()[\]]+\/)+/g;

export function withoutFolders(text: string, known: readonly string[] = knownFolders()): string {
  const folders = known.filter((folder) => folder.length > 1).sort((a, b) => b.length - a.length);
  // A folder with a space in it is only seen by its whole name; in a URL the space is %20.
  const shorter = folders
    .flatMap((folder) => [folder, encodeURI(folder)])
    .reduce((rest, folder) => rest.replaceAll(`${folder}/`, '/.../'), text);
  return shorter.replace(FOLDERS, '.../');
}

const knownFolders = (): string[] => [homedir(), tmpdir(), packageRoot(), workingFolder()];

/** The folder of a process may be gone. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '';
  }
}
