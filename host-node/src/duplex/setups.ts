// The set-ups that a run's options ask for: which worker is started, over which lane. Nothing is started but the short probe that
// asks a Python what it is.

import type { NodeLane } from '../lane/lanes.ts';
import { chooseLane, connectedLane } from '../lane/choice.ts';
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
  if (connect !== null) return connectedSetup(name, connect, tokenFile ?? '', workerVersion);
  const chosen = chooseLane(lane);
  if (chosen.lane === 'pyodide')
    return { name, lane: chosen, worker: { start: null, facts: await probePyodide() } };
  const { executable, args, facts } =
    worker === null ? resolvePython(python) : resolveCommand(worker, workerVersion);
  return { name, lane: chosen, worker: { start: { executable, args }, facts } };
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
  return { name, lane: connectedLane(), worker: { start: place, facts } };
}
