// The kernel's numbers for its hosts: kernel/assembly/abi.ts as TypeScript, as Swift, and as the tables of docs/abi.md. `node
// kernel/abi.mjs` writes all three anew; test/kernel-abi.test.ts says when one of them is not what this file would write.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = 'kernel/assembly/abi.ts';
const TYPESCRIPT = 'kernel/api/facade/abi.ts';
const SWIFT = 'host-ios/Sources/KernelHost/KernelAbi.swift';
const DOCUMENT = 'docs/abi.md';

const CONSTANT = /^export const ([A-Z0-9_]+): \w+ = (-?(?:0x[0-9a-f]+|[0-9_]+));/gm;

const read = (path) => readFileSync(`${root}${path}`, 'utf8');

/** Name and value of every constant, in the order of the source. */
function constantsOf(text) {
  return [...text.matchAll(CONSTANT)].map(([, name, value]) => [
    name,
    Number(value.replaceAll('_', '')),
  ]);
}

const camel = (name) => name.toLowerCase().replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** The constants from `first` to `last`, without their prefix. */
function between(constants, first, last, prefix = '') {
  const at = (name) => {
    const index = constants.findIndex(([found]) => found === name);
    if (index < 0) throw new Error(`${SOURCE} has no ${name}`);
    return index;
  };
  return constants
    .slice(at(first), at(last) + 1)
    .map(([name, value]) => [name.slice(prefix.length), value]);
}

/** What hosts need: codes by name, and records with the offsets of their fields. */
function numbersOf(text) {
  const all = constantsOf(text);
  return {
    version: all.find(([name]) => name === 'ABI_VERSION')[1],
    statuses: between(all, 'OK', 'OVERFLOW'),
    actions: between(all, 'WAIT', 'STORE'),
    faults: between(all, 'FAULT_LENGTH', 'FAULT_ACK_TOTAL', 'FAULT_'),
    states: between(all, 'STATE_PLANNED', 'STATE_FAULTED', 'STATE_'),
    records: {
      Plan: between(all, 'PLAN_BYTES', 'PLAN_MAPPED_SLOTS', 'PLAN_'),
      Fault: between(all, 'FAULT_AT_CLASS', 'FAULT_AT_TEXT_BYTES', 'FAULT_AT_'),
      Channel: between(all, 'CHANNEL_FRAMES_IN', 'CHANNEL_STATE', 'CHANNEL_'),
      Session: between(all, 'SESSION_STATE', 'SESSION_NUMBER', 'SESSION_'),
    },
  };
}

/** A list of names is read by position: the codes must count up from 0, or down for a status. */
function byPosition(codes, sign) {
  codes.forEach(([name, value], index) => {
    if (value !== sign * index && index > 0) throw new Error(`${name} is ${value}, not ${index}`);
  });
  return codes.map(([name]) => name);
}

function typescript({ version, statuses, actions, faults, states, records }) {
  const names = (list) => list.map((name) => `  '${name}',\n`).join('');
  const fields = (list) => list.map(([name, value]) => `  ${camel(name)}: ${value},\n`).join('');
  const record = ([name, list]) => `export const ${name} = {\n${fields(list)}} as const;\n`;
  return [
    '// Written by kernel/abi.mjs from kernel/assembly/abi.ts: the codes and offsets of the kernel (docs/abi.md).\n',
    `export const ABI_VERSION = ${version};\n`,
    `export const STATUS_NAMES = [\n${names(byPosition(statuses, -1))}] as const;\n`,
    'export type StatusName = (typeof STATUS_NAMES)[number];\n',
    record(['Action', actions]),
    `export const FAULT_NAMES: Readonly<Record<number, string>> = {\n${faults
      .map(([name, code]) => `  ${code}: '${name}',\n`)
      .join('')}};\n`,
    `export const SESSION_STATES = [\n${names(byPosition(states, 1).map((name) => name.toLowerCase()))}] as const;\n`,
    ...Object.entries(records).map(record),
  ].join('\n');
}

function swift({ statuses, faults, records }) {
  // The one field that Swift has a word of its own for.
  const field = (name) => (name === 'CLASS' ? '`class`' : camel(name));
  const constant = ([name, value]) => `    static let ${field(name)}: UInt32 = ${value}\n`;
  const record = ([name, list]) => `  enum ${name} {\n${list.map(constant).join('')}  }\n`;
  const status = ([name, value]) =>
    `  public static let ${camel(name)} = KernelStatus(rawValue: ${value})\n`;
  const quoted = (list) => list.map((name) => `    "${name}",\n`).join('');
  return [
    '// Written by kernel/abi.mjs from kernel/assembly/abi.ts: the codes and offsets of the kernel (docs/abi.md).\n',
    `enum KernelAbi {\n${Object.entries(records).map(record).join('\n')}`,
    `  static let statusNames = [\n${quoted(byPosition(statuses, -1))}  ]\n`,
    `  static let faultNames: [UInt32: String] = [\n${faults
      .map(([name, code]) => `    ${code}: "${name}",\n`)
      .join('')}  ]\n}\n`,
    `extension KernelStatus {\n${statuses.map(status).join('')}}\n`,
  ].join('\n');
}

const MARKS = ['<!-- offsets: written by kernel/abi.mjs -->\n', '<!-- end of offsets -->\n'];

function tables({ records }) {
  const row = ([name, list]) =>
    `| ${name.toLowerCase()} | ${list
      .filter(([field]) => field !== 'BYTES')
      .map(([field, at]) => `${at} ${camel(field)}`)
      .join(', ')} |\n`;
  return `\n| record | offset and field |\n|---|---|\n${Object.entries(records).map(row).join('')}\n`;
}

function documented(text, numbers) {
  const [start, end] = MARKS.map((mark) => text.indexOf(mark));
  if (start < 0 || end < start) throw new Error(`${DOCUMENT} has no place for the offsets`);
  return text.slice(0, start + MARKS[0].length) + tables(numbers) + text.slice(end);
}

/** Path and text of each file as it should be. */
export function abiFiles() {
  const numbers = numbersOf(read(SOURCE));
  return [
    [TYPESCRIPT, typescript(numbers)],
    [SWIFT, swift(numbers)],
    [DOCUMENT, documented(read(DOCUMENT), numbers)],
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of abiFiles()) writeFileSync(`${root}${path}`, text);
