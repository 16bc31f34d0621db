// A reader of a text format, line by line.
import type { Place } from './format-error.ts';
import type { FileContext, FileReader } from './format.ts';
import { TextLines } from './text-lines.ts';

export interface TextSteps {
  readonly onLine: (text: string, place: Place & { readonly line: number }) => void;
  readonly onEnd: () => void;
}

export function textReader({ file }: FileContext, { onLine, onEnd }: TextSteps): FileReader {
  const lines = new TextLines(file, (text, line) => {
    onLine(text, { file, line });
  });
  return {
    push: (chunk) => {
      lines.push(chunk);
    },
    end: () => {
      lines.end();
      onEnd();
    },
  };
}
