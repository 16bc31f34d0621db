// Cases of the user's own: the words of `--case` and the objects of a `--cases` file, checked and named. A defect is a
// CaseError whose subject is the field.
import { ACK_POLICIES, CaseError, OWN_SUITE, PROFILES, STORAGES } from './cases.ts';
import type { AckPolicy, DuplexCase, Storage } from './cases.ts';

/** One case as run.json keeps it and as a `--cases` file has it: every field decided. */
export interface OwnCase {
  readonly name: string;
  readonly payloadBytes: number;
  readonly sessions: number;
  readonly workers: number;
  readonly creditFrames: number;
  readonly creditBytes: number;
  readonly ackEvery: number;
  readonly ackPolicy: AckPolicy;
  readonly storage: Storage;
  readonly frames: number;
  readonly warmupFrames: number;
  readonly trials: number;
}

type Kind = 'name' | 'size' | 'count' | 'choice';

interface Field {
  /** Its name in `--case`. */
  readonly word: string;
  readonly kind: Kind;
  readonly least?: number;
  readonly most?: number;
}

/** Limits are the kernel's (docs/abi.md, Plan); a trial that would not fit into its memory is refused here. */
const FIELDS: Readonly<Record<keyof OwnCase, Field>> = {
  name: { word: 'name', kind: 'name' },
  payloadBytes: { word: 'payload', kind: 'size', least: 0, most: 16_777_216 },
  sessions: { word: 'sessions', kind: 'count', least: 1, most: 4096 },
  workers: { word: 'workers', kind: 'count', least: 1, most: 64 },
  creditFrames: { word: 'credit', kind: 'count', least: 1, most: 65_536 },
  creditBytes: { word: 'credit-bytes', kind: 'size', least: 1, most: 2 ** 32 - 1 },
  ackEvery: { word: 'ack', kind: 'count', least: 1, most: 65_536 },
  ackPolicy: { word: 'ack-policy', kind: 'choice' },
  storage: { word: 'storage', kind: 'choice' },
  frames: { word: 'frames', kind: 'count', least: 1, most: 100_000_000 },
  warmupFrames: { word: 'warmup', kind: 'count', least: 0, most: 1_000_000 },
  trials: { word: 'trials', kind: 'count', least: 1, most: 1000 },
};
const NAMES = Object.keys(FIELDS) as (keyof OwnCase)[];

const DEFAULT_FRAMES = 1000;
const DEFAULT_WARMUP = 100;
const DEFAULT_TRIALS = 5;
/** What every session may have under way even where payloads are small: the protocol's default credit. */
const LEAST_CREDIT_BYTES = 65_536;
/** Two columns of 8 bytes a frame. */
const BYTES_PER_FRAME = 16;
const MOST_COLUMN_BYTES = 2 ** 31;
const MOST_CREDIT_BYTES = 2 ** 30;
/** The slot of a header is a u16. */
const MOST_SLOTS = 65_535;
const MOST_CASES = 1000;

const NAME = /^[\p{L}\p{N}_.+-]+(?:\/[\p{L}\p{N}_.+-]+)*$/u;
const LONGEST_NAME = 60;
const SIZE = /^(\d+(?:\.\d+)?)(B|KiB|MiB|kB|MB)?$/;
const UNITS: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1_048_576, kB: 1e3, MB: 1e6 };

/** `payload=4KiB credit=32 ack=8 sessions=4 workers=1 frames=20000 trials=5`; all but the payload may be left out. */
export function caseOfWords(text: string): OwnCase {
  const values: Record<string, unknown> = {};
  for (const part of text.split(/[\s,]+/).filter((one) => one !== '')) {
    const at = part.indexOf('=');
    const word = at < 0 ? part : part.slice(0, at);
    const name = NAMES.find((one) => FIELDS[one].word === word);
    if (name === undefined || at < 0) throw unknownField(word, (one) => FIELDS[one].word);
    if (values[name] !== undefined) throw bad(word, `${word} stands there twice`);
    values[name] = part.slice(at + 1);
  }
  return completed(values, (name) => FIELDS[name].word);
}

/** The text of a `--cases` file (docs/schema/cases.schema.json). */
export function casesOfFile(text: string, file: string): OwnCase[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw bad(file, `${file} is not JSON`);
  }
  const { schemaVersion, cases } = (parsed ?? {}) as Readonly<Record<string, unknown>>;
  if (schemaVersion !== 1) throw bad(`${file}: schemaVersion`, `${file}: schemaVersion must be 1`);
  if (!Array.isArray(cases) || cases.length === 0)
    throw bad(`${file}: cases`, `${file}: cases must be a list of one case or more`);
  return cases.map((entry: unknown, index) => caseOfObject(entry, `${file}: cases[${index}]`));
}

/** An object with the fields of OwnCase; what is absent has the defaults of `--case`. */
export function caseOfObject(entry: unknown, where: string): OwnCase {
  const at = (name: string): string => `${where}.${name}`;
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw bad(where, `${where} must be an object`);
  for (const name of Object.keys(entry))
    if (!Object.hasOwn(FIELDS, name)) throw unknownField(at(name), (one) => one);
  return completed(entry as Readonly<Record<string, unknown>>, at);
}

/** As cases of the suite `own`; names must differ. */
export function ownSuite(cases: readonly OwnCase[]): DuplexCase[] {
  if (cases.length > MOST_CASES) throw bad('cases', `there are more than ${MOST_CASES} cases`);
  const names = cases.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw bad('name', `two cases are called "${twice}": give one of them a name of its own`);
  return cases.map(({ name, frames, warmupFrames, trials, ...params }) => {
    const counts = { frames, warmupFrames, trials };
    const each = Object.fromEntries(PROFILES.map((profile) => [profile, counts]));
    return {
      suite: OWN_SUITE,
      case: name,
      ...params,
      counts: each as unknown as DuplexCase['counts'],
    };
  });
}

