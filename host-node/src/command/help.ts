// The help of one command and of all of them, made from what they are defined as.

import { wrapText } from '../../../viz/text/width.ts';
import type { ArgumentTable } from './argument.ts';
import { optionName } from './option.ts';
import type { OptionTable } from './option.ts';
import type { Syntax } from './parts.ts';

const COLUMNS = 80;
/** A longer name has a line of its own. */
const WIDEST_NAME = 20;

export function helpOf<A extends ArgumentTable, O extends OptionTable>(
  parts: Syntax<A, O>,
): string {
  const options = Object.entries(parts.options);
  const usage = [
    `Usage: echometer ${parts.name}`,
    ...Object.values(parts.arguments).map(({ shown }) => shown),
    ...(options.length === 0 ? [] : ['[options]']),
  ];
  return sections([
    wrapText(usage.join(' '), COLUMNS),
    ...paragraphs(parts.description),
    twoColumns(
      options.map(([key, { placeholder, short, help }]) => [shown(key, placeholder, short), help]),
    ),
    ...(parts.closing === undefined ? [] : paragraphs(parts.closing)),
  ]);
}

function shown(key: string, placeholder: string | null, short?: string): string {
  const name = `${short === undefined ? '' : `-${short}, `}--${optionName(key)}`;
  return placeholder === null ? name : `${name} ${placeholder}`;
}

/** A paragraph a part, as wide as the terminals of old. */
export const paragraphs = (text: string): string[][] =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => wrapText(part.trim().replace(/\s*\n\s*/g, ' '), COLUMNS));

/** Names, and beside them what they mean. */
export function twoColumns(rows: readonly (readonly [string, string])[]): string[] {
  const short = rows.map(([name]) => name.length).filter((length) => length <= WIDEST_NAME);
  const indent = Math.max(0, ...short) + 5;
  return rows.flatMap(([name, meaning]) => {
    const lines = wrapText(meaning, COLUMNS - indent);
    const head = `  ${name}`;
    const isLong = head.length > indent - 2;
    const [first = '', ...rest] = isLong ? ['', ...lines] : lines;
    return [
      `${head.padEnd(indent)}${first}`.trimEnd(),
      ...rest.map((line) => `${' '.repeat(indent)}${line}`),
    ];
  });
}

/** An empty line between them; a section without lines is left away. */
export const sections = (parts: readonly (readonly string[])[]): string =>
  parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
