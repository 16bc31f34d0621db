// run.json of a run that begins: what is planned, with what, on what machine. Plain facts; nothing is measured here but
// the clock's step.

import type { Profile } from '../../../kernel/api/run/cases.ts';
import type { PlannedTrial } from '../../../kernel/api/run/order.ts';
import type { OwnCase } from '../../../kernel/api/run/own-cases.ts';
import type { RunFile, VariantFacts } from '../../../kernel/api/run/results.ts';
import type { LoadedKernel } from '../kernel/load.ts';
import { measureClock } from '../observe/clock.ts';
import { readDevice, readEnvironment } from '../observe/environment.ts';
import { storedWords } from '../observe/command-line.ts';
import { measuringCode } from '../observe/program.ts';
import { packageVersion } from '../package-root.ts';
import type { Setup, Setups } from './setup.ts';

export interface RunPlan {
  readonly profile: Profile;
  readonly only: string | null;
  readonly seed: number;
  readonly order: readonly PlannedTrial[];
  readonly ownCases?: readonly OwnCase[];
  /** The serializer suite follows into the same folder. */
  readonly serializers?: boolean;
}

export interface RunParts {
  readonly plan: RunPlan;
  readonly kernel: LoadedKernel;
  /** What is measured side by side, the base first; one without a name where nothing is. */
  readonly setups: Setups;
  readonly label: string | null;
  readonly argv: readonly string[];
  readonly startedAt: string;
}

export function describeRun(parts: RunParts): RunFile {
  const { plan, kernel, setups } = parts;
  return {
    schemaVersion: 1,
    tool: { name: 'echometer', version: packageVersion() },
    suites: [...new Set(plan.order.map((entry) => entry.suite))],
    profile: plan.profile,
    only: plan.only,
    ...(plan.ownCases === undefined ? {} : { ownCases: plan.ownCases }),
    ...(plan.serializers === true ? { serializers: true } : {}),
    seed: plan.seed,
    startedAt: parts.startedAt,
    finishedAt: null,
    kernelId: kernel.identity.kernelId,
    measureId: kernel.identity.measureId,
    signature: kernel.signature,
    abiVersion: kernel.identity.abiVersion,
    protocolVersion: 1,
    build: { file: 'kernel.wasm', sha256: kernel.sha256, simd: kernel.identity.simd },
    ...factsOf(setups[0]),
    ...(setups.length === 1 ? {} : { variants: setups.map(variantFacts) }),
    code: measuringCode(),
    command: storedWords(parts.argv, workingFolder()),
    order: plan.order,
    device: readDevice(parts.label),
    host: { runtime: 'node', version: process.versions.node, v8: process.versions.v8 },
    clock: measureClock(),
    environment: readEnvironment(),
  };
}

/** It may be gone; then no word begins with it. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}

const variantFacts = (setup: Setup): VariantFacts => ({ name: setup.name, ...factsOf(setup) });

const FRESH_WORKER: Readonly<Record<string, string>> = {
  // In a thread: new in each trial, and the scratch session is its first.
  pyodide: 'interpreter',
  // What process answers is the business of whoever started the worker.
  connected: 'connection',
};

function factsOf({ lane, worker, cpus }: Setup): Omit<VariantFacts, 'name'> {
  return {
    lane: lane.lane,
    laneReason: lane.reason,
    worker: worker.facts,
    ...(worker.program === null ? {} : { program: worker.program }),
    ...(cpus === null ? {} : { cpus }),
    freshness: {
      host: 'process',
      worker: FRESH_WORKER[lane.lane] ?? 'process',
      kernel: 'instance',
    },
  };
}
