// How wide a text is on a terminal, and texts cut or wrapped to a width.

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
const NONE = /[\p{M}\p{Cf}]/u;

const columnsOf = (character: string): number =>
  NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1;

export const terminalWidth = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + columnsOf(character), 0);

/** At most `columns` wide; what was cut ends in an ellipsis. */
export function cutToWidth(text: string, columns: number): string {
  if (terminalWidth(text) <= columns) return text;
  let kept = '';
  for (const character of Array.from(text)) {
    if (terminalWidth(kept) + columnsOf(character) > columns - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

export const wrapText = (text: string, columns: number): string[] =>
  wrapWords(text, columns, terminalWidth);

/** Breaks at spaces so that no line is wider than `room`; a longer word stays whole. */
export function wrapWords(text: string, room: number, widthOf: (line: string) => number): string[] {
  const lines: string[] = [];
  let line: string | null = null;
  for (const word of text.split(' ')) {
    const longer: string = line === null ? word : `${line} ${word}`;
    if (line !== null && widthOf(longer) > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line ?? ''];
}
