// Runs a program and reads its last line of JSON. Knows no engine.
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';

/** Standard output of a program, or an error with the end of what it said. */
export function output(command, args, options = {}) {
  const done = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 1 << 26,
    ...options,
  });
  if (done.error !== undefined) throw done.error;
  if (done.status !== 0 && !done.stdout.includes('"signature"')) {
    throw new Error(
      `${basename(command)} ended with ${done.status}: ${(done.stderr || done.stdout).slice(-300)}`,
    );
  }
  return done.stdout;
}

export function lastJson(text) {
  return JSON.parse(text.trim().split('\n').at(-1));
}

/** The first version number that a program prints, or null when there is no such program. */
export function versionOf(command, args = ['--version']) {
  const done = spawnSync(command, args, { encoding: 'utf8' });
  if (done.error !== undefined) return null;
  return /\d+(\.\d+)+[\w.-]*/.exec(`${done.stdout}${done.stderr}`)?.[0] ?? 'unknown';
}
