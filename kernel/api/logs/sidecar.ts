// The `.configs.json` (or older `.environment.json`) beside a log, as the few facts a page prints. Unknown fields are passed over: every language writes its own.

export interface Sidecar {
  readonly run: string;
  /** What its run was called; empty for none. */
  readonly label: string;
  readonly language: string;
  readonly os: string;
  readonly cpu: string;
  readonly threads: number | null;
  readonly ramBytes: number | null;
  readonly runtimes: readonly (readonly [name: string, version: string])[];
  readonly git: string;
  readonly seed: string;
  readonly warmupRepetitions: number | null;
  readonly metricsProfile: string;
  /** What wrote the log: `echometer 0.1.0`. */
  readonly tool: string;
  /** smoke, all-single, full or research; empty for others' logs. */
  readonly runMode: string;
  readonly machineId: string;
  readonly dataTypes: readonly string[];
  readonly serializers: readonly (readonly [name: string, version: string])[];
  /** What only our sidecars say of a row; empty for others. */
  readonly rows: readonly RowFacts[];
}

export interface RowFacts {
  readonly name: string;
  readonly version: string;
  /** `ok`, `not-installed`, `broken`. */
  readonly state: string;
  readonly detail: string;
  readonly library: string;
  readonly format: string;
  readonly kind: string;
  readonly counterpart: string;
  readonly reuse: string;
  readonly backend: string;
  readonly streamMode: string;
  /** False for a row that does only a part of the work. */
  readonly ranked: boolean;
  /** Edge fields by class and verdict; null when the row was not asked. */
  readonly fidelity: ReadonlyMap<string, ReadonlyMap<string, number>> | null;
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function inside(root: unknown, ...path: readonly string[]): unknown {
  let value = root;
  for (const name of path) value = isObject(value) ? value[name] : undefined;
  return value;
}

const text = (root: unknown, ...path: readonly string[]): string => {
  const value = inside(root, ...path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const number = (root: unknown, ...path: readonly string[]): number | null => {
  const value = inside(root, ...path);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

const items = (root: unknown, ...path: readonly string[]): readonly unknown[] => {
  const value = inside(root, ...path);
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
};

function gitOf(environment: unknown): string {
  const commit = text(environment, 'git', 'commit');
  if (commit === '') return '';
  return inside(environment, 'git', 'dirty') === true ? `${commit} dirty` : commit;
}

/** Null when the text is no JSON object: a log without a sidecar is still a log. */
export function readSidecar(source: string): Sidecar | null {
  let root: unknown;
  try {
    root = JSON.parse(source);
  } catch {
    return null;
  }
  if (!isObject(root)) return null;
  // The older file is the environment block alone.
  const environment = isObject(root['environment']) ? root['environment'] : root;
  const runtimes = inside(environment, 'runtimes');
  return {
    run: text(root, 'benchmark_ts'),
    label: text(root, 'run', 'label'),
    language: text(root, 'language'),
    os: [text(environment, 'os', 'system'), text(environment, 'os', 'release')].join(' ').trim(),
    cpu: text(environment, 'cpu', 'model'),
    threads: number(environment, 'cpu', 'logical_cores') ?? number(environment, 'cpu', 'cpu_count'),
    ramBytes: number(environment, 'memory', 'total_bytes'),
    runtimes: isObject(runtimes)
      ? Object.keys(runtimes).map((name) => [name, text(runtimes, name)])
      : [],
    git: gitOf(environment),
    seed: text(root, 'dataset', 'seed') || text(root, 'run', 'seed'),
    warmupRepetitions: number(root, 'dataset', 'warmup_repetitions'),
    tool: text(root, 'run', 'tool'),
    metricsProfile: text(root, 'run', 'metrics_profile'),
    runMode: text(root, 'run', 'run_mode'),
    machineId: text(environment, 'machine_id'),
    dataTypes: items(root, 'dataset', 'fixtures').map((fixture) => text(fixture, 'name')),
    serializers: items(root, 'serializers', 'items').map((item) => [
      text(item, 'name'),
      text(item, 'version'),
    ]),
    rows: items(root, 'serializers', 'items')
      .filter((item) => text(item, 'state') !== '')
      .map(rowFacts),
  };
}

const rowFacts = (item: unknown): RowFacts => ({
  name: text(item, 'name'),
  version: text(item, 'version'),
  state: text(item, 'state'),
  detail: text(item, 'detail'),
  library: text(item, 'library'),
  format: text(item, 'format'),
  kind: text(item, 'kind'),
  counterpart: text(item, 'counterpart'),
  reuse: text(item, 'reuse'),
  backend: text(item, 'backend'),
  streamMode: text(item, 'streamMode'),
  ranked: inside(item, 'ranked') !== false,
  fidelity: fidelityOf(inside(item, 'fidelity')),
});

function fidelityOf(classes: unknown): RowFacts['fidelity'] {
  if (!isObject(classes)) return null;
  return new Map(
    Object.keys(classes).map((name) => {
      const verdicts = classes[name];
      const names = isObject(verdicts) ? Object.keys(verdicts) : [];
      return [name, new Map(names.map((verdict) => [verdict, number(verdicts, verdict) ?? 0]))];
    }),
  );
}

/** Rows that are never among the fastest. */
export const unrankedRows = (sidecar: Sidecar | null): ReadonlySet<string> =>
  new Set((sidecar?.rows ?? []).filter(({ ranked }) => !ranked).map(({ name }) => name));
