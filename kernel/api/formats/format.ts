// What a format of another tool has to say of itself. Its file in this folder and its line in registry.ts are all it needs:
// recognition, reading, documentation and tests are made from the registry.
import type { LossCode } from '../collection/collection.ts';
import type { Draft } from './draft.ts';
import type { Workspace } from '../facade/workspace.ts';
import type { Head } from './head.ts';

export interface Format {
  /** As in `--format ID`: lower case with hyphens. */
  readonly id: string;
  readonly tool: string;
  /** How the file is made, as one would type it. */
  readonly made: string;
  readonly about: FormatAbout;
  /** Does a file that begins like this belong to the format? Never true for a file of another one. */
  readonly recognizes: (head: Head) => boolean;
  /**
   * For a format whose results are a folder: of its files those to read, in groups that make a Collection each; none when the
   * folder is not one of this format. Without it each file is a source of its own.
   */
  readonly select?: (names: readonly string[]) => readonly (readonly string[])[];
  readonly open: (file: FileContext) => FileReader;
}

/** For the table in docs/formats.md. */
export interface FormatAbout {
  /** From outside to inside, in the tool's words. */
  readonly levels: string;
  readonly unit: string;
  readonly better: string;
  /** Losses that every file of the format has. */
  readonly losses: readonly LossCode[];
}

export interface FileContext {
  readonly file: string;
  readonly draft: Draft;
  /** Another file of the same directory by its path from there; null when there is none. Small files only. */
  readonly sibling: (path: string) => Uint8Array | null;
  readonly options: ReadOptions;
  /** For what only the kernel decodes. */
  readonly workspace: () => Workspace;
}

export interface ReadOptions {
  /** Of plain CSV or JSON: which column or key holds the numbers. */
  readonly column?: string | null;
  /** For values whose direction nothing tells. */
  readonly better?: 'lower' | 'higher' | null;
  /** For values whose unit nothing tells. */
  readonly unit?: string | null;
}

/** Takes UTF-8 without a byte order mark, in chunks of any size; `end` hands what is left to the draft. */
export interface FileReader {
  readonly push: (chunk: Uint8Array) => void;
  readonly end: () => void;
}
