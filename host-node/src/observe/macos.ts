// Readings on macOS: snapshots of `ps`, and the speed limit of `pmset`. Parsed texts are checked by tests; a whole reading
// costs tens of milliseconds and is taken outside of what is timed.

import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';

import type {
  MachineReading,
  PlatformReader,
  ProcessReading,
} from '../../../kernel/api/trial/readings.ts';

const KIB = 1024;
const NS_PER_SECOND = 1e9;
const TIMEOUT_MS = 2_000;

export const MACOS: PlatformReader = {
  readProcess: (pid) =>
    parsePs(
      run('ps', ['-o', 'rss=,time=', '-p', String(pid)]),
      run('ps', ['-M', '-p', String(pid)]),
    ),
  readMachine: () => parseMachine(loadavg(), attempt('pmset', ['-g', 'therm'])),
};

/** `12345   0:01.23` and one line per thread below a heading. */
export function parsePs(snapshot: string, threads: string): ProcessReading {
  const [rssKib, time] = snapshot.trim().split(/\s+/);
  const parts = (time ?? '').split(':').map(Number);
  const seconds = parts.reduce((total, part) => total * 60 + part, 0);
  const bytes = Number(rssKib) * KIB;
  return {
    threads: threads.trim().split('\n').length - 1,
    rssBytes: Number.isFinite(bytes) ? bytes : null,
    rssAnonBytes: null,
    rssSharedBytes: null,
    peakRssBytes: null,
    cpuNs: Number.isFinite(seconds) ? Math.round(seconds * NS_PER_SECOND) : null,
    involuntarySwitches: null,
    reason:
      'ps tells neither parts of memory nor switches; its CPU time counts hundredths of a second',
  };
}

/** `CPU_Speed_Limit \t= 100`; the line is missing while nothing was ever limited. */
export function parseMachine(loadAverage: readonly number[], therm: string | null): MachineReading {
  const limit = /CPU_Speed_Limit\s*=\s*(\d+)/.exec(therm ?? '')?.[1];
  return {
    loadAverage,
    stealNs: null,
    throttledPeriods: null,
    throttledNs: null,
    cpuLimit: null,
    cpuGovernor: null,
    clockSource: 'mach_absolute_time',
    speedLimitPercent: limit === undefined ? null : Number(limit),
    reason: 'macOS has no control groups, no governor and no steal time',
  };
}

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function attempt(program: string, args: readonly string[]): string | null {
  try {
    return run(program, args);
  } catch {
    return null;
  }
}
