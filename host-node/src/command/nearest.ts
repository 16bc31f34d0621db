// The known name that a mistyped one was meant to be, if there is one.

/** A slip of two letters; in a short name two letters are another name. */
const allowedIn = (word: string): number => (word.length > 4 ? 2 : 1);

export function nearest(word: string, known: readonly string[]): string | null {
  const ranked = known
    .map((name) => ({ name, steps: name.startsWith(word) ? 0 : stepsBetween(word, name) }))
    .filter(({ steps }) => steps <= allowedIn(word))
    .sort((a, b) => a.steps - b.steps);
  return word === '' ? null : (ranked[0]?.name ?? null);
}

/** Letters put in, left out, replaced, or swapped with their neighbor (optimal string alignment). */
function stepsBetween(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? Infinity) + 1 : Infinity,
      );
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? Infinity;
}
