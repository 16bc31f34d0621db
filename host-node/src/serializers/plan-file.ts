// serializers.json: what a serializer run was asked to do and with which kernel; enough to go on with it.
import { DATA_TYPES, INSTANCE_COUNTS } from '../../../kernel/api/facade/catalog.ts';
import { usageError } from '../errors.ts';
import type { LoadedKernel } from '../kernel/load.ts';
import { packageVersion } from '../package-root.ts';
import { NOTHING_OWN } from './own.ts';
import type { Own, OwnFacts } from './own.ts';
import { cellsOf, RUN_MODES } from './plan.ts';
import type { SerializerPlan } from './plan.ts';

const SCHEMA = 'echometer.serializers/1';

export interface RunTimes {
  readonly startedAt: string;
  /** Null until the last cell is measured. */
  readonly finishedAt: string | null;
  /** In order; empty when it ran through. */
  readonly resumedAt: readonly string[];
}

/** The Python's path is not stored; a resumed run uses python3 unless told otherwise. */
export function planFile(
  plan: SerializerPlan,
  stamp: string,
  kernel: LoadedKernel,
  times: RunTimes,
): string {
  const { runMode, seed, cells, modes, languages, serializers, label, own } = plan;
  const root = {
    schema: SCHEMA,
    tool: { name: 'echometer', version: packageVersion() },
    stamp,
    ...times,
    host: { runtime: 'node', version: process.versions.node, v8: process.versions.v8 },
    runMode,
    seed: String(seed),
    data: [...new Set(cells.filter(({ text }) => text === undefined).map(({ type }) => type))],
    ...countsOf(cells),
    modes,
    languages,
    serializers,
    ...(label === null ? {} : { label }),
    ...(own === undefined || own === NOTHING_OWN ? {} : { own: own.facts }),
    kernelId: kernel.identity.kernelId,
    sha256: kernel.sha256,
  };
  return `${JSON.stringify(root, null, 2)}\n`;
}

/** Said only where it is not every count. */
function countsOf(cells: SerializerPlan['cells']): { readonly instances?: readonly number[] } {
  const counts = [...new Set(cells.map(({ instances }) => instances))];
  return INSTANCE_COUNTS.every((count) => counts.includes(count)) ? {} : { instances: counts };
}

type PlanRoot = {
  readonly schema: string;
  readonly stamp: string;
  readonly seed: string;
  readonly data: readonly string[];
  readonly instances?: readonly number[];
  readonly label?: string;
  readonly own?: OwnFacts;
} & RunTimes &
  Pick<SerializerPlan, 'runMode' | 'modes' | 'languages' | 'serializers'>;

/** Null for anything that a run is not gone on with: damaged, or of another schema. */
function parsePlan(text: string): PlanRoot | null {
  try {
    const root = JSON.parse(text) as Partial<PlanRoot> | null;
    const lists = [root?.data, root?.modes, root?.languages, root?.serializers, root?.resumedAt];
    const isWhole =
      root?.schema === SCHEMA &&
      RUN_MODES.some((mode) => mode === root.runMode) &&
      /^\d+$/.test(root.seed ?? '') &&
      typeof root.stamp === 'string' &&
      typeof root.startedAt === 'string' &&
      lists.every((list) => Array.isArray(list));
    return isWhole ? (root as PlanRoot) : null;
  } catch {
    return null;
  }
}

/** `own` is given anew: the plan says by hashes what the run was begun with. */
export function planOf(
  text: string,
  path: string,
  own: Own = NOTHING_OWN,
): {
  readonly stamp: string;
  readonly plan: SerializerPlan;
  readonly times: RunTimes;
  readonly stored: OwnFacts | undefined;
} {
  const root = parsePlan(text);
  if (root === null)
    throw usageError('BAD_PLAN', path, `${path} is no plan of a serializer run`, 'start a new run');
  const { stamp, runMode, modes, languages, serializers, label = null } = root;
  const types = DATA_TYPES.filter((type) => root.data.includes(type));
  const known = cellsOf(types, root.instances ?? INSTANCE_COUNTS);
  const cells = [...known, ...own.cells];
  const seed = BigInt(root.seed);
  const { startedAt, finishedAt, resumedAt } = root;
  const times = { startedAt, finishedAt, resumedAt };
  return {
    stamp,
    times,
    stored: root.own,
    plan: { runMode, seed, cells, modes, languages, serializers, label, own, python: null },
  };
}
