// Runs a kernel against the vectors of the package: reads manifest and files, counts, collects failures. What a suite
// means is kernel/api/conformance.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { algorithmsWithout } from '../../../kernel/api/conformance/algorithms.ts';
import { VECTOR_RUNNERS } from '../../../kernel/api/conformance/suites.ts';
import type { Vector, VectorRunner, VectorTools } from '../../../kernel/api/conformance/vector.ts';
import { runVectorCase, type VectorCallCase } from '../../../kernel/api/conformance/calls.ts';
import { missingError, reasonOf } from '../errors.ts';
import { packageRoot } from '../package-root.ts';
import type { LoadedKernel } from './load.ts';

export interface SuiteOutcome {
  readonly name: string;
  readonly cases: number;
  /** `exact`, or `approximate` with its tolerance, as the manifest says. */
  readonly conformance: string;
  readonly state: 'ok' | 'failed' | 'not run';
  /** `file/id: what differs`. */
  readonly failures: readonly string[];
}

interface ManifestSuite {
  readonly conformance: string;
  /** The cases are lists of kernel calls, which one interpreter runs. */
  readonly calls?: boolean;
  readonly tolerance?: number;
  readonly files: Readonly<Record<string, number>>;
}

const SCRATCH_BYTES = 32 * 1024 * 1024;

/** Every suite of a folder: the package's, or (in tests) another. */
export function checkVectors(
  kernel: LoadedKernel,
  folder: string = join(packageRoot(), 'kernel', 'vectors'),
): SuiteOutcome[] {
  const suites = readManifest(join(folder, 'manifest.json'));
  const workspace = kernel.openWorkspace();
  const tools: VectorTools = {
    fresh: kernel.instantiate,
    scratch: workspace.kernel(SCRATCH_BYTES),
    workspace,
    sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  };
  const outcomes = Object.entries(suites).map(([name, suite]) =>
    checkSuite(folder, name, suite, tools),
  );
  const run = outcomes.filter(({ state }) => state !== 'not run').map(({ name }) => name);
  return [...outcomes, ...algorithmsWithout(new Set(run)).map(missingSuite)];
}

/** A promised algorithm whose suite is not there, or was not run, proves nothing: that is a failure. */
function missingSuite(what: string): SuiteOutcome {
  const failures = ['the algorithm has no suite of vectors that was run'];
  return { name: what, cases: 0, conformance: 'none', state: 'failed', failures };
}

function runnerOf(name: string, suite: ManifestSuite): VectorRunner | undefined {
  if (suite.calls !== true) return VECTOR_RUNNERS[name];
  // The manifest says so: the file holds cases of this form.
  return (vector, { scratch }) =>
    runVectorCase(scratch.raw, vector as unknown as VectorCallCase, suite.tolerance ?? 0);
}

/** A file with another number of cases than the manifest says is a failure: fewer cases prove less. */
function checkSuite(
  folder: string,
  name: string,
  suite: ManifestSuite,
  tools: VectorTools,
): SuiteOutcome {
  const run = runnerOf(name, suite);
  let cases = 0;
  const failures: string[] = [];
  for (const [file, count] of Object.entries(suite.files)) {
    const vectors = readCases(join(folder, name, file));
    if (typeof vectors === 'string') failures.push(`${file}: ${vectors}`);
    else if (vectors.length !== count)
      failures.push(`${file}: ${vectors.length} cases, the manifest says ${count}`);
    if (typeof vectors === 'string') continue;
    cases += vectors.length;
    if (run !== undefined) failures.push(...failuresOf(file, vectors, run, tools));
  }
  if (cases === 0) failures.push('the suite has no cases');
  const ran = run === undefined ? 'not run' : 'ok';
  const state = failures.length > 0 ? 'failed' : ran;
  return { name, cases, conformance: conformanceOf(suite), state, failures };
}

function conformanceOf({ conformance, tolerance }: ManifestSuite): string {
  return tolerance === undefined ? conformance : `${conformance} (${tolerance})`;
}

function failuresOf(
  file: string,
  vectors: readonly Vector[],
  run: VectorRunner,
  tools: VectorTools,
): string[] {
  return vectors.flatMap((vector) => {
    const found = runSafely(vector, run, tools);
    return found === null ? [] : [`${file}, ${vector.id}: ${found}`];
  });
}

/** A kernel that traps or refuses where it should answer has failed that vector, not the whole check. */
function runSafely(vector: Vector, run: VectorRunner, tools: VectorTools): string | null {
  try {
    return run(vector, tools);
  } catch (error) {
    return reasonOf(error);
  }
}

/** The cases of a file, or why there are none: a package with a hole in it fails that suite by name. */
function readCases(file: string): readonly Vector[] | string {
  if (!existsSync(file)) return 'the file is missing';
  try {
    const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases?: readonly Vector[] };
    return Array.isArray(cases) ? cases : 'the file has no list of cases';
  } catch (error) {
    return reasonOf(error);
  }
}

function readManifest(file: string): Readonly<Record<string, ManifestSuite>> {
  const damaged = (): Error =>
    missingError('NO_VECTORS', file, `${file} is missing or damaged`, 'install the package again');
  try {
    const { suites } = JSON.parse(readFileSync(file, 'utf8')) as {
      suites?: Readonly<Record<string, ManifestSuite>>;
    };
    if (typeof suites === 'object') return suites;
  } catch {
    throw damaged();
  }
  throw damaged();
}
