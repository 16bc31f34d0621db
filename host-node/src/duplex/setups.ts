// The set-ups that a run's options ask for: which worker is started, over which lane. Nothing is started but the short probe that
// asks a Python what it is.

import type { NodeLane } from '../lane/lanes.ts';
import { ownWorker, programOf } from '../observe/program.ts';
import { pinningOf } from '../lane/processors.ts';
import { chooseLane, connectedLane } from '../lane/choice.ts';
import { badOption } from '../command/values.ts';
import { resolveCommand, resolvePython } from '../worker/command.ts';
import { probePyodide } from '../worker/pyodide.ts';
import { findPlace, requireGreeting } from '../worker/remote.ts';
import type { Setup, Setups } from './setup.ts';

/** What one variant, or a run without variants, is measured with. */
export interface SetupOptions {
  readonly name: string;
  readonly worker: string | null;
  /** What the report calls the version of `worker`. */
  readonly workerVersion: string | null;
  readonly python: string | null;
  /** HOST:PORT of a worker that somebody else has started, and the file of its token. */
  readonly connect: string | null;
  readonly tokenFile: string | null;
  readonly lane: 'auto' | NodeLane;
  /** `HOST,WORKER`; null: the system chooses. */
  readonly cpus: string | null;
}

export async function resolveSetups(
  whole: Omit<SetupOptions, 'name'>,
  variants: readonly SetupOptions[],
): Promise<Setups> {
  const [base, ...others] = variants;
  const first = await resolveSetup(base ?? { name: '', ...whole });
  const rest: Setup[] = [];
  for (const other of others) rest.push(await resolveSetup(other));
  return [first, ...rest];
}

async function resolveSetup(options: SetupOptions): Promise<Setup> {
  const { name, worker, workerVersion, python, lane, connect, tokenFile } = options;
  if (connect !== null && options.cpus !== null)
    throw badOption(
      '--cpus',
      '--cpus cannot pin a worker that somebody else has started',
      'pin it where it runs',
    );
  if (connect !== null) return connectedSetup(name, connect, tokenFile ?? '', workerVersion);
  const chosen = chooseLane(lane);
  const cpus = options.cpus === null ? null : pinningOf(options.cpus, chosen.lane);
  const setup = { name, lane: chosen, cpus };
  if (chosen.lane === 'pyodide')
    return { ...setup, worker: { start: null, facts: await probePyodide(), program: null } };
  const { executable, args, facts } =
    worker === null ? resolvePython(python) : resolveCommand(worker, workerVersion);
  const program = worker === null ? ownWorker() : programOf(executable, args);
  return { ...setup, worker: { start: { executable, args }, facts, program } };
}

async function connectedSetup(
  name: string,
  connect: string,
  tokenFile: string,
  version: string | null,
): Promise<Setup> {
  const place = await findPlace(connect, tokenFile);
  await requireGreeting(place, connect);
  const facts = {
    kind: 'connected',
    name: connect,
    ...(version === null ? {} : { version }),
  } as const;
  return {
    name,
    lane: connectedLane(),
    cpus: null,
    worker: { start: place, facts, program: null },
  };
}
