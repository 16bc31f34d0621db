// Types of study.mjs for its test.
import type * as Kernel from '../../../host-node/src/kernel/open.ts';

export interface Line {
  readonly text: string;
  readonly least?: number;
  readonly most?: number;
  /** In percent, as the limits are. */
  readonly measured: number;
}

export interface ShapeRow {
  readonly title: string;
  readonly n: number;
  readonly any: number;
  readonly beyond: number;
  readonly same: number;
  readonly found: readonly number[];
}

export interface VerdictStudy {
  readonly lines: () => Line[];
  readonly runs: () => ShapeRow[];
  readonly blocks: () => ShapeRow[];
  readonly serializers: () => ShapeRow[];
}

export function verdictStudy(
  kernel: Pick<typeof Kernel, 'comparisonVerdicts' | 'blockVerdicts'>,
  workspace: Kernel.Workspace,
  comparisons: { readonly lines: number; readonly tables: number },
): VerdictStudy;
