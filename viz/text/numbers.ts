// The one place where numbers become text. No locale and no Intl: the same number gives the same text on every runtime.

import type { Digits } from '../tables/table.ts';

/** Where there is no number. */
const NONE = '–';

export function numberText(value: number | null | undefined, digits: Digits): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  if (digits === 'bytes') return bytesText(value);
  if (digits === 'measured') return fixed(value, measuredDecimals(value));
  if ('significant' in digits) return significant(value, digits.significant, digits.keepsZeros);
  const text = fixed(value, digits.decimals);
  return digits.isSigned === true && /^\d/.test(text) && /[1-9]/.test(text) ? `+${text}` : text;
}

/** 2438.52, 1 -> "2,438.5". A result of zero has no sign. */
function fixed(value: number, decimals: number): string {
  const size = Math.abs(value);
  // From here on toFixed writes an exponent; such a value is whole.
  const text = size >= 1e21 ? BigInt(size).toString() : size.toFixed(decimals);
  return signed(value, grouped(text));
}

const measuredDecimals = (value: number): number => {
  const size = Math.abs(value);
  return size >= 10_000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
};

/**
 * 1165.5, 3 -> "1,170". A tie goes to the even digit, as in the kernel (textSignificant) and on the reference's pages;
 * `fixed` keeps ECMAScript's rule, which takes the larger one.
 */
function significant(value: number, digits: number, keepsZeros = false): string {
  if (value === 0 && !keepsZeros) return '0';
  const exact = Math.abs(value).toExponential(MOST_DIGITS);
  const rounded = Math.abs(value).toExponential(digits - 1);
  const kept = exact.replace('.', '').slice(0, digits);
  const isTie = TIE.test(exact.replace('.', '').slice(digits));
  const isEven = Number(kept.at(-1)) % 2 === 0;
  const [mantissa = '', exponent = ''] = rounded.split('e');
  const text =
    isTie && isEven
      ? placed(kept, Number(exact.split('e')[1]))
      : placed(mantissa.replace('.', ''), Number(exponent));
  return signed(value, grouped(keepsZeros ? text : withoutZeros(text)));
}

/** What toExponential gives at most: more than a tie of up to 15 digits needs. */
const MOST_DIGITS = 100;
const TIE = /^50*e/;

/** Digits with the point where the exponent says; "12", 3 -> "1200". */
function placed(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

const withoutZeros = (text: string): string =>
  text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;

const signed = (value: number, text: string): string =>
  value < 0 && /[1-9]/.test(text) ? `−${text}` : text;

function grouped(text: string): string {
  const [whole = '', ...fraction] = text.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

const BYTE_UNITS = ['KiB', 'MiB', 'GiB'] as const;

/** The largest unit in which one digit says it exactly: no two sizes have one text. */
function bytesText(bytes: number): string {
  let [text, unit] = [bytes, 'B'];
  for (const [power, name] of BYTE_UNITS.entries()) {
    const inUnit = bytes / 1024 ** (power + 1);
    if (Math.abs(inUnit) >= 1 && Number.isInteger(inUnit * 10)) [text, unit] = [inUnit, name];
  }
  return `${fixed(text, Number.isInteger(text) ? 0 : 1)} ${unit}`;
}

/** The short forms that prose, labels of figures and progress use. */
export const formatFixed = (value: number | null | undefined, decimals: number): string =>
  numberText(value, { decimals });

export const formatMeasured = (value: number | null | undefined): string =>
  numberText(value, 'measured');

export const formatBytes = (value: number): string => numberText(value, 'bytes');

/** For axis labels: no more digits than the value has, up to four significant ones. */
export const formatTick = (value: number): string => numberText(value, { significant: 4 });

/** A duration for people who wait: 840 ms, 12.4 s, 3 min 20 s. */
export function formatDuration(ns: number): string {
  const seconds = ns / 1e9;
  if (seconds < 0.9995) return `${formatFixed(ns / 1e6, 0)} ms`;
  // From 59.95 on one digit would say 60.0 s.
  if (seconds < 59.95) return `${formatFixed(seconds, 1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
