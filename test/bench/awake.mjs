// Keeps every processor from halting while a benchmark runs: one spinning process each, of the scheduler's idle class,
// which gives way to anything else at once. On a virtual machine a halted processor takes 25 us and more to wake, twice
// in a round trip, whatever the host is: that hides what differs. Where it cannot be done the benchmark runs without.

import { spawn, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

/** What was done, for the line above the tables. */
export function keepAwake() {
  if (spawnSync('chrt', ['--version']).status !== 0) return 'processors may halt (no chrt)';
  // Each ends by itself when the benchmark is gone, however it ended.
  const spin = `while kill -0 ${process.pid} 2>/dev/null; do :; done`;
  for (const processor of cpus().keys()) {
    const place = ['-i', '0', 'taskset', '-c', String(processor)];
    spawn('chrt', [...place, 'sh', '-c', spin], { stdio: 'ignore' }).unref();
  }
  return 'processors kept awake';
}
