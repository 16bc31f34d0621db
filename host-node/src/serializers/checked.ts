// One call of a row, and whether what its process says of it can be true: no clock of ours is inside of it.
import type { Answers, Ask, CellCommand } from './protocol.ts';
import { RowFailure } from './row-channel.ts';
import type { CellSizes } from './sizes.ts';

type OnceCommand = { readonly op: 'once' } & CellCommand;

const NS_PER_MS = 1e6;
/** Two programs read two clocks; a millisecond is far beyond what they differ by in one call. */
const CLOCKS_DIFFER_MS = 1;

/**
 * Equal values need not give equal sizes: v8.serialize writes an integer as 2 to 10 bytes, by how the engine holds it at that
 * moment. Sizes in tables are those of the bytes that were seen; this only finds a row that says something else altogether.
 */
const MOST_TIMES = 2;

const isFarOff = (size: number, bytes: number): boolean =>
  size > bytes * MOST_TIMES || size * MOST_TIMES < bytes;

/** `known` is what the same row gave for the same input when it was asked for its bytes. */
export async function onceChecked(
  rows: Ask,
  command: OnceCommand,
  known?: CellSizes,
): Promise<Answers['once']> {
  const begun = performance.now();
  const answer = await rows.ask(command);
  const elapsedMs = performance.now() - begun;
  const { phasesNs, size } = answer;
  const saidMs = phasesNs.reduce((sum, ns) => sum + ns, 0) / NS_PER_MS;
  if (saidMs > elapsedMs + CLOCKS_DIFFER_MS)
    throw new RowFailure(
      `says that the call took ${saidMs.toFixed(1)} ms; it was answered after ${elapsedMs.toFixed(1)} ms`,
    );
  if (command.mode === 'bytes' && known !== undefined && isFarOff(size, known.bytes))
    throw new RowFailure(`says ${size} bytes; its output has ${known.bytes}`);
  return answer;
}
