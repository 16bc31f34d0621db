// How many slots a channel has and how large they are, and what a host must offer to have them mapped over kernel memory.
// It opens no file.
import type { TrialParams } from '../run/cases.ts';

export type SlotAccess = 'mapped' | 'copied';

/** A multiple of every page size that we run on, so that whole files can be mapped. */
const SLOT_STEP_BYTES = 65_536;

export interface SlotGeometry {
  readonly slotCount: number;
  readonly slotBytes: number;
}

/** A slot for every frame that the credit allows; none for inline payloads. */
export function slotGeometry(params: TrialParams): SlotGeometry {
  if (params.storage === 'inline') return { slotCount: 0, slotBytes: 0 };
  const steps = Math.max(1, Math.ceil(params.payloadBytes / SLOT_STEP_BYTES));
  return { slotCount: params.creditFrames, slotBytes: steps * SLOT_STEP_BYTES };
}

/** What mapping needs of a configured kernel. */
export interface MappableKernel {
  readonly memory: ArrayBuffer;
  readonly slotFileAt: (which: 0 | 1) => number;
}

export interface SlotMapping {
  /** False where the host cannot map; the kernel must then be configured without mapping. */
  mapOver(kernel: MappableKernel): boolean;
}
