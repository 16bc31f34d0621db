// The options of `echometer run`, and what excludes what.

import { PROFILES } from '../../../../kernel/api/run/cases.ts';
import type { RunFile } from '../../../../kernel/api/run/results.ts';
import { optionalChoice } from '../../command/argument.ts';
import type { ArgumentsOf } from '../../command/argument.ts';
import {
  choice,
  each,
  flag,
  line,
  listOf,
  once,
  seconds,
  text,
  whole,
  withDefault,
} from '../../command/option.ts';
import type { OptionsOf } from '../../command/option.ts';
import type { Conflict, Need } from '../../command/parts.ts';
import { NODE_LANES } from '../../lane/lanes.ts';

/** The names of a run's files have four digits or more; a plan beyond this is a slip of the finger. */
const MOST_TRIALS = 1000;

export const RUN_ARGUMENTS = { what: optionalChoice(['duplex', 'serializers', 'all']) };

export const RUN_OPTIONS = {
  profile: withDefault(
    choice(
      'NAME',
      'smoke (seconds), quick (the default: duplex and a shortlist of serializers, about three minutes) or full (85 trials and ten of the A/A, and serializers cold and warm: more than an hour)',
      PROFILES,
    ),
    'quick',
  ),
  only: once(
    text(
      'LIST',
      'suites or cases, separated by commas: latency, 64B, bulk/256KiB/16/4; another name lists them all',
    ),
  ),
  case: each(
    'WORDS',
    'a case of your own: "payload=4KiB credit=32 ack=8 sessions=4 workers=1 frames=20000 trials=5" (docs/cases.md); may be given again',
  ),
  cases: text('FILE', 'cases of your own as JSON (docs/schema/cases.schema.json)'),
  seed: whole('N', 'the seed of the order of trials (default 20260929)', { least: 0 }),
  trials: whole(
    'N',
    "trials of every case (default: the profile's, 5); with --resume a finished run is brought up to N",
    { least: 1, most: MOST_TRIALS },
  ),
  python: text('PATH', 'the Python that runs the worker (default python3, 3.9 or newer)'),
  worker: text(
    'CMD',
    'another worker: any program that speaks docs/protocol.md; quotes keep spaces',
  ),
  workerVersion: line('TEXT', 'what results and reports call its version'),
  connect: text(
    'HOST:PORT',
    'a worker that somebody else has started and that listens there: in a container, on another device (docs/workers.md); needs --token-file',
  ),
  tokenFile: text('FILE', 'its token as 32 hexadecimal digits'),
  variant: each(
    'SPEC',
    'measures set-ups side by side, in blocks: one --variant for each, the base first: "base: worker=CMD", "head: python=PATH; lane=NAME; cpus=HOST,WORKER; version=TEXT"; what stands beside it holds for all of them',
  ),
  lane: listOf(
    'LIST',
    "how bytes travel: auto (the default), socket (a Unix socket on Node's event loop), blocking (a socket pair, without the event loop), tcp (127.0.0.1), stdio (the worker's standard input and output) or pyodide (the same worker on CPython compiled to WebAssembly, in a thread of the host); blocking and stdio need koffi; several are variants by lane",
    ['auto', ...NODE_LANES],
  ),
  cpus: text(
    'HOST,WORKER',
    'pins host and worker to processors by number: 0,1 or 0,0 or 0-1,2+3 (Linux; needs koffi); without it the system chooses',
  ),
  out: text('DIR', "the run's folder: new or empty (default results/TIME-RANDOM)"),
  resume: text('DIR', 'go on with an interrupted run: its suites, its plan, its order, its folder'),
  label: line('NAME', "the device's name in tables and results"),
  timeout: withDefault(seconds('seconds without a byte after which a trial has failed'), 30),
  json: flag('print data.json instead of tables'),
};

export const RUN_NEEDS: readonly Need<typeof RUN_OPTIONS>[] = [
  ['connect', 'tokenFile'],
  ['tokenFile', 'connect'],
];

export type RunOptions = ArgumentsOf<typeof RUN_ARGUMENTS> &
  OptionsOf<typeof RUN_OPTIONS> & {
    /** The run that is repeated: its plan is this one's. */
    readonly again?: RunFile;
  };

/** What a resumed run takes from its run.json. */
const SETTLED = ['profile', 'only', 'case', 'cases', 'seed', 'out', 'label'] as const;

const bringsPython = {
  when: ({ lane }: OptionsOf<typeof RUN_OPTIONS>): boolean => lane.join() === 'pyodide',
  says: 'the pyodide lane brings its own Python: no --python, no --worker',
};

export const RUN_CONFLICTS: readonly Conflict<typeof RUN_OPTIONS>[] = [
  { between: ['python', 'worker'] },
  { between: ['connect', 'worker'] },
  { between: ['connect', 'python'] },
  { between: ['connect', 'lane'] },
  { between: ['connect', 'variant'] },
  { between: ['python', 'lane'], ...bringsPython },
  { between: ['worker', 'lane'], ...bringsPython },
  ...SETTLED.map((name): Conflict<typeof RUN_OPTIONS> => ({
    between: ['resume', name],
    says: `--resume goes on with the run's own --${name}`,
  })),
];
