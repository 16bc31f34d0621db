// A place in a JSON document as a reader walks it: every step checks the type and refuses with the path, the line and the cause.
import { FormatError } from './format-error.ts';
import { isMissingWord } from './json-number.ts';
import { JsonArray, JsonObject, type JsonValue, type Member } from './json-value.ts';

export class JsonNode {
  readonly value: JsonValue;
  readonly line: number;
  readonly path: string;
  readonly #file: string;

  constructor(file: string, path: string, { value, line }: Member) {
    this.#file = file;
    this.path = path;
    this.value = value;
    this.line = line;
  }

  get place(): { readonly file: string; readonly line: number } {
    return { file: this.#file, line: this.line };
  }

  get isObject(): boolean {
    return this.value instanceof JsonObject;
  }

  get isArray(): boolean {
    return this.value instanceof JsonArray;
  }

  refuse(cause: string): never {
    throw new FormatError(
      'BAD_VALUE',
      this.#file,
      this.line,
      `${this.path || 'the file'} ${cause}`,
    );
  }

  /** The member, or null when it is absent or null. */
  get(key: string): JsonNode | null {
    const member = this.#object().members.get(key);
    return member === undefined || member.value === null ? null : this.#child(`.${key}`, member);
  }

  need(key: string): JsonNode {
    return this.get(key) ?? this.refuse(`has no ${key}`);
  }

  keys(): string[] {
    return [...this.#object().members.keys()];
  }

  members(): [string, JsonNode][] {
    return Array.from(this.#object().members, ([key, member]) => [
      key,
      this.#child(`.${key}`, member),
    ]);
  }

  items(): JsonNode[] {
    return this.#array().items.map((item, i) => this.#child(`[${i}]`, item));
  }

  text(): string {
    if (typeof this.value === 'string') return this.value;
    return this.refuse(`is ${kindOf(this.value)}, not a text`);
  }

  number(): number {
    return this.numberOrMissing() ?? this.refuse('is no finite number');
  }

  /** Null for null, NaN and the infinities, as tokens or as texts. */
  numberOrMissing(): number | null {
    const { value } = this;
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (value === null || (typeof value === 'string' && isMissingWord(value))) return null;
    return this.refuse(`is ${kindOf(value)}, not a number`);
  }

  count(): number {
    const value = this.number();
    return Number.isSafeInteger(value) && value >= 0
      ? value
      : this.refuse(`is ${value}, not a count`);
  }

  /** The elements as doubles with NaN for each that is missing; refused when one is neither. */
  numbers(): Float64Array {
    const { numbers } = this.#array();
    return numbers ?? Float64Array.from(this.items(), (item) => item.numberOrMissing() ?? NaN);
  }

  /** A text, number or boolean as a text; null for anything else. */
  label(): string | null {
    const { value } = this;
    if (typeof value === 'string') return value;
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
  }

  #object(): JsonObject {
    if (this.value instanceof JsonObject) return this.value;
    return this.refuse(`is ${kindOf(this.value)}, not an object`);
  }

  #array(): JsonArray {
    if (this.value instanceof JsonArray) return this.value;
    return this.refuse(`is ${kindOf(this.value)}, not an array`);
  }

  #child(step: string, member: Member): JsonNode {
    return new JsonNode(
      this.#file,
      this.path === '' ? step.replace(/^\./, '') : this.path + step,
      member,
    );
  }
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (value instanceof JsonObject) return 'an object';
  if (value instanceof JsonArray) return 'an array';
  return typeof value === 'string'
    ? 'a text'
    : typeof value === 'number'
      ? 'a number'
      : 'a boolean';
}
