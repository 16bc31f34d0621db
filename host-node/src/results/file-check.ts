// Derived files of a run against what its facts give: the same, different, or not checked, each by its name.

import type { OpenSource } from '../../../kernel/api/collection/open.ts';

export interface FileCheck {
  readonly name: string;
  readonly state: 'same' | 'different' | 'unchecked';
  /** The first line that differs, from 1; of a text that is different. */
  readonly line?: number;
  readonly why?: string;
}

export interface GivenFile {
  readonly name: string;
  readonly text: string;
}

/** Line ends are those of who keeps the file: git changes them on Windows. A file that is not there is no news. */
export function checkFile(source: OpenSource, { name, text }: GivenFile): FileCheck | null {
  if (!source.has(name)) return null;
  const line = differingLine(source.text(name), text);
  return line === null ? { name, state: 'same' } : { name, state: 'different', line };
}

function differingLine(said: string, given: string): number | null {
  const [there, here] = [said, given].map((text) => text.split(/\r?\n/));
  if (there === undefined || here === undefined) return null;
  const longest = Math.max(there.length, here.length);
  for (let line = 0; line < longest; line += 1) if (there[line] !== here[line]) return line + 1;
  return null;
}

/** Of several texts that a file may have, the one that agrees for longer is the one that was written. */
export function checkAny(source: OpenSource, given: Iterable<GivenFile>): FileCheck | null {
  let best: FileCheck | null = null;
  for (const one of given) {
    const found = checkFile(source, one);
    if (found?.state !== 'different') return found;
    if (best === null || (found.line ?? 0) > (best.line ?? 0)) best = found;
  }
  return best;
}
