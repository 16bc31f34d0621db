// Python's repr of a tuple of strings and integers: the reference hashes it to seed a group's bootstrap, so it must come out the same.

/** repr(str) of CPython for printable text; control characters as \n, \r, \t or \xNN. */
function pythonRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let out = '';
  for (const character of text) out += escaped(character, quote);
  return quote + out + quote;
}

function escaped(character: string, quote: string): string {
  if (character === '\\' || character === quote) return `\\${character}`;
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  const code = character.codePointAt(0) ?? 0;
  const isControl = code < 0x20 || (code >= 0x7f && code <= 0xa0) || code === 0xad;
  return isControl ? `\\x${code.toString(16).padStart(2, '0')}` : character;
}

export const pythonTuple = (values: readonly (string | number)[]): string =>
  `(${values.map((value) => (typeof value === 'number' ? String(value) : pythonRepr(value))).join(', ')}${values.length === 1 ? ',' : ''})`;
