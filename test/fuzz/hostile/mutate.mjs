// Seeded damage to bytes, to text and to JSON. It knows no format but JSON.
import { TextDecoder, TextEncoder } from 'node:util';

/** What breaks parsers, pages, terminals and paths. */
const TOKENS = [
  ...['NaN', '-', '1e999', '1e-400', '-0', '18446744073709551616', '9007199254740993', 'null', 'true'],
  ...['"', '""', '{', ']', ',', ';', '\n', '\r', '\t', '\0', '\\u00', '[]', '1,5', '0x10', '__proto__'],
  ...['\u001b[31m', '\u202e', '\ufeff', '𝄞', '../../x', '/etc/passwd', '<script>', '|', 'é'],
]; // prettier-ignore

const VALUES = [
  ...[null, true, 0, -1, -0, 0.5, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 64, '', 'x', '0', '-1', 'NaN'],
  ...['1e999', '18446744073709551616', '../../outside', '/etc/passwd', 'a'.repeat(5000), '\u001b]0;x\u0007'],
  ...['constructor', [], {}, [null], [[]], { length: 1e9 }, [0, 0, 0, 0, 0, 0, 0, 0]],
]; // prettier-ignore

const encode = (text) => new TextEncoder().encode(text);
const joined = (...parts) => new Uint8Array(Buffer.concat(parts));

/** One to three kinds of damage. */
export function damagedBytes(random, bytes) {
  let now = bytes;
  for (let times = 1 + random.below(3); times > 0; times--) now = damagedOnce(random, now);
  return now;
}

function damagedOnce(random, bytes) {
  const at = random.below(bytes.length + 1);
  const length = random.below(Math.min(40, bytes.length - at + 1));
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + length)];
  const part = bytes.subarray(at, at + length);
  const damage = [
    () => joined(before, after),
    () => joined(before, part, part, after),
    () => before,
    () => joined(before, encode(random.pick(TOKENS)), bytes.subarray(at)),
    () => joined(before, part.map((byte) => byte ^ (1 << random.below(8))), after), // prettier-ignore
    () => joined(before, elsewhere(random, bytes), bytes.subarray(at)),
    () => joined(before, encode(random.pick(TOKENS).repeat(1 + random.below(3000))), after),
  ];
  return random.pick(damage)();
}

function elsewhere(random, bytes) {
  const from = random.below(bytes.length + 1);
  return bytes.subarray(from, from + random.below(200));
}

/** The text of a JSON file with one to three places changed, or its bytes damaged. */
export function damagedJson(random, bytes) {
  if (random.below(4) === 0) return damagedBytes(random, bytes);
  let value = parsed(bytes);
  if (value === undefined) return damagedBytes(random, bytes);
  for (let times = 1 + random.below(3); times > 0; times--) value = changed(random, value);
  return encode(JSON.stringify(value));
}

/** Undefined for JSON lines and for what only begins as JSON. */
function parsed(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Goes down to a place and changes what is there. */
function changed(random, value) {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length === 0 || random.below(24) === 0) return random.pick(VALUES);
  const key = random.pick(keys);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const what = random.below(40);
  if (what === 0) Array.isArray(copy) ? copy.splice(Number(key), 1) : delete copy[key];
  else if (what === 1 && Array.isArray(copy)) copy.push(copy[Number(key)]);
  else if (what === 2) copy[random.pick(['x', 'length', 'constructor', '__proto__', '0'])] = 1;
  else copy[key] = changed(random, value[key]);
  return copy;
}
