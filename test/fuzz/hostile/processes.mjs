// Hostile processes: a worker whose stream is damaged, and a program of rows whose answers are. Both are met by a whole run.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { echometer } from './command.mjs';

const NOISY_WORKER = fileURLToPath(new URL('../../fixtures/workers/noisy.py', import.meta.url));
const NOISY_ROWS = fileURLToPath(new URL('noisy-rows.mjs', import.meta.url));

/** Codes of a failed trial that are not the worker's doing. */
const OURS = ['BUG', 'KERNEL_STATUS', 'KERNEL_TRAP', 'FAULT', 'HOST_DIED', 'HOST_STUCK'];
const CASES = [
  'latency/64B',
  'latency/1KiB',
  'bulk/16KiB/64/1',
  'managed/256KiB/16/4',
  'concurrency/4/1',
  'paused/64KiB',
];

function trialsOf(folder) {
  const trials = join(folder, 'trials');
  if (!existsSync(trials)) return [];
  return readdirSync(trials).map((name) => JSON.parse(readFileSync(join(trials, name), 'utf8')));
}

const left = (mark) =>
  execFileSync('ps', ['-axo', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(mark));

export function workerCase(random, sandbox) {
  const [folder, mark] = [join(sandbox, 'out', 'run'), join(sandbox, 'out', 'damaged')];
  const worker = `python3 -I -S "${NOISY_WORKER}" --seed ${random.below(1e9)} --mark "${mark}"`;
  const args = [
    'run',
    'duplex',
    '--profile',
    'smoke',
    '--only',
    random.pick(CASES),
    '--timeout',
    '2',
    '--worker',
    worker,
    '--out',
    folder,
  ];
  const check = () => {
    for (const { state, failure, case: name } of trialsOf(folder)) {
      if (OURS.includes(failure?.code)) return `${name}: ${failure.code}, ${failure.message}`;
      if (state === 'ok' && existsSync(mark))
        return `${name} is ok although its stream was damaged`;
    }
    const orphans = left(mark);
    return orphans.length > 0 ? `left behind: ${orphans.join()}` : null;
  };
  return { args, run: () => echometer(args), check };
}

export function rowsCase(random, sandbox) {
  const [folder, seed] = [join(sandbox, 'out', 'run'), random.below(1e9)];
  const program = `"${process.execPath}" "${NOISY_ROWS}" ${seed}`;
  const args = [
    'run',
    'serializers',
    '--run-mode',
    'smoke',
    '--rows-command',
    program,
    '--serializer',
    'noisy',
    '--data',
    'message',
    '--out',
    folder,
  ];
  const check = () => {
    const orphans = left(`${NOISY_ROWS} ${seed}`);
    return orphans.length > 0 ? `left behind: ${orphans.join()}` : null;
  };
  return { args, run: () => echometer(args), check };
}
