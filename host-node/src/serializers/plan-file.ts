// serializers.json: what a serializer run was asked to do and with which kernel; enough to go on with it.
import { DATA_TYPES } from '../../../kernel/api/catalog.ts';
import { usageError } from '../errors.ts';
import type { LoadedKernel } from '../kernel/load.ts';
import { packageVersion } from '../package-root.ts';
import { cellsOf, RUN_MODES } from './plan.ts';
import type { SerializerPlan } from './plan.ts';

const SCHEMA = 'echometer.serializers/1';

/** The Python's path is not stored; a resumed run uses python3 unless told otherwise. */
export function planFile(plan: SerializerPlan, stamp: string, kernel: LoadedKernel): string {
  const { runMode, seed, cells, modes, languages, serializers } = plan;
  const root = {
    schema: SCHEMA,
    tool: { name: 'echometer', version: packageVersion() },
    stamp,
    runMode,
    seed: String(seed),
    data: [...new Set(cells.map(({ type }) => type))],
    modes,
    languages,
    serializers,
    kernelId: kernel.identity.kernelId,
    sha256: kernel.sha256,
  };
  return `${JSON.stringify(root, null, 2)}\n`;
}

export function planOf(
  text: string,
  path: string,
): { readonly stamp: string; readonly plan: SerializerPlan } {
  const root = JSON.parse(text) as {
    readonly schema?: string;
    readonly stamp: string;
    readonly seed: string;
    readonly data: readonly string[];
  } & Pick<SerializerPlan, 'runMode' | 'modes' | 'languages' | 'serializers'>;
  if (root.schema !== SCHEMA || !RUN_MODES.includes(root.runMode))
    throw usageError('BAD_PLAN', path, `${path} is no plan of a serializer run`, 'start a new run');
  const { stamp, runMode, modes, languages, serializers } = root;
  const cells = cellsOf(DATA_TYPES.filter((type) => root.data.includes(type)));
  const seed = BigInt(root.seed);
  return { stamp, plan: { runMode, seed, cells, modes, languages, serializers, python: null } };
}
