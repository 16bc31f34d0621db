// What a measured program is made of, by hash and commit: two runs that differ in a line of it say so. No path is stored.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';

import type { CodeFacts, ProgramFacts } from '../../../kernel/api/run/results.ts';
import { packageRoot } from '../package-root.ts';

const GIT_TIMEOUT_MS = 5_000;
/** A word of a command that names a larger file names data. */
const MOST_BYTES = 512 * 2 ** 20;

const hashOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Of a command: the program itself, and every word that is a file (a script, a module). */
export function programOf(executable: string, args: readonly string[]): ProgramFacts {
  const program = foundProgram(executable);
  const scripts = args.filter(isFile);
  const files = [...(program === null ? [] : [program]), ...scripts];
  const own = scripts.at(-1) ?? (executable.includes('/') ? program : null);
  return {
    files: files.map((path) => ({ name: basename(path), sha256: hashOf(readFileSync(path)) })),
    ...(own === null ? noCommit('the program is one of the system') : commitOf(resolve(own))),
  };
}

/** The worker that this package brings. */
export function ownWorker(): ProgramFacts {
  const folder = join(packageRoot(), 'python', 'echometer_worker');
  const files = [{ name: 'echometer_worker', sha256: hashOfFolder(folder, '.py') }];
  return { files, ...noCommit('part of echometer') };
}

/** What moves the bytes of a trial, as it is installed. */
export function measuringCode(): CodeFacts {
  const built = join(packageRoot(), 'dist');
  return {
    lane: hashOfFolder(join(built, 'host-node', 'src', 'lane'), '.js'),
    pump: hashOfFolder(join(built, 'kernel', 'api', 'trial'), '.js'),
  };
}

/** Of all files with this ending, by name; a folder that is not there has the hash of nothing. */
function hashOfFolder(folder: string, ending: string): string {
  const names = namesIn(folder).filter((name) => name.endsWith(ending));
  const lines = names.sort().map((name) => `${name} ${hashOf(readFileSync(join(folder, name)))}\n`);
  return hashOf(lines.join(''));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isFile(path: string): boolean {
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= MOST_BYTES;
  } catch {
    return false;
  }
}

/** As a shell finds it: a path, or a name on PATH. */
function foundProgram(name: string): string | null {
  const places = name.includes('/')
    ? [name]
    : (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  return places.find((path) => isFile(path) && isExecutable(path)) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

type Commit = Omit<ProgramFacts, 'files'>;

const noCommit = (reason: string): Commit => ({
  commit: null,
  commitReason: reason,
  isDirty: null,
});

/** Of the repository that holds the file; dirty: a tracked file of its folder has changes, or it is not tracked itself. */
function commitOf(path: string): Commit {
  const folder = dirname(path);
  const head = git(folder, ['rev-parse', 'HEAD']);
  if (head === null) return noCommit('its folder is in no Git repository, or Git is not there');
  const changed = git(folder, ['status', '--porcelain', '--untracked-files=no', '--', '.']);
  const self = git(folder, ['status', '--porcelain', '--ignored', '--', basename(path)]);
  return { commit: head, isDirty: changed !== '' || self !== '' };
}

function git(folder: string, args: readonly string[]): string | null {
  const { stdout, status } = spawnSync('git', ['-C', folder, ...args], {
    encoding: 'utf8',
    timeout: GIT_TIMEOUT_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
    // Reading takes no lock that a commit would wait for.
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
  });
  return status === 0 ? stdout.trim() : null;
}
