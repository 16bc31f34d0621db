// Numbers and names as figures and reports print them; sizes in bytes are viz/units.ts. No locale.

const GROUP = /\B(?=(\d{3})+(?!\d))/g;

/** 2438.52, 1 -> "2,438.5". A value that is not finite has no text of its own: an en dash. */
export function formatFixed(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const text = whole.replace(GROUP, ',') + (fraction === undefined ? '' : `.${fraction}`);
  const isZero = /^[0.,]*$/.test(text);
  return value < 0 && !isZero ? `−${text}` : text;
}

/** For axis labels: no more digits than the value has, up to four significant ones. */
export function formatTick(value: number): string {
  const rounded = Number(value.toPrecision(4));
  const text = String(rounded);
  const decimals = text.includes('e') ? 0 : (text.split('.')[1]?.length ?? 0);
  return formatFixed(rounded, decimals);
}

/** One decimal place from 100 up, two from 10, three below: about four significant digits. */
export function formatMeasured(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  const size = Math.abs(value);
  return formatFixed(value, size >= 10_000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3);
}

export interface TimeUnit {
  readonly name: 'ns' | 'µs' | 'ms';
  readonly ns: number;
}

export const NANOSECONDS: TimeUnit = { name: 'ns', ns: 1 };
export const MICROSECONDS: TimeUnit = { name: 'µs', ns: 1e3 };
export const MILLISECONDS: TimeUnit = { name: 'ms', ns: 1e6 };

/** "2026-09-29T10:20:30.5Z" -> "29 September 2026, 10:20 UTC"; other text stays as it is. */
export function formatUtc(iso: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2})/.exec(iso);
  const month = MONTHS[Number(parts?.[2]) - 1];
  if (parts === null || month === undefined) return iso;
  return `${Number(parts[3])} ${month} ${parts[1] ?? ''}, ${parts[4] ?? ''} UTC`;
}

/** For tables of many runs: "2026-09-29 10:20". */
export const formatUtcShort = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** "a", "a and b", "a, b and c". */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
