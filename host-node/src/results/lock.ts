// One run at a time in one folder: a lock file that names the process which writes there. A process that has ended, and a
// number that another process got since, hold nothing. It knows the processes of this machine only.

import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import { systemCode, usageError } from '../errors.ts';
import { TEMPORARY_SUFFIX, writeError } from './write-file.ts';

export const LOCK_FILE = 'run.lock';

interface Holder {
  readonly pid: number;
  /** When the process began, in the system's own words: a number alone is given again. */
  readonly began: string;
}

const held = new Set<string>();

/** Until this process ends; a second call for the same folder does nothing. Throws IN_USE. */
export function lockFolder(folder: string): void {
  const path = join(folder, LOCK_FILE);
  if (held.has(path)) return;
  const own: Holder = { pid: process.pid, began: beganOf(process.pid) ?? '' };
  const whole = `${path}.${process.pid}${TEMPORARY_SUFFIX}`;
  try {
    rmSync(whole, { force: true });
    writeFileSync(whole, `${JSON.stringify(own)}\n`, { flag: 'wx' });
    take(folder, path, whole);
  } catch (error) {
    throw error instanceof EchometerError ? error : writeError(path, error);
  } finally {
    rmSync(whole, { force: true });
  }
  held.add(path);
  process.once('exit', () => {
    rmSync(path, { force: true });
  });
}

/** A link appears whole or not at all: nobody reads half a lock. */
function take(folder: string, path: string, whole: string): void {
  for (;;) {
    try {
      linkSync(whole, path);
      return;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
    const text = textOf(path);
    const holder = text === null ? null : holderIn(text);
    if (holder !== null && beganOf(holder.pid) === holder.began) throw inUse(folder, holder.pid);
    if (text !== null) discard(path, whole, text);
  }
}

/** Of two processes that find an old lock one moves it away; the other may have moved the new one, and puts it back. */
function discard(path: string, whole: string, text: string): void {
  const aside = `${whole}.old`;
  try {
    renameSync(path, aside);
    if (textOf(aside) !== text) linkSync(aside, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(systemCode(error) ?? '')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function holderIn(text: string): Holder | null {
  try {
    const found = JSON.parse(text) as Partial<Holder> | null;
    const { pid, began } = found ?? {};
    return Number.isInteger(pid) && typeof began === 'string' ? { pid: Number(pid), began } : null;
  } catch {
    return null;
  }
}

/** Field 22 of /proc/PID/stat, behind the name in parentheses (proc(5)); elsewhere what ps says. Null when it has ended. */
function beganOf(pid: number): string | null {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

const inUse = (folder: string, pid: number): Error =>
  usageError(
    'IN_USE',
    folder,
    `${folder} is being written by another run (process ${pid})`,
    'wait for its end, or end it',
  );
