// Takes folders out of texts that come from elsewhere (a worker's stderr, an error's message) before they are stored:
// results hold no user path. It leaves names of files and everything else as they are.

/** An absolute path of at least two parts, up to and including its last slash; spaces end it. */
const FOLDERS = /(?:~|\/)(?:[^\s/'"`:;,()[\]]+\/)+/g;

export function withoutFolders(text: string): string {
  return text.replace(FOLDERS, '.../');
}
