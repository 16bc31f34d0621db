// The command line of a run as it is stored: words that `echometer rerun` can read again, without the user's folders.

/** What they name is somebody's computer, or a secret. */
const SECRET = ['--connect', '--token', '--token-file'];
const LEFT_OUT = '...';
/** Folders that are the same on every computer of a kind. */
const OF_THE_SYSTEM =
  /^\/(?:usr|bin|sbin|lib|opt|nix|dev|proc|Library|System|Applications)\/(?!.*\.\.\/)/;
/** An absolute path up to its last slash; a relative one has a name or a dot before its first slash. */
const FOLDER = /(?<![\w.~*-])(?:~|\/)(?:[^\s/'"`:;,()[\]]+\/)+/g;

export function storedWords(argv: readonly string[], workingFolder: string): string[] {
  return argv.map((word, index) => {
    const [option = ''] = word.split('=', 1);
    if (SECRET.includes(option) && word.includes('=')) return `${option}=${LEFT_OUT}`;
    if (SECRET.includes(argv[index - 1] ?? '')) return LEFT_OUT;
    return word
      .replaceAll(`${workingFolder}/`, './')
      .replace(FOLDER, (folder) => (OF_THE_SYSTEM.test(folder) ? folder : `${LEFT_OUT}/`));
  });
}

/** A word that cannot be used again as it stands. */
export const isCut = (word: string): boolean =>
  word === LEFT_OUT || word.endsWith(`=${LEFT_OUT}`) || word.includes(`${LEFT_OUT}/`);
