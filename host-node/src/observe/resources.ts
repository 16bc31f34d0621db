// Threads, memory and CPU time of one process, read from outside: /proc on Linux, `ps` on macOS. A fact that the
// platform does not give is null with a reason; nothing is estimated.

import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

export interface Resources {
  readonly threads: number | null;
  readonly rssBytes: number | null;
  readonly rssAnonBytes: number | null;
  readonly cpuNs: number | null;
  readonly reason?: string;
}

const KIB = 1024;

export function readResources(pid: number): Resources {
  try {
    if (process.platform === 'linux') return readProc(pid);
    return readPs(pid);
  } catch {
    return unknown('the process had ended or could not be read');
  }
}

function readProc(pid: number): Resources {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    threads: field(status, /^Threads:\s+(\d+)/m, 1),
    rssBytes: field(status, /^VmRSS:\s+(\d+) kB/m, KIB),
    rssAnonBytes: field(status, /^RssAnon:\s+(\d+) kB/m, KIB),
    cpuNs: cpuNsOf(pid),
  };
}

/** Field 1 of schedstat is nanoseconds on a CPU; utime and stime of stat only count 10 ms ticks. */
function cpuNsOf(pid: number): number | null {
  let sum = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const text = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8');
    sum += Number(text.split(' ')[0]);
  }
  return Number.isFinite(sum) ? sum : null;
}

function readPs(pid: number): Resources {
  const rss = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  const threads = execFileSync('ps', ['-M', '-p', String(pid)], { encoding: 'utf8' });
  return {
    threads: threads.trim().split('\n').length - 1,
    rssBytes: Number(rss.trim()) * KIB,
    rssAnonBytes: null,
    cpuNs: null,
    reason: 'anonymous memory and CPU time are not read on this platform',
  };
}

function field(text: string, pattern: RegExp, unit: number): number | null {
  const digits = pattern.exec(text)?.[1];
  return digits === undefined ? null : Number(digits) * unit;
}

function unknown(reason: string): Resources {
  return { threads: null, rssBytes: null, rssAnonBytes: null, cpuNs: null, reason };
}
