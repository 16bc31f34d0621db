// A small JSON file as a whole: a companion of the file that is read.
import { FormatError } from './format-error.ts';
import { JsonNode } from './json-node.ts';
import { JsonParser } from './json-parser.ts';
import type { JsonValue } from './json-value.ts';
import { Utf8 } from './utf8.ts';

export function parseJson(file: string, bytes: Uint8Array): JsonNode {
  const documents: { value: JsonValue; line: number }[] = [];
  const parser = new JsonParser({
    file,
    rows: null,
    onRow: () => undefined,
    onDocument: (value, line) => {
      documents.push({ value, line });
    },
    onDuplicateKey: () => undefined,
    onChatter: () => undefined,
  });
  const utf8 = new Utf8();
  parser.push(utf8.push(bytes));
  parser.push(utf8.end());
  parser.end();
  const [first] = documents;
  if (first === undefined) throw new FormatError('EMPTY', file, 0, 'there is no JSON document');
  return new JsonNode(file, '', first);
}
