// Straight-line conversions between domain objects and the messages of three libraries, as source text. Interpreting the catalogue at run time would charge a row for our loop.
import type { Field, RecordShape, Shape } from '../../../kernel/api/facade/catalog.ts';
import { EDGE_RECORD } from '../../../kernel/api/facade/catalog-edge.ts';
import { allRecords, camel } from './names.ts';

/** Only the edge record holds int64 values beyond 2^53; the timed types never do. */
const toNumber = (record: RecordShape, text: string): string =>
  record.name === EDGE_RECORD.name ? `safeInt(${text})` : `Number(${text})`;

// --- protobuf-es: init objects in, messages out -------------------------------------------------

function pbOut(shape: Shape, text: string): string {
  if (shape.kind === 'int64') return `BigInt(${text})`;
  if (shape.kind === 'record') return `pbTo${shape.name}(${text})`;
  if (shape.kind !== 'list' || shape.of.kind !== 'record') return text;
  return `${text}.map(pbTo${shape.of.name})`;
}

function pbIn(record: RecordShape, shape: Shape, text: string): string {
  if (shape.kind === 'int64') return toNumber(record, text);
  if (shape.kind === 'record') return `pbFrom${shape.name}(${text})`;
  if (shape.kind !== 'list' || shape.of.kind !== 'record') return text;
  return `${text}.map(pbFrom${shape.of.name})`;
}

function pbConversions(record: RecordShape): string {
  const to = record.fields.map(({ name, shape }) => `${camel(name)}: ${pbOut(shape, `v.${name}`)}`);
  const from = record.fields.map(
    ({ name, shape }) => `${name}: ${pbIn(record, shape, `m.${camel(name)}`)}`,
  );
  return [
    `export const pbTo${record.name} = (v) => ({ ${to.join(', ')} });`,
    `export const pbFrom${record.name} = (m) => ({ ${from.join(', ')} });`,
  ].join('\n');
}

// --- FlatBuffers: children first, then the table (flatc gives no create call to tables that hold tables) ------------------------------------------

