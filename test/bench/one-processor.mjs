// Keeps a benchmark and all that it starts on one processor. Two processes of a round trip run on one processor or on two as
// the scheduler likes, anew for every trial, and the round trip depends on it by a factor: a benchmark about something else
// takes that choice away. Where it cannot be done the benchmark runs without.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The processor, or null when it could not be done. */
export function stayOnOneProcessor() {
  const processor = firstAllowed();
  if (processor === null) return null;
  // All threads of this process; what it starts later inherits it.
  const { status } = spawnSync('taskset', ['-a', '-c', '-p', processor, String(process.pid)]);
  return status === 0 ? processor : null;
}

function firstAllowed() {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return /^Cpus_allowed_list:\s*(\d+)/m.exec(status)?.[1] ?? null;
  } catch {
    return null;
  }
}
