// How many columns of a terminal a text takes, and texts cut to a width.

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
const NONE = /[\p{M}\p{Cf}]/u;

const widthOf = (character: string): number =>
  NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1;

export const terminalWidth = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + widthOf(character), 0);

/** At most `columns` wide; what was cut ends in an ellipsis. */
export function cutToWidth(text: string, columns: number): string {
  if (terminalWidth(text) <= columns) return text;
  let kept = '';
  for (const character of Array.from(text)) {
    if (terminalWidth(kept) + widthOf(character) > columns - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Lines of at most `columns`, cut at spaces; a longer word stands alone. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && terminalWidth(line) + 1 + terminalWidth(word) > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
