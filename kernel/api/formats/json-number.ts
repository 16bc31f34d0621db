// One number of a JSON text from its bytes, correctly rounded, and the words that tools write where a number is missing.

const POWERS = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
const LOWER_E = 0x65;

/** What NaN and the infinities are called by C, C++, Python, Java and JavaScript. */
const MISSING = /^[-+]?(?:nan|inf|infinity)$/i;

export const isMissingWord = (word: string): boolean => MISSING.test(word);

/** Where `readNumber` stopped: behind the number, or -1 when there is none (then the bytes are a word or an error). */
export let numberEnd = -1;

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 48 && byte <= 57;

/**
 * The number that begins at `at`, by the grammar of JSON. The fast way is exact: an integer of at most 2^53 times or over a
 * power of ten of at most 10^22 is one correctly rounded operation (Clinger 1990). What it does not cover goes through Number().
 */
export function readNumber(bytes: Uint8Array, at: number): number {
  const first = bytes[at] === MINUS ? at + 1 : at;
  let place = first;
  let mantissa = 0;
  let digits = 0;
  let byte = (bytes[place] ?? 0) - ZERO;
  for (; byte >= 0 && byte <= 9; byte = (bytes[++place] ?? 0) - ZERO) {
    mantissa = mantissa * 10 + byte;
    if (mantissa > 0) digits++;
  }
  const whole = place - first;
  if (whole === 0 || (whole > 1 && bytes[first] === ZERO)) return failed();
  let exponent = 0;
  if (bytes[place] === DOT) {
    const dot = place;
    byte = (bytes[++place] ?? 0) - ZERO;
    for (; byte >= 0 && byte <= 9; byte = (bytes[++place] ?? 0) - ZERO) {
      mantissa = mantissa * 10 + byte;
      if (mantissa > 0) digits++;
    }
    exponent = dot + 1 - place;
    if (exponent === 0) return failed();
  }
  if (((bytes[place] ?? 0) | 0x20) === LOWER_E) {
    const written = readExponent(bytes, place + 1);
    if (Number.isNaN(written)) return failed();
    exponent += written;
    place = exponentEnd;
  }
  numberEnd = place;
  // 15 digits are below 2^53, and so is the start of every sum above.
  if (digits > 15 || exponent < -22 || exponent > 22) return Number(textOf(bytes, at, place));
  const power = POWERS[Math.abs(exponent)] ?? 1;
  const value = exponent < 0 ? mantissa / power : mantissa * power;
  return first === at ? value : -value;
}

let exponentEnd = 0;

function readExponent(bytes: Uint8Array, at: number): number {
  const sign = bytes[at];
  let place = sign === MINUS || sign === PLUS ? at + 1 : at;
  if (!isDigit(bytes[place])) return NaN;
  let value = 0;
  for (; isDigit(bytes[place]); place++)
    value = Math.min(value * 10 + (bytes[place] ?? 0) - ZERO, 99_999);
  exponentEnd = place;
  return sign === MINUS ? -value : value;
}

function failed(): number {
  numberEnd = -1;
  return NaN;
}

/** ASCII bytes as a text; numbers and words are short. */
export function textOf(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}
