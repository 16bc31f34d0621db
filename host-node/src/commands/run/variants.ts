// The set-ups that the options of `echometer run` ask for: one, or one for each variant.

import { badUsage, oneOf } from '../../command/values.ts';
import { parseVariants } from '../../command/variant.ts';
import { openInterrupted } from '../../duplex/resume.ts';
import type { Setups } from '../../duplex/setup.ts';
import { resolveSetups } from '../../duplex/setups.ts';
import type { SetupOptions } from '../../duplex/setups.ts';
import { NODE_LANES } from '../../lane/lanes.ts';
import type { RunOptions } from './options.ts';

type Whole = Omit<SetupOptions, 'name'>;
type Lane = Whole['lane'];

const KEYS = ['worker', 'version', 'python', 'lane', 'cpus'];

export const hasVariants = ({ variant, lane }: RunOptions): boolean =>
  variant.length > 0 || lane.length > 1;

export function setupsOf(options: RunOptions): Promise<Setups> {
  const { worker, workerVersion, python, connect, tokenFile, cpus } = options;
  if (workerVersion !== null && (worker ?? connect) === null)
    throw badUsage('run', '--worker-version', '--worker-version goes with --worker or --connect');
  const lane = options.lane[0] ?? laneBefore(options);
  const whole = { worker, workerVersion, python, connect, tokenFile, lane, cpus };
  return resolveSetups(whole, variantsOf(options, whole));
}

/** A run that goes on keeps its lane unless one is asked for. */
function laneBefore({ resume, variant }: RunOptions): Lane {
  if (resume === null || variant.length > 0) return 'auto';
  const before = openInterrupted(resume).run.lane;
  return NODE_LANES.find((lane) => lane === before) ?? 'socket';
}

/** What stands beside `--variant` holds for every variant that does not say otherwise. */
function variantsOf({ variant, lane: lanes }: RunOptions, whole: Whole): SetupOptions[] {
  if (variant.length === 0) return lanes.length > 1 ? laneVariants(whole, lanes) : [];
  if (lanes.length > 1)
    throw badUsage('run', '--lane', 'several lanes are variants by lane: name them in --variant');
  return parseVariants('run', variant, KEYS).map(({ name, settings }) => {
    const { worker, version, python, lane, cpus } = settings;
    const hasOwn = (worker ?? python) !== undefined;
    const chosen = {
      name,
      worker: hasOwn ? (worker ?? null) : whole.worker,
      workerVersion: version ?? (hasOwn ? null : whole.workerVersion),
      python: hasOwn ? (python ?? null) : whole.python,
      connect: null,
      tokenFile: null,
      lane: lane === undefined ? whole.lane : oneOf('lane', lane, ['auto', ...NODE_LANES]),
      cpus: cpus ?? whole.cpus,
    };
    refuseTwoWorkers(`--variant ${name}`, chosen);
    return chosen;
  });
}

/** The pyodide lane brings its own Python, whatever the others run. */
function laneVariants(whole: Whole, lanes: readonly Lane[]): SetupOptions[] {
  if (new Set(lanes).size !== lanes.length || lanes.includes('auto'))
    throw badUsage('run', '--lane', 'several lanes are different ones, each by its name');
  return lanes.map((lane) => {
    const brings = { worker: null, workerVersion: null, python: null };
    return { name: lane, ...whole, lane, ...(lane === 'pyodide' ? brings : {}) };
  });
}

function refuseTwoWorkers(subject: string, { worker, python, lane }: Whole): void {
  if (python !== null && worker !== null)
    throw badUsage('run', subject, '--python and --worker exclude each other');
  if (lane === 'pyodide' && (python ?? worker) !== null)
    throw badUsage(
      'run',
      subject,
      'the pyodide lane brings its own Python: no --python, no --worker',
    );
}
