// The order of serializers inside one block (cell, mode, repetition), as the reference draws it.
import type { Workspace } from '../facade/workspace.ts';
import { shuffleOrder, textSeed } from '../statistics/draws.ts';
import type { Mode } from './columns.ts';

export interface Block {
  readonly seed: bigint;
  readonly dataType: string;
  readonly instances: number;
  readonly typeConfigHash: string;
  readonly mode: Mode;
  readonly repetition: number;
}

/** Fisher-Yates on SplitMix64, seeded by SHA-256 of the block's key: `42|message|1|99d1c7fab316|bytes|0`. */
export function blockOrder<T>(
  workspace: Workspace,
  block: Block,
  registered: readonly T[],
): readonly T[] {
  const key = [
    block.seed,
    block.dataType,
    block.instances,
    block.typeConfigHash,
    block.mode,
    block.repetition,
  ].join('|');
  const order = shuffleOrder(workspace, registered.length, textSeed(workspace, key));
  return Array.from(order, (index) => registered[index] as T);
}