type Said = (name: keyof OwnCase) => string;

function completed(values: Readonly<Record<string, unknown>>, said: Said): OwnCase {
  const number = (name: keyof OwnCase, otherwise: number): number =>
    values[name] === undefined ? otherwise : numberOf(FIELDS[name], values[name], said(name));
  if (values['payloadBytes'] === undefined)
    throw bad(said('payloadBytes'), `a case needs ${said('payloadBytes')}`);
  const payloadBytes = number('payloadBytes', 0);
  const creditFrames = number('creditFrames', 1);
  const frames = number('frames', DEFAULT_FRAMES);
  const unnamed = {
    payloadBytes,
    sessions: number('sessions', 1),
    workers: number('workers', 1),
    creditFrames,
    creditBytes: number('creditBytes', Math.max(LEAST_CREDIT_BYTES, creditFrames * payloadBytes)),
    ackEvery: number('ackEvery', 1),
    ackPolicy: choiceOf(ACK_POLICIES, values['ackPolicy'] ?? 'separate', said('ackPolicy')),
    storage: choiceOf(STORAGES, values['storage'] ?? 'inline', said('storage')),
    frames,
    warmupFrames: number('warmupFrames', Math.min(DEFAULT_WARMUP, frames)),
    trials: number('trials', DEFAULT_TRIALS),
  };
  requireFitting(unnamed, said);
  return { name: nameOf(values['name'], unnamed, said), ...unnamed };
}

function requireFitting(one: Omit<OwnCase, 'name'>, said: Said): void {
  const { sessions, workers, creditFrames, creditBytes, frames, warmupFrames } = one;
  if (sessions % workers !== 0)
    throw bad(
      said('workers'),
      `${sessions} sessions cannot be spread evenly over ${workers} workers`,
    );
  const each = sessions / workers;
  if (each * (frames + warmupFrames) * BYTES_PER_FRAME > MOST_COLUMN_BYTES)
    throw bad(
      said('frames'),
      `${frames} frames of ${each} sessions need more than 2 GiB of samples`,
    );
  if (each * Math.max(creditBytes, one.payloadBytes) > MOST_CREDIT_BYTES)
    throw bad(
      said(one.creditBytes > LEAST_CREDIT_BYTES ? 'creditFrames' : 'sessions'),
      `the credit of ${each} sessions, ${creditBytes} bytes each, is more than 1 GiB`,
    );
  if (one.storage !== 'inline' && each * creditFrames > MOST_SLOTS)
    throw bad(
      said('creditFrames'),
      `${each} sessions with ${creditFrames} slots each are too many`,
    );
}

function nameOf(given: unknown, one: Omit<OwnCase, 'name'>, said: Said): string {
  if (given === undefined) return defaultName(one);
  if (typeof given === 'string' && given.length <= LONGEST_NAME && NAME.test(given)) return given;
  throw bad(
    said('name'),
    `${said('name')} cannot be ${JSON.stringify(given)}: letters, digits and _ . + - in up to ${LONGEST_NAME} characters, parts joined by /`,
  );
}

/** `4KiB/32/8` as the bulk cases are called, with what is unusual behind it: `4KiB/32/8/4x1/managed`. */
function defaultName(one: Omit<OwnCase, 'name'>): string {
  const { sessions, workers, creditFrames, creditBytes, payloadBytes } = one;
  const isUsualCredit = creditBytes === Math.max(LEAST_CREDIT_BYTES, creditFrames * payloadBytes);
  return [
    sizeName(payloadBytes),
    creditFrames,
    one.ackEvery,
    ...(sessions === 1 ? [] : [`${sessions}x${workers}`]),
    ...(isUsualCredit ? [] : [`credit-${sizeName(creditBytes)}`]),
    ...(one.ackPolicy === 'separate' ? [] : [one.ackPolicy]),
    ...(one.storage === 'inline' ? [] : [one.storage]),
  ].join('/');
}

function sizeName(bytes: number): string {
  const units = [
    ['MiB', 1_048_576],
    ['KiB', 1024],
  ] as const;
  const unit = units.find(([, size]) => bytes >= size && bytes % size === 0);
  return unit === undefined ? `${bytes}B` : `${bytes / unit[1]}${unit[0]}`;
}

function numberOf({ kind, least = 0, most = 0 }: Field, value: unknown, said: string): number {
  const number = typeof value === 'number' ? value : parsed(String(value), kind === 'size');
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  const units = kind === 'size' ? ', with B, kB, KiB, MB or MiB behind it' : '';
  throw bad(
    said,
    `${said} cannot be ${JSON.stringify(value)}: a whole number from ${least} to ${most}${units}`,
  );
}

function parsed(text: string, isSize: boolean): number {
  const match = SIZE.exec(text);
  if (match === null || (!isSize && match[2] !== undefined)) return NaN;
  return Number(match[1]) * (UNITS[match[2] ?? ''] ?? 1);
}

function choiceOf<T extends string>(choices: readonly T[], value: unknown, said: string): T {
  const found = choices.find((one) => one === value);
  if (found !== undefined) return found;
  throw bad(said, `${said} cannot be ${JSON.stringify(value)}: one of ${choices.join(', ')}`);
}

function unknownField(subject: string, named: Said): CaseError {
  return bad(subject, `there is no field ${subject}: there are ${NAMES.map(named).join(', ')}`);
}

const bad = (subject: string, message: string): CaseError =>
  new CaseError('BAD_CASE', subject, message);
