// Text from files as it may be shown: one line, without anything that a terminal obeys or that turns the reading order.

/** Controls (C0, C1), marks of direction, invisible tags, lone surrogates. The joiners of scripts and emoji stay. */
const UNSHOWN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu;

/** Spaces and line ends become one space each, as HTML and Markdown show them; what must not be shown becomes U+FFFD. */
export const printable = (text: string): string =>
  text
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(UNSHOWN, '\ufffd')
    .trim();

/** Several lines of ours that quote such texts: the line ends stay. */
export const printableLines = (text: string): string =>
  text.replace(UNSHOWN, (found) => (found === '\n' ? found : '\ufffd'));

/** A message on one line, its spaces as they are: it may hold a path or a command to paste. */
export const printableLine = (text: string): string =>
  printableLines(text.replace(/[\n\r\v\f\u2028\u2029]+/g, ' '));

/** JSON text with such characters as escapes: what reads it gets what was written. */
export const printableJson = (text: string): string =>
  text.replace(UNSHOWN, (found) => (found === '\n' || found === '\t' ? found : escaped(found)));

const escaped = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
