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
  if (ArrayBuffer.isView(before)) return compareViews(before, after);
  if (before instanceof ArrayBuffer) return compareBuffers(before, after);
  if (before instanceof Date) return compareDates(before, after);
  if (before instanceof Map) return compareMaps(before, after);
  if (before instanceof Set) return compareSets(before, after);
  if (Array.isArray(before)) return compareLists(before, after);
  if (isRecord(before)) return compareObjects(before, after);
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

const elementsOf = (view: ArrayBufferView): readonly unknown[] =>
  view instanceof DataView
    ? [...new Uint8Array(view.buffer, view.byteOffset, view.byteLength)]
    : [...(view as unknown as Iterable<unknown>)];

/** The same numbers in another kind of array are the same value; as the fields of an object they are not. */
function compareViews(before: ArrayBufferView, after: unknown): Fidelity {
  const isList = ArrayBuffer.isView(after) || Array.isArray(after);
  if (!isList) return 'lossy';
  const [own, found] = [elementsOf(before), Array.isArray(after) ? after : elementsOf(after)];
  if (own.length !== found.length) return 'lossy';
  if (own.some((value, index) => compareValues(value, found[index]) === 'lossy')) return 'lossy';
  return after.constructor === before.constructor ? 'exact' : 'type';
}

function compareBuffers(before: ArrayBuffer, after: unknown): Fidelity {
  const isBuffer = after instanceof ArrayBuffer;
  const found = compareViews(new Uint8Array(before), isBuffer ? new Uint8Array(after) : after);
  return found === 'exact' && !isBuffer ? 'type' : found;
}

/** Two dates that are invalid are the same. */
function compareDates(before: Date, after: unknown): Fidelity {
  if (!(after instanceof Date)) return 'lossy';
  if (!Object.is(before.getTime(), after.getTime())) return 'lossy';
  return after.constructor === Date ? 'exact' : 'type';
}

const worstOf = (found: readonly Fidelity[]): Fidelity => found.reduce(worse, 'exact');

/** A map whose keys are texts may come back as an object with these fields, and the other way round. */
function compareMaps(before: ReadonlyMap<unknown, unknown>, after: unknown): Fidelity {
  const entries = [...before];
  if (!(after instanceof Map)) {
    const areTexts = entries.every(([key]) => typeof key === 'string');
    if (!areTexts || !isPlain(after)) return 'lossy';
    const fields = Object.fromEntries(entries) as Record<string, unknown>;
    return worse('type', compareRecords(fields, after));
  }
  if (after.size !== before.size) return 'lossy';
  const keys = [...after.keys()];
  return worstOf(
    entries.map(([key, value], index) => {
      if (after.has(key))
        return worse(
          Object.is(keys[index], key) ? 'exact' : 'reordered',
          compareValues(value, after.get(key)),
        );
      // A key that is an object is another object when it has come back.
      return worse(compareValues(key, keys[index]), compareValues(value, after.get(keys[index])));
    }),
  );
}

function compareSets(before: ReadonlySet<unknown>, after: unknown): Fidelity {
  if (Array.isArray(after)) return worse('type', compareLists([...before], after));
  if (!(after instanceof Set) || after.size !== before.size) return 'lossy';
  const found = [...(after as ReadonlySet<unknown>)];
  return worstOf(
    [...before].map((item, index) =>
      after.has(item)
        ? Object.is(found[index], item)
          ? 'exact'
          : 'reordered'
        : compareValues(item, found[index]),
    ),
  );
}

/** By index: a hole that comes back as undefined is another type of nothing. */
function compareLists(before: readonly unknown[], after: unknown): Fidelity {
  if (!Array.isArray(after) || after.length !== before.length) return 'lossy';
  let worst: Fidelity = 'exact';
  for (let index = 0; index < before.length; index += 1) {
    const isHole = index in before !== index in after;
    worst = worse(
      worst,
      worse(isHole ? 'type' : 'exact', compareValues(before[index], after[index])),
    );
  }
  return worst;
}

/** What is read by its fields: not a list, a map or another thing with content of its own. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  !ArrayBuffer.isView(value) &&
  !(value instanceof Map || value instanceof Set || value instanceof Date);

function compareObjects(before: Record<string, unknown>, after: unknown): Fidelity {
  if (after instanceof Map)
    return worse('type', compareMaps(new Map(Object.entries(before)), after));
  if (!isPlain(after)) return 'lossy';
  const isClass = ![Object.prototype, null].includes(
    Object.getPrototypeOf(before) as object | null,
  );
  // A RegExp, a URL, a boxed number: what they hold is not in fields.
  if (isClass && Object.keys(before).length === 0)
    return before.constructor === after.constructor && textOf(before) === textOf(after)
      ? 'exact'
      : 'lossy';
  return compareRecords(before, after);
}

const textOf = (value: object): string => (value as { toString(): string }).toString();

function compareRecords(before: Record<string, unknown>, after: Record<string, unknown>): Fidelity {
  const keys = Object.keys(before);
  const found = Object.keys(after);
  const own = new Set(found);
  if (keys.length !== found.length || keys.some((key) => !own.has(key))) return 'lossy';
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
