// Runs a program and reads its last line of JSON. Knows no engine.
import { execFile, spawnSync } from 'node:child_process';
import { basename } from 'node:path';

const LIMITS = { encoding: 'utf8', timeout: 300_000, maxBuffer: 1 << 26 };

/** Standard output of a program, or an error with the end of what it said. */
export function output(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    execFile(command, args, { ...LIMITS, ...options }, (error, stdout, stderr) => {
      if (error === null || stdout.includes('"signature"')) resolve(stdout);
      else if (typeof error.code === 'string') reject(error);
      else {
        const why = error.code ?? error.signal;
        reject(
          new Error(`${basename(command)} ended with ${why}: ${(stderr || stdout).slice(-300)}`),
        );
      }
    });
  });
}

/** What is made once: the second to ask waits for the first. */
export function once(make) {
  let made;
  return (...args) => (made ??= make(...args));
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
