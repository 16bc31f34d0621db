// A program that speaks the protocol of docs/rows.md with answers damaged from a seed. Started by the fuzzer, never by hand.
//   node noisy-rows.mjs SEED
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { createRandom } from '../random.mjs';
import { damagedBytes, damagedJson } from './mutate.mjs';

const ANSWER_FD = 3;
const random = createRandom(Number(process.argv[2]));
const often = random.pick([2, 5, 20]);
const about = { id: 'noisy', library: 'noisy', format: 'JSON', kind: 'text', counterpart: null };
const TIMES = [1000, 2000, 3000, 4000];

const ANSWERS = {
  hello: { implementation: 'noisy', version: '1', rows: [about] },
  probe: { ...about, state: 'ok', version: '1.0', streamMode: 'adapted', backend: '' },
  load: {},
  fixture: {},
  edge: { results: [] },
  output: { hex: '7b7d' },
  once: { phasesNs: TIMES, size: 2, fidelity: 'exact' },
  batches: { batches: [TIMES, TIMES, TIMES] },
};

function answerOf(line) {
  const answer = Buffer.from(JSON.stringify(ANSWERS[JSON.parse(line).op] ?? {}));
  if (random.below(often) !== 0) return Buffer.concat([answer, Buffer.from('\n')]);
  if (random.below(12) === 0) process.exit(random.below(4));
  const damaged =
    random.below(2) === 0 ? damagedJson(random, answer) : damagedBytes(random, answer);
  return Buffer.concat([damaged, Buffer.from(random.below(200) === 0 ? '' : '\n')]);
}

for await (const line of createInterface({ input: process.stdin }))
  writeSync(ANSWER_FD, answerOf(line));
