// The kernel's generated instances as plain objects. The kernel draws them; this file only knows the layout of its records (kernel/assembly/random/generator.ts).
import { DATA_TYPES, RECORDS } from './catalog.ts';
import type { DataType, Shape } from './catalog.ts';
import { outputOf, room, type Workspace } from './workspace.ts';

/** No record is longer (strings: 4 + 32 x 18); the kernel refuses a smaller room than it needs. */
const RECORD_ROOM_BYTES = 1024;

/** Reads one record field by field; words are u16 length and ASCII letters, lists are u32 count and items. */
class RecordReader {
  readonly #view: DataView;
  #at = 0;

  constructor(view: DataView) {
    this.#view = view;
  }

  value(shape: Shape): unknown {
    if (shape.kind === 'list') return this.#list(shape.of);
    if (shape.kind !== 'record') return this.#scalar(shape.kind);
    // Written as one literal-like object in field order, so that every instance has the same hidden class.
    const out: Record<string, unknown> = {};
    for (const { name, shape: inner } of shape.fields)
      // Prices fit 32 bits and are stored so, though their type is int64.
      out[name] = name === 'price_minor' ? this.#scalar('int32') : this.value(inner);
    return out;
  }

  get consumed(): number {
    return this.#at;
  }

  #list(of: Shape): unknown[] {
    const count = this.#view.getUint32(this.#take(4), true);
    return Array.from({ length: count }, () => this.value(of));
  }

  #scalar(kind: string): unknown {
    if (kind === 'bool') return this.#view.getUint8(this.#take(1)) === 1;
    if (kind === 'int32') return this.#view.getInt32(this.#take(4), true);
    if (kind === 'int64') return Number(this.#view.getBigInt64(this.#take(8), true));
    if (kind === 'float64') return this.#view.getFloat64(this.#take(8), true);
    if (kind === 'string') return this.#word();
    throw new Error(`the generator writes no "${kind}"`);
  }

  #word(): string {
    const length = this.#view.getUint16(this.#take(2), true);
    const codes = Array.from({ length }, () => this.#view.getUint8(this.#take(1)));
    return String.fromCharCode(...codes);
  }

  #take(bytes: number): number {
    const at = this.#at;
    this.#at += bytes;
    return at;
  }
}

/** Instance `index` of a data type. */
export function generateInstance(
  workspace: Workspace,
  type: DataType,
  index: number,
  seed: bigint,
): unknown {
  const args = [DATA_TYPES.indexOf(type), seed, index, room(RECORD_ROOM_BYTES), RECORD_ROOM_BYTES];
  const answer = workspace.call('generateRecord', args);
  const reader = new RecordReader(outputOf(answer));
  const value = reader.value(RECORDS[type]);
  if (reader.consumed !== answer.status) throw new Error(`a ${type} record has another layout`);
  return value;
}

/**
 * The fixture of one cell as JSON text: every runtime and process parses the same text, which also
 * gives flat strings and fast-mode objects. `first` shifts the instances, for the warm suite's different inputs.
 */
export function fixtureText(
  workspace: Workspace,
  type: DataType,
  instances: number,
  seed: bigint,
  first = 0,
): string {
  const items = Array.from({ length: instances }, (_, index) =>
    generateInstance(workspace, type, first + index, seed),
  );
  return JSON.stringify(instances === 1 ? items[0] : items);
}
