// `npm run fuzz`: hostile input of eight kinds, made from a seed, against the built command line. Every outcome must be a value or
// an error with a code of ours; a bug, a crash, a hang, a change that is lost in silence, a file outside the output's folder or
// a process left behind is a failure, printed with what repeats it.
//   --seconds N (60) for all kinds together, or --count N of each   --seed N (the clock's)   --kinds runs,packed,...
//   --case KIND:SEED  one case again
import { fork } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { createRandom } from './random.mjs';

const KINDS = ['runs', 'packed', 'logs', 'sidecars', 'baselines', 'foreign', 'workers', 'rows'];
const CHILD = fileURLToPath(new URL('hostile/child.mjs', import.meta.url));
/** A case is over in a second or two; twenty other programs make it slower, and nothing makes it this slow. */
const HANG_MS = 180_000;
/** What a command leaves in a process that ran it (its own module) is gone with the process. */
const CASES_PER_PROCESS = 250;

function readOptions() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      count: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000_007) },
      kinds: { type: 'string', default: KINDS.join() },
      case: { type: 'string' },
    },
  });
  return {
    seed: Number(values.seed),
    kinds: values.kinds.split(','),
    count: values.count === undefined ? Infinity : Number(values.count),
    seconds: values.count === undefined ? Number(values.seconds) : Infinity,
    one: values.case?.split(':') ?? null,
  };
}

/** A process that meets cases, replaced when it has met many or has gone. */
class Meeting {
  #child = null;
  #met = 0;

  meet(kind, seed) {
    if (this.#met >= CASES_PER_PROCESS) this.end();
    this.#child ??= fork(CHILD, [], { execArgv: ['--max-old-space-size=1500'] });
    this.#met += 1;
    const child = this.#child;
    return new Promise((resolve) => {
      const over = (answer, isLost) => {
        clearTimeout(timer);
        child.removeAllListeners();
        if (isLost) this.end();
        resolve(answer);
      };
      const timer = setTimeout(
        () => over({ found: `no end after ${HANG_MS / 1000} s` }, true),
        HANG_MS,
      );
      child.once('message', (answer) => over(answer, false));
      child.once('exit', (code, signal) =>
        over({ found: `the process ended: ${signal ?? code}` }, true),
      );
      child.send({ kind, seed });
    });
  }

  end() {
    this.#child?.removeAllListeners();
    this.#child?.kill('SIGKILL');
    this.#child = null;
    this.#met = 0;
  }
}

async function fuzz({ seed, kinds, count, seconds }) {
  console.log(`seed ${seed}`);
  const meeting = new Meeting();
  const table = new Map(
    kinds.map((kind) => [kind, { tried: 0, read: 0, refused: 0, codes: new Set(), failures: 0 }]),
  );
  for (const [index, kind] of kinds.entries()) {
    const random = createRandom(seed + 1 + KINDS.indexOf(kind));
    const until = performance.now() + (1000 * seconds) / kinds.length;
    const row = table.get(kind);
    while (row.tried < count && performance.now() < until) {
      const caseSeed = random.next() >>> 1;
      note(row, kind, caseSeed, await meeting.meet(kind, caseSeed));
    }
    if (row.tried === 0) throw new Error(`no time for ${kinds[index]}`);
    console.log(line(kind, row));
  }
  meeting.end();
  const failures = [...table.values()].reduce((sum, row) => sum + row.failures, 0);
  console.log(
    failures === 0 ? 'every outcome is a value or an error with a code' : `${failures} failures`,
  );
  process.exitCode = failures === 0 ? 0 : 1;
}

function note(row, kind, seed, { found, exit, code, args }) {
  row.tried += 1;
  if (found !== null) {
    row.failures += 1;
    console.log(
      `${kind}: ${found}\n  echometer ${(args ?? []).join(' ')}\n  npm run fuzz -- --case ${kind}:${seed}`,
    );
  } else if (exit <= 1) row.read += 1;
  else row.refused += 1;
  if (code) row.codes.add(code);
}

const line = (kind, { tried, read, refused, codes, failures }) =>
  `${kind.padEnd(9)} ${tried} tried: ${read} read, ${refused} refused (${codes.size} codes), ${failures} failed`;

const options = readOptions();
if (options.one === null) await fuzz(options);
else {
  const meeting = new Meeting();
  const answer = await meeting.meet(options.one[0], Number(options.one[1]));
  console.log(answer);
  meeting.end();
  process.exitCode = answer.found === null ? 0 : 1;
}
