// `--variant "NAME: key=value; key=value"` as a name and its settings. What the keys mean is the command's.

import { badUsage } from './values.ts';

export interface NamedSettings {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** It stands in tables, file names of figures and JSON. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._+-]{0,39}$/u;
const LEAST = 2;
/** A color each, and blocks that take longer than a machine stays the same are none. */
const MOST = 6;

/** `name: key=value; key=value`; a quoted `;` separates nothing. All of them have names of their own. */
export function parseVariants(
  command: string,
  texts: readonly string[],
  keys: readonly string[],
): NamedSettings[] {
  const variants = texts.map((text) => parseVariant(command, text, keys));
  const names = variants.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refused(command, twice, `two variants are called "${twice}"`);
  if (variants.length === 1 || variants.length > MOST)
    throw refused(command, '', `a run has ${LEAST} to ${MOST} variants, not ${variants.length}`);
  return variants;
}

function parseVariant(command: string, text: string, keys: readonly string[]): NamedSettings {
  const [, name = '', rest = ''] = /^([^:=;]*)(?::(.*))?$/s.exec(text) ?? [];
  if (!NAME.test(name.trim()))
    throw refused(command, text, `"${text}" does not begin with a name: "NAME: key=value; ..."`);
  const settings: Record<string, string> = {};
  for (const part of splitAtSemicolons(rest)) {
    const [, key = '', value = ''] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/s.exec(part) ?? [];
    if (!keys.includes(key) || value === '')
      throw refused(command, text, `"${part.trim()}" is none of ${keys.join('=..., ')}=...`);
    if (settings[key] !== undefined)
      throw refused(command, text, `${key} stands twice in "${name}"`);
    settings[key] = value;
  }
  return { name: name.trim(), settings };
}

/** Parts that are not empty; quotes and backslashes keep a semicolon, as they keep a space in `--worker`. */
function splitAtSemicolons(text: string): string[] {
  const parts = text.match(/(?:\\.|"(?:\\.|[^"\\])*"|'[^']*'|[^;])+/gs) ?? [];
  return parts.filter((part) => part.trim() !== '');
}

const refused = (command: string, subject: string, what: string): Error =>
  badUsage(command, subject === '' ? '--variant' : `--variant ${subject}`, what);
