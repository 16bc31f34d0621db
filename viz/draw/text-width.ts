// How wide a text will be, without asking a canvas: layout is then the same in Node and in a browser.
// Advance widths of Inter Regular with tabular figures, U+0020..U+007E, in thousandths of an em, read
// from @expo-google-fonts/inter 0.4.2 by fontkit. Semi-bold is 3.3 % wider.

import { wrapWords } from '../text/width.ts';

const WIDTHS =
  '269 288 466 633 642 982 644 300 391 391 648 648 269 648 269 360 648 648 648 648 648 648 648 648 ' +
  '648 648 269 269 648 648 648 511 966 690 654 730 722 601 590 746 743 269 571 672 565 903 753 765 ' +
  '639 765 644 642 646 744 690 985 682 679 629 391 360 391 471 456 323 562 612 571 612 583 370 613 ' +
  '591 242 242 549 242 876 591 600 612 612 376 528 327 591 562 818 546 562 552 391 333 391 648';

const ADVANCES = WIDTHS.split(' ').map(Number);
/** For what is not in the table (µ, –, ≤): wide enough for each that we print. */
const OTHER = 690;
const BOLD = 1.033;

export function textWidthPx(text: string, sizePx: number, isBold = false): number {
  let sum = 0;
  for (const character of text) sum += ADVANCES[(character.codePointAt(0) ?? 0) - 32] ?? OTHER;
  return (sum / 1000) * sizePx * (isBold ? BOLD : 1);
}

export const wrapText = (text: string, sizePx: number, widthPx: number): string[] =>
  wrapWords(text, widthPx, (line) => textWidthPx(line, sizePx));
