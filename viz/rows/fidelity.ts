// Whether a value came back, field by field, with its type. Own enumerable fields only: results are class instances or null-prototype objects in some libraries, and that is not a loss.
import type { EdgeClass } from '../../kernel/api/facade/catalog-edge.ts';
import { benignEdge, EDGE_FIELDS, EDGE_RECORD } from '../../kernel/api/facade/catalog-edge.ts';
import type { Codec, Row } from './row.ts';

/**
 * exact: the same type and value; reordered: exact but for the order of keys; type: the same value as
 * another type (a Number for a BigInt that fits it, a Buffer for bytes); lossy: another value;
 * refused: the library threw; unsupported: the schema language has no such type.
 */
export const FIDELITIES = [
  'exact',
  'reordered',
  'type',
  'lossy',
  'refused',
  'unsupported',
] as const;
export type Fidelity = (typeof FIDELITIES)[number];

const worse = (a: Fidelity, b: Fidelity): Fidelity =>
  FIDELITIES.indexOf(a) > FIDELITIES.indexOf(b) ? a : b;

export function compareValues(before: unknown, after: unknown): Fidelity {
  if (Object.is(before, after)) return 'exact';
  if (before instanceof Uint8Array) return compareBytes(before, after);
  if (before instanceof Date) return compareDates(before, after);
  if (Array.isArray(before)) return compareLists(before, after);
  if (isRecord(before)) return isRecord(after) ? compareRecords(before, after) : 'lossy';
  return sameInteger(before, after) ? 'type' : 'lossy';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A Number and a BigInt that denote the same integer; -0 is not 0. */
function sameInteger(before: unknown, after: unknown): boolean {
  if (typeof before === 'bigint' && typeof after === 'number')
    return Number.isInteger(after) && BigInt(after) === before;
  if (typeof before === 'number' && typeof after === 'bigint')
    return Number.isInteger(before) && !Object.is(before, -0) && BigInt(before) === after;
  return false;
}

function compareBytes(before: Uint8Array, after: unknown): Fidelity {
  if (!(after instanceof Uint8Array) || after.length !== before.length) return 'lossy';
  if (before.some((byte, index) => byte !== after[index])) return 'lossy';
  return after.constructor === before.constructor ? 'exact' : 'type';
}

function compareDates(before: Date, after: unknown): Fidelity {
  if (!(after instanceof Date)) return 'lossy';
  if (before.getTime() !== after.getTime()) return 'lossy';
  return after.constructor === Date ? 'exact' : 'type';
}

function compareLists(before: readonly unknown[], after: unknown): Fidelity {
  if (!Array.isArray(after) || after.length !== before.length) return 'lossy';
  return before.reduce<Fidelity>(
    (worst, item, index) => worse(worst, compareValues(item, after[index])),
    'exact',
  );
}

function compareRecords(before: Record<string, unknown>, after: Record<string, unknown>): Fidelity {
  const keys = Object.keys(before);
  const found = Object.keys(after);
  if (keys.length !== found.length || keys.some((key) => !found.includes(key))) return 'lossy';
  const ordered: Fidelity = keys.every((key, index) => key === found[index])
    ? 'exact'
    : 'reordered';
  return keys.reduce<Fidelity>(
    (worst, key) => worse(worst, compareValues(before[key], after[key])),
    ordered,
  );
}

/** The reference's score: 1 when nothing but the order or the type changed. */
export const isKept = (fidelity: Fidelity): boolean =>
  fidelity === 'exact' || fidelity === 'reordered' || fidelity === 'type';

export interface EdgeResult {
  readonly field: string;
  readonly fieldClass: EdgeClass;
  readonly fidelity: Fidelity;
  /** The library's own words when it refused. */
  readonly detail?: string;
}

const schemaFields = new Set(EDGE_RECORD.fields.map(({ name }) => name));

/** Each edge value alone, so that one refusal does not hide the others. */
export function edgeFidelity(row: Row, codec: Codec): readonly EdgeResult[] {
  return EDGE_FIELDS.map(({ name, fieldClass, value }): EdgeResult => {
    if (row.schemaDriven && !schemaFields.has(name))
      return { field: name, fieldClass, fidelity: 'unsupported' };
    const domain = row.schemaDriven ? { ...benignEdge(), [name]: value } : { [name]: value };
    try {
      const native = codec.decode(codec.encode(codec.toNative(domain)));
      const after = codec.toDomain(native) as Record<string, unknown>;
      return { field: name, fieldClass, fidelity: compareValues(value, after[name]) };
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return { field: name, fieldClass, fidelity: 'refused', detail: detail.slice(0, 120) };
    }
  });
}
