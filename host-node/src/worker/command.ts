// Which program is the worker: a CPython that runs python/echometer_worker, or any program of `--worker`. It is
// resolved once per run; nothing is started here except the short probe that asks Python what it is.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import type { WorkerFacts } from '../../../kernel/api/results.ts';
import { missingError, reasonOf, usageError } from '../errors.ts';
import { packageRoot } from '../package-root.ts';

export interface WorkerCommand {
  readonly executable: string;
  readonly args: readonly string[];
  readonly facts: WorkerFacts;
}

/** Long enough for a version manager's shim on a busy machine (400 ms measured). */
const PROBE_TIMEOUT_MS = 20_000;

/** The executable behind a shim, so that no trial pays the shim's start (87 ms against 28 ms measured). */
const PROBE = `
import json, platform, sys
print(json.dumps({
  "executable": sys.executable,
  "version": platform.python_version(),
  "minor": list(sys.version_info[:2]),
  "implementation": platform.python_implementation(),
  "build": platform.python_compiler(),
}))
`;

const MINIMUM_PYTHON: readonly [number, number] = [3, 9];

/** Runs the package under \`-I -S\`: isolated from the user's site, and 15 ms faster to start. */
const BOOT = `import sys; sys.path.insert(0, sys.argv.pop(1)); from echometer_worker.__main__ import main; sys.exit(main(sys.argv[1:]))`;

export function resolvePython(requested: string | null): WorkerCommand {
  const name = requested ?? 'python3';
  const probe = probePython(name);
  const [major, minor] = probe.minor;
  if (major < MINIMUM_PYTHON[0] || (major === MINIMUM_PYTHON[0] && minor < MINIMUM_PYTHON[1]))
    throw missingError(
      'PYTHON_TOO_OLD',
      name,
      `${name} is Python ${probe.version}; the worker needs 3.9 or newer`,
      'name another one with --python PATH',
    );
  return {
    executable: probe.executable,
    args: ['-I', '-S', '-c', BOOT, join(packageRoot(), 'python')],
    facts: {
      kind: 'python',
      implementation: probe.implementation,
      version: probe.version,
      build: probe.build,
    },
  };
}

/** `CMD` is split at spaces; a program whose path has spaces goes into a script of its own. */
export function resolveCommand(command: string): WorkerCommand {
  const [executable, ...args] = command.split(/\s+/).filter((part) => part !== '');
  if (executable === undefined)
    throw usageError('EMPTY_WORKER', '--worker', '--worker names no program', 'give it a command');
  const name = executable.slice(executable.lastIndexOf('/') + 1);
  return { executable, args, facts: { kind: 'command', name } };
}

interface Probe {
  readonly executable: string;
  readonly version: string;
  readonly minor: readonly [number, number];
  readonly implementation: string;
  readonly build: string;
}

function probePython(name: string): Probe {
  try {
    const text = execFileSync(name, ['-I', '-S', '-c', PROBE], {
      encoding: 'utf8',
      timeout: PROBE_TIMEOUT_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return JSON.parse(text) as Probe;
  } catch (error) {
    throw missingError(
      'NO_PYTHON',
      name,
      `${name} did not run as a Python (${reasonOf(error).split('\n')[0] ?? ''})`,
      'install Python 3.9 or newer, or name one with --python PATH',
    );
  }
}
