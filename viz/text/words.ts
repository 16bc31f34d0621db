// Dates, lists and addresses made of words. No locale.

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

const MOST_OF_SLUG = 100;

/** The address of a heading and the name of a figure's file: ASCII, so short that every file system takes it. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_OF_SLUG)
    .replace(/^-|-$/g, '');
