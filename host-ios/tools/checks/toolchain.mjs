// Commands in the Swift toolchain, and what a part of the check may say of itself: failed, or skipped with a reason. It knows
// no part.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const HOST = fileURLToPath(new URL('../..', import.meta.url));
export const ROOT = join(HOST, '..');
export const WASM = join(ROOT, 'build/kernel.scalar.wasm');
export const OWN_C = ['-std=c11', '-Wall', '-Wextra', '-Werror', '-ffp-contract=off'];
export const KERNEL_C = ['module.c', 'runtime.c', 'entry.c'];

const LOG_LINES = 40;
const MISSING = 3;

/** A part that is wrong; the message has the end of the log. */
export class PartFailed extends Error {}

/** A part that this machine cannot run. In CI that is a failure: CI has installed everything. */
export class PartSkipped extends Error {}

const TOOLCHAIN = join(HOST, 'tools/toolchain.sh');

/** Runs a command in host-ios with the toolchain, politely; answers stdout. */
export function inToolchain(...command) {
  return output(TOOLCHAIN, ['run', 'nice', '-n', '10', ...command], command);
}

/** The same at the caller's own priority, for what is timed. */
export function timedInToolchain(...command) {
  return output(TOOLCHAIN, ['run', ...command], command);
}

/** Runs this repository's Node on a script; answers stdout. */
export function inNode(...words) {
  return output(process.execPath, words, ['node', ...words]);
}

function output(program, words, shown) {
  const done = spawnSync(program, words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (done.status === MISSING && program.endsWith('toolchain.sh'))
    throw new PartSkipped(done.stderr.trim());
  if (done.status === 0) return done.stdout;
  const said = `${done.stdout}\n${done.stderr}`.split('\n').filter((line) => line !== '');
  const how = done.status ?? done.signal ?? done.error?.message;
  const command = shown.slice(0, 4).join(' ');
  throw new PartFailed(`${command} ended with ${how}\n${said.slice(-LOG_LINES).join('\n')}`);
}

/** A program that not every toolchain brings. */
export function requireTool(name) {
  try {
    inToolchain('sh', '-c', `command -v ${name}`);
  } catch (error) {
    if (error instanceof PartFailed) throw new PartSkipped(`${name} is not on this machine`);
    throw error;
  }
}

/** Calls `work` with a folder inside host-ios (the toolchain sees no other), which is gone afterwards. */
export function withFolder(work) {
  const folder = mkdtempSync(join(HOST, '.check-'));
  try {
    return work(relative(HOST, folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function expectEqual(got, expected, what) {
  if (got !== expected) throw new PartFailed(`${what}:\n  got      ${got}\n  expected ${expected}`);
}