const pascal = (name: string): string => {
  const text = camel(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

function fbChild(record: RecordShape, { name, shape }: Field): string {
  const value = `v.${name}`;
  const vector = (data: string) => `F.${record.name}.create${pascal(name)}Vector(b, ${data})`;
  if (shape.kind === 'string') return `b.createString(${value})`;
  if (shape.kind === 'bytes') return vector(value);
  if (shape.kind === 'record') return `fbTo${shape.name}(b, ${value})`;
  if (shape.kind !== 'list') return shape.kind === 'int64' ? `BigInt(${value})` : value;
  if (shape.of.kind === 'string') return vector(`${value}.map((x) => b.createString(x))`);
  if (shape.of.kind !== 'record') return vector(value);
  return vector(`${value}.map((x) => fbTo${shape.of.name}(b, x))`);
}

function fbRead(record: RecordShape, { name, shape }: Field): string {
  const get = `m.${camel(name)}`;
  if (shape.kind === 'int64') return toNumber(record, `${get}()`);
  if (shape.kind === 'bytes') return `${get}Array().slice()`;
  if (shape.kind === 'record') return `fbFrom${shape.name}(${get}())`;
  if (shape.kind !== 'list') return `${get}()`;
  if (shape.of.kind === 'float64') return `Array.from(${get}Array())`;
  const item = shape.of.kind === 'record' ? `fbFrom${shape.of.name}(${get}(i))` : `${get}(i)`;
  return `readList(${get}Length(), (i) => ${item})`;
}

function fbConversions(record: RecordShape): string {
  const children = record.fields.map((field, i) => `  const c${i} = ${fbChild(record, field)};`);
  const adds = record.fields.map(
    ({ name }, i) => `  F.${record.name}.add${pascal(name)}(b, c${i});`,
  );
  const from = record.fields.map((field) => `${field.name}: ${fbRead(record, field)}`);
  return [
    `export const fbTo${record.name} = (b, v) => {`,
    ...children,
    `  F.${record.name}.start${record.name}(b);`,
    ...adds,
    `  return F.${record.name}.end${record.name}(b);`,
    '};',
    `export const fbFrom${record.name} = (m) => ({ ${from.join(', ')} });`,
  ].join('\n');
}

// --- Cap'n Proto: setters on a struct in place --------------------------------------------------

function cpWrite({ name, shape }: Field): string {
  const to = `s.${camel(name)}`;
  const init = `s._init${pascal(name)}`;
  const value = `v.${name}`;
  if (shape.kind === 'int64') return `  ${to} = BigInt(${value});`;
  if (shape.kind === 'bytes') return `  ${init}(${value}.length).copyBuffer(${value});`;
  if (shape.kind === 'record') return `  cpTo${shape.name}(${init}(), ${value});`;
  if (shape.kind !== 'list') return `  ${to} = ${value};`;
  const put = shape.of.kind === 'record' ? `cpTo${shape.of.name}(l.get(i), x)` : 'l.set(i, x)';
  return `  writeList(${init}(${value}.length), ${value}, (l, i, x) => { ${put}; });`;
}

function cpRead(record: RecordShape, { name, shape }: Field): string {
  const get = `m.${camel(name)}`;
  if (shape.kind === 'int64') return toNumber(record, get);
  if (shape.kind === 'bytes') return `${get}.toUint8Array().slice()`;
  if (shape.kind === 'record') return `cpFrom${shape.name}(${get})`;
  if (shape.kind !== 'list') return get;
  const item = shape.of.kind === 'record' ? `cpFrom${shape.of.name}(l.get(i))` : 'l.get(i)';
  return `readItems(${get}, (l, i) => ${item})`;
}

function cpConversions(record: RecordShape): string {
  const from = record.fields.map((field) => `${field.name}: ${cpRead(record, field)}`);
  return [
    `export const cpTo${record.name} = (s, v) => {`,
    ...record.fields.map(cpWrite),
    '};',
    `export const cpFrom${record.name} = (m) => ({ ${from.join(', ')} });`,
  ].join('\n');
}

// --- protobufjs: class instances whose defaults sit on the prototype ----------------------------

function plainIn({ name, shape }: Field): string {
  const value = `m.${name}`;
  if (shape.kind === 'record') return `${name}: plain${shape.name}(${value})`;
  if (shape.kind !== 'list' || shape.of.kind !== 'record') return `${name}: ${value}`;
  return `${name}: ${value}.map(plain${shape.of.name})`;
}

const plainConversion = ({ name, fields }: RecordShape): string =>
  `export const plain${name} = (m) => ({ ${fields.map(plainIn).join(', ')} });`;

export const plainConversions = (): string => [...allRecords().map(plainConversion), ''].join('\n');

const safeInt = `const safeInt = (x) => (x >= -9007199254740991n && x <= 9007199254740991n ? Number(x) : x);`;
const readList = `const readList = (n, read) => { const out = []; for (let i = 0; i < n; i++) out.push(read(i)); return out; };`;
const lists = `const writeList = (l, v, put) => { for (let i = 0; i < v.length; i++) put(l, i, v[i]); };
const readItems = (l, read) => { const out = []; for (let i = 0, n = l.length; i < n; i++) out.push(read(l, i)); return out; };`;

export const protobufConversions = (): string =>
  [safeInt, ...allRecords().map(pbConversions), ''].join('\n');

export const flatbuffersConversions = (): string =>
  [
    "import * as F from './flatbuffers-suite.ts';",
    safeInt,
    readList,
    ...allRecords().map(fbConversions),
    '',
  ].join('\n');

export const capnpConversions = (): string =>
  [safeInt, lists, ...allRecords().map(cpConversions), ''].join('\n');
