// Whether an answer of a process of rows has the fields of its question. A process may be any program: what it says is checked before it is used.
import type { Command } from './protocol.ts';

type Answer = Readonly<Record<string, unknown>>;
type Check = (answer: Answer) => string | null;

const isTime = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

const PHASES = 4;
const arePhases = (value: unknown): boolean =>
  Array.isArray(value) && value.length === PHASES && value.every(isTime);

const isText = (value: unknown): boolean => typeof value === 'string';

const isAbout = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && isText((value as Answer)['id']);

/** Null when the field is as it must be. */
const field =
  (name: string, isRight: (value: unknown) => boolean, must: string): Check =>
  (answer) =>
    isRight(answer[name]) ? null : `"${name}" must be ${must}`;

const isHex = (value: unknown): boolean =>
  typeof value === 'string' && value.length % 2 === 0 && !/[^0-9a-f]/i.test(value);

const STATES: readonly unknown[] = ['ok', 'not-installed', 'broken'];

const CHECKS: Readonly<Record<Command['op'], readonly Check[]>> = {
  hello: [
    field('implementation', isText, 'the name of what runs'),
    field('version', isText, 'its version'),
    field(
      'rows',
      (value) => Array.isArray(value) && value.every(isAbout),
      'a list of objects with an "id"',
    ),
  ],
  probe: [
    field('id', isText, 'the id of the row'),
    field('state', (value) => STATES.includes(value), 'ok, not-installed or broken'),
  ],
  load: [],
  fixture: [],
  edge: [field('results', Array.isArray, 'a list')],
  output: [field('hex', isHex, 'bytes in hex')],
  once: [
    field('phasesNs', arePhases, 'four times in nanoseconds'),
    field('size', (value) => Number.isSafeInteger(value) && isTime(value), 'a number of bytes'),
    field('fidelity', isText, 'a verdict'),
  ],
  batches: [
    field(
      'batches',
      (value) => Array.isArray(value) && value.length > 0 && value.every(arePhases),
      'lists of four times in nanoseconds',
    ),
  ],
};

/** What is wrong with it; null for an answer that can be used. */
export function faultOfAnswer(op: Command['op'], answer: Answer): string | null {
  for (const check of CHECKS[op]) {
    const fault = check(answer);
    if (fault !== null) return fault;
  }
  return null;
}
