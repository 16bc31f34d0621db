// The `.configs.json` beside a log, in the reference's shape, with what it lacks: row states, formats, addons, fidelity by field class. No path, no host name.
import { createHash } from 'node:crypto';
import { platform, release } from 'node:os';

import { DATA_TYPES } from '../../../kernel/api/facade/catalog.ts';
import { readDevice, readEnvironment } from '../observe/environment.ts';
import type { MachineReading } from '../../../kernel/api/trial/readings.ts';
import { packageVersion } from '../package-root.ts';
import { WARM_PLAN } from '../../../viz/rows/warm-protocol.ts';
import { COLD_PROCESSES, REPETITIONS, WARM_INPUTS, WARM_ROUNDS } from './plan.ts';
import type { SerializerPlan } from './plan.ts';
import type { EdgeAnswer, Hello, RowReport } from './protocol.ts';

export interface ConfigsInput {
  readonly stamp: string;
  readonly language: string;
  readonly suite: 'cold' | 'warm';
  readonly plan: SerializerPlan;
  readonly hello: Hello;
  readonly reports: readonly RowReport[];
  readonly edge: ReadonlyMap<string, EdgeAnswer['results']>;
  readonly kernelId: string;
  /** Before the first and after the last call; of a warm suite, which has them for every cell, only before. */
  readonly machine: readonly MachineReading[];
}

const CATEGORIES: Readonly<Record<string, string>> = {
  message: 'flat_mixed',
  document: 'nested',
  telemetry: 'numeric_bulk',
  strings: 'text_bulk',
  event: 'envelope',
};

/** Sixteen hex digits of what the machine is made of: equal machines look equal, nobody is named. */
function machineId(): string {
  const { cpuModel, cpuCount, memoryBytes, osRelease } = readDevice(null);
  const text = [cpuModel, cpuCount, memoryBytes, osRelease].join('|');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The sidecar's key of a runtime: `python` for CPython, `swift` for Swift. */
const runtimeName = (implementation: string): string =>
  implementation === 'Swift' ? 'swift' : 'python';

function environment(stamp: string, { implementation, version }: Hello): object {
  const device = readDevice(null);
  const facts = readEnvironment();
  return {
    captured_at: new Date().toISOString(),
    os: {
      system: platform() === 'linux' ? 'Linux' : platform(),
      release: release(),
      architecture: device.arch,
    },
    cpu: {
      architecture: device.arch,
      logical_cores: device.cpuCount,
      model: device.cpuModel,
      cpu_count: device.cpuCount,
      governor: facts['cpuGovernor'] ?? null,
    },
    memory: { total_bytes: device.memoryBytes },
    runtimes: {
      node: process.versions.node,
      ...(implementation === 'Node.js' ? {} : { [runtimeName(implementation)]: version }),
    },
    load_average: facts['loadAverage'],
    machine_id: machineId(),
    claim_level_hint: 'L1_single_session',
    benchmark_ts: stamp,
  };
}

/** How many edge fields of each class came back how: `{ int64: { exact: 4 } }`. */
function fidelityByClass(results: EdgeAnswer['results'] | undefined): object | null {
  if (results === undefined) return null;
  const classes: Record<string, Record<string, number>> = {};
  for (const { fieldClass, fidelity } of results) {
    const counts = (classes[fieldClass] ??= {});
    counts[fidelity] = (counts[fidelity] ?? 0) + 1;
  }
  return classes;
}

/** How much was measured, in the suite's own terms. */
const measuring = (suite: 'cold' | 'warm', { runMode }: SerializerPlan): object =>
  suite === 'cold'
    ? { repetitions: REPETITIONS[runMode], processes: COLD_PROCESSES[runMode] }
    : { rounds: WARM_ROUNDS[runMode], inputs: WARM_INPUTS, warm_plan: WARM_PLAN };

export function configsText(input: ConfigsInput): string {
  const { stamp, language, suite, plan, hello, reports, edge, kernelId, machine } = input;
  const seed = String(plan.seed);
  const items = reports.map((report) => ({
    name: report.id,
    version: report.version ?? '',
    ...report,
    fidelity: fidelityByClass(edge.get(report.id)),
    fidelityFields: edge.get(report.id) ?? null,
  }));
  const byName = items.sort((a, b) => (a.name < b.name ? -1 : 1));
  const root = {
    schema_version: 1,
    benchmark_ts: stamp,
    language,
    environment: environment(stamp, hello),
    dataset: {
      seed,
      fixtures: [...DATA_TYPES, ...(plan.own?.cells ?? []).map(({ type }) => type)].map((name) => ({
        name,
        category: CATEGORIES[name] ?? 'own',
        supports_circular: false,
      })),
      warmup_repetitions: 1,
      exclude_warmup_in_analysis: true,
    },
    run: {
      benchmark_ts: stamp,
      seed,
      metrics_profile: 'multi_way',
      suite,
      ...(plan.label === null ? {} : { label: plan.label }),
      run_mode: plan.runMode,
      tool: `echometer ${packageVersion()}`,
      kernel_id: kernelId,
      ...measuring(suite, plan),
      machine: machine.map(({ loadAverage, stealNs }) => ({ loadAverage, stealNs })),
    },
    serializers: { count: reports.length, items: byName },
  };
  return `${JSON.stringify(root, null, 2)}\n`;
}
