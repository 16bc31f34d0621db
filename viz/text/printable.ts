// Text from files as it may be shown: one line, without anything that a terminal obeys or that turns the reading order.

/** Controls (C0, C1), marks of direction, invisible tags, lone surrogates. The joiners of scripts and emoji stay. */
const UNSHOWN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu;

/** Spaces and line ends become one space each, as HTML and Markdown show them; what must not be shown becomes U+FFFD. */
export const printable = (text: string): string =>
  text
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(UNSHOWN, '\ufffd')
    .trim();
