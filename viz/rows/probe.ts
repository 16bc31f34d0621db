// What state a row is in on this machine, found by doing its work once: importing proves nothing (a library can import and then fail on its first call).
import { compareValues, isKept } from './fidelity.ts';
import type { AddonState, Codec, Encoded, LoadedRow, Row } from './row.ts';
import { encodedBytes } from './row.ts';
import type { DataType } from '../../kernel/api/facade/catalog.ts';

export type RowState =
  | { readonly state: 'ok'; readonly addon: AddonState; readonly loaded: LoadedRow }
  | { readonly state: 'not-installed'; readonly detail: string }
  | { readonly state: 'broken'; readonly detail: string };

/** Two different instances of one type; which ones does not matter. */
export interface ProbeInstances {
  readonly type: DataType;
  readonly first: unknown;
  readonly second: unknown;
}

const message = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 200);

/** Node says ERR_MODULE_NOT_FOUND; bundlers and browsers only say it in words. */
const isMissing = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_MODULE_NOT_FOUND' ||
  /cannot find (package|module)|failed to (fetch|resolve)/i.test(message(error));

export async function probeRow(row: Row, instances: ProbeInstances): Promise<RowState> {
  let loaded: LoadedRow;
  try {
    loaded = await row.load();
  } catch (error) {
    const said = message(error);
    if (!isMissing(error)) return { state: 'broken', detail: said };
    // Node's message also says from where it was imported: a path of this machine.
    const missing = /(?:package|module) '([^']+)'/i.exec(said)?.[1] ?? 'its library';
    return { state: 'not-installed', detail: `${missing} is not installed` };
  }
  try {
    const fault = findFault(loaded.prepare(instances.type, 1), instances, row.ranked);
    if (fault !== null) return { state: 'broken', detail: fault };
  } catch (error) {
    return { state: 'broken', detail: message(error) };
  }
  return { state: 'ok', addon: loaded.addon, loaded };
}

const sum = (bytes: Uint8Array): number =>
  bytes.reduce((hash, byte) => (Math.imul(hash, 31) + byte) | 0, bytes.length);

const encode = (codec: Codec, domain: unknown): Encoded => codec.encode(codec.toNative(domain));

/**
 * Three ways a row can lie: the value does not come back; the output is a buffer that the next call
 * overwrites; the output of one instance is served for another.
 */
export function findFault(
  codec: Codec,
  { first, second }: ProbeInstances,
  reads: boolean,
): string | null {
  const output = encode(codec, first);
  const before = sum(encodedBytes(output));
  const other = encode(codec, second);
  if (sum(encodedBytes(output)) !== before)
    return 'its output is overwritten by the next call: not an owned byte range';
  if (sum(encodedBytes(other)) === before)
    return 'two different instances gave the same bytes: a cached output';
  if (!reads) return null;
  const back = codec.toDomain(codec.decode(output));
  return isKept(compareValues(first, back)) ? null : 'the value did not come back';
}
