// A reader of a JSON format from what differs between formats: what to do with the document and with its rows.
import type { FileContext, FileReader } from './format.ts';
import { JsonNode } from './json-node.ts';
import { JsonParser } from './json-parser.ts';

export interface JsonSteps {
  /** The keys that lead to an array whose elements come one by one, so that a file of any length fits. */
  readonly rows?: readonly string[];
  readonly onRow?: (row: JsonNode) => void;
  /** Without the rows. Called for each document of the file. */
  readonly onDocument: (root: JsonNode) => void;
}

export function jsonReader({ file, draft }: FileContext, steps: JsonSteps): FileReader {
  const { rows = null, onRow, onDocument } = steps;
  let count = 0;
  const prefix = rows?.join('.') ?? '';
  const parser = new JsonParser({
    file,
    rows,
    onRow: (value, line) => onRow?.(new JsonNode(file, `${prefix}[${count++}]`, { value, line })),
    onDocument: (value, line) => {
      onDocument(new JsonNode(file, '', { value, line }));
    },
    onDuplicateKey: (key, line) => {
      draft.problems.add('DUPLICATE_KEY', key, { file, line });
    },
    onChatter: (line) => {
      draft.problems.add('LINES_IGNORED', '', { file, line });
    },
  });
  return {
    push: (chunk) => {
      parser.push(chunk);
    },
    end: () => {
      parser.end();
    },
  };
}
