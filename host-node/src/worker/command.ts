// Which program is the worker: a CPython that runs python/echometer_worker, or any program of `--worker`. It is
// resolved once per run; nothing is started here except the short probe that asks Python what it is.

import { spawnSync } from 'node:child_process';
import { isAbsolute, join } from 'node:path';

import type { WorkerFacts } from '../../../kernel/api/run/results.ts';
import { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import { missingError, reasonOf } from '../errors.ts';
import { packageRoot } from '../package-root.ts';
import type { WorkerStart } from './process.ts';
import { commandWords, programName, requireProgram } from './program.ts';

export interface WorkerCommand extends WorkerStart {
  readonly facts: WorkerFacts;
}

/** Long enough for a version manager's shim on a busy machine (400 ms measured). */
const PROBE_TIMEOUT_MS = 10_000;
const PROBE_BYTES = 1 << 16;

/** The executable behind a shim: no trial pays the shim's start then (87 ms against 28 ms measured). */
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

/**
 * What `--python` names is what runs, a wrapper that pins it too; a path is meant from the caller's folder. Without it, it is the
 * program behind the shim that PATH may have as python3.
 */
export function resolvePython(requested: string | null): WorkerCommand {
  const name = requested === null ? 'python3' : fromHere(requested);
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
    // A Python without PATH in its environment does not know where it is.
    executable: requested !== null || probe.executable === '' ? name : probe.executable,
    args: ['-I', '-S', '-c', BOOT, join(packageRoot(), 'python')],
    facts: {
      kind: 'python',
      implementation: probe.implementation,
      version: probe.version,
      build: probe.build,
    },
  };
}

/** `CMD` is split at spaces; quotes and backslashes keep them, as in a shell. A program that is not there ends the run here. */
export function resolveCommand(command: string, version: string | null = null): WorkerCommand {
  const [executable = '', ...args] = commandWords(command, '--worker');
  requireProgram(executable);
  const named = { kind: 'command', name: programName(executable, args) } as const;
  return { executable, args, facts: version === null ? named : { ...named, version } };
}

/** Processes start in folders of their own. A name without a slash is looked up on PATH. */
const fromHere = (path: string): string =>
  path.includes('/') && !isAbsolute(path) ? join(workingFolder(), path) : path;

/** Empty when it is gone: then the path stays as it is, and says by itself that nothing is there. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '';
  }
}

interface Probe {
  readonly executable: string;
  readonly version: string;
  readonly minor: readonly [number, number];
  readonly implementation: string;
  readonly build: string;
}

function probePython(name: string): Probe {
  const { stdout, stderr, error, status, signal } = spawnSync(name, ['-I', '-S', '-c', PROBE], {
    encoding: 'utf8',
    timeout: PROBE_TIMEOUT_MS,
    // One that ignores SIGTERM would be waited for without an end.
    killSignal: 'SIGKILL',
    // A program that prints for ever is none.
    maxBuffer: PROBE_BYTES,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (error !== undefined) throw noPython(name, reasonOf(error));
  // Ctrl-C reaches the probe too, and our own handler only runs after it.
  if (signal === 'SIGINT' || signal === 'SIGTERM') throw interruptedIn(name);
  if (status !== 0) {
    const said = stderr.trim().split('\n').at(-1) ?? '';
    const how = signal ?? `exit code ${status ?? 'unknown'}`;
    throw noPython(name, said === '' ? how : `${how}: ${said}`);
  }
  const probe = parseProbe(stdout);
  if (probe === null) throw noPython(name, 'its answer is not that of a Python');
  return probe;
}

/** Null for anything that this module's own probe would not print. */
function parseProbe(text: string): Probe | null {
  try {
    // A wrapper may have printed before it.
    const probe = JSON.parse(text.trim().split('\n').at(-1) ?? '') as Partial<Probe> | null;
    const texts = [probe?.executable, probe?.version, probe?.implementation, probe?.build];
    const numbers: readonly unknown[] = Array.isArray(probe?.minor) ? probe.minor : [];
    const isWhole =
      texts.every((part) => typeof part === 'string') &&
      numbers.length === 2 &&
      numbers.every((part) => typeof part === 'number');
    return isWhole ? (probe as Probe) : null;
  } catch {
    return null;
  }
}

function interruptedIn(name: string): Error {
  return new EchometerError({
    code: 'INTERRUPTED',
    subject: name,
    what: 'interrupted before the first trial',
    next: 'nothing was written',
    outcome: 'interrupted',
  });
}

function noPython(name: string, why: string): Error {
  return missingError(
    'NO_PYTHON',
    name,
    `${JSON.stringify(name)} did not run as a Python (${why})`,
    'install Python 3.9 or newer, or name one with --python PATH',
  );
}
