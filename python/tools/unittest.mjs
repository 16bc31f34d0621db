// Finds a CPython of at least 3.9 and runs the worker's unittests with it, warnings as errors. `PYTHON` names another
// interpreter. It is the only place that says how these tests are run.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const PROBE = 'import sys; sys.exit(0 if sys.version_info >= (3, 9) else 1)';
const ARGUMENTS = [
  '-bb',
  '-W',
  'error',
  '-m',
  'unittest',
  'discover',
  '-s',
  'python/tests',
  '-t',
  'python',
];

function findPython() {
  const candidates = process.env.PYTHON ? [process.env.PYTHON] : ['python3', 'python'];
  return candidates.find((name) => spawnSync(name, ['-c', PROBE]).status === 0);
}

function main() {
  const python = findPython();
  if (python === undefined) {
    console.error('unittest: no CPython >= 3.9 found; install one, or name it in PYTHON');
    return 3;
  }
  const run = spawnSync(python, ARGUMENTS, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  process.stderr.write(run.stderr);
  const count = Number(/^Ran (\d+) tests?/m.exec(run.stderr)?.[1] ?? 0);
  if (count === 0) console.error('unittest: no test ran');
  console.log(
    `python: ${count} tests ${run.status === 0 ? 'passed' : 'run, some failed'} (${python})`,
  );
  return run.status === 0 && count > 0 ? 0 : 1;
}

process.exitCode = main();
