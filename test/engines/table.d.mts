// Types of table.mjs for its test.
interface Part {
  lines: number;
  cases: number;
}
export interface Paths {
  whole: Part;
  light: Part;
}
export interface Answer {
  signature: string;
  done?: number;
  cases?: number;
  wrong?: string | null;
}
export interface Engine {
  name: string;
  registry: boolean;
  reason?: string;
  part?: 'whole' | 'light';
  version: (paths: Paths) => string | null;
  bring?: (paths: Paths) => void;
  run: (paths: Paths) => Answer | Promise<Answer>;
}
export interface Row {
  name: string;
  version: string;
  vectors: string;
  signature: string;
  state: 'ran' | 'missing';
  note: string;
  failed: boolean;
  seconds?: number;
}
export function judge(
  engine: Engine,
  paths: Paths,
  expected: { signature: string; isCi: boolean },
): Promise<Row>;
export function linesOf(rows: Row[]): string[];
export function tallyOf(rows: Row[]): { passed: number; failed: number; skipped: number };
