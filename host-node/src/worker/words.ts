// Splits the text of `--worker` into words, as a shell would: quotes and backslashes keep spaces. It expands nothing.

/** Outside of quotes; in double quotes; in single quotes. A word is what stands between spaces. */
const WORD_PART = /\\(.)|"((?:\\.|[^"\\])*)"|'([^']*)'|([^\s\\"']+)|(\s+)/gsy;

/** The words, or null when a quote is not closed or the text ends with a backslash. */
export function splitWords(text: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let end = 0;
  for (const match of text.matchAll(WORD_PART)) {
    end = match.index + match[0].length;
    const [, escaped, double, single, plain, space] = match;
    if (space === undefined)
      word = `${word ?? ''}${escaped ?? unescaped(double) ?? single ?? plain ?? ''}`;
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  if (end !== text.length) return null;
  return word === null ? words : [...words, word];
}

/** In double quotes a backslash keeps a quote or a backslash, and is itself otherwise. */
function unescaped(quoted: string | undefined): string | undefined {
  return quoted?.replace(/\\(["\\])/g, '$1');
}
