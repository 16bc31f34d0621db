// Readings on Linux: /proc and the control group of this process. One process costs about 0.1 ms.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';

import type {
  MachineReading,
  PlatformReader,
  ProcessReading,
} from '../../../kernel/api/trial/readings.ts';

const KIB = 1024;
/** USER_HZ: /proc/stat counts in hundredths of a second on every architecture that Node runs on. */
const TICK_NS = 10_000_000;
const NS_PER_US = 1000;

export const LINUX: PlatformReader = {
  readProcess: (pid) =>
    parseProcess(
      readFileSync(`/proc/${pid}/status`, 'utf8'),
      readdirSync(`/proc/${pid}/task`).map((task) => ({
        schedstat: readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8'),
        status: readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8'),
      })),
    ),
  readMachine: () => ({
    loadAverage: loadavg(),
    stealNs: parseSteal(textOf('/proc/stat')),
    ...readControlGroup(),
    cpuGovernor: lineOf('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'),
    clockSource: lineOf('/sys/devices/system/clocksource/clocksource0/current_clocksource'),
    speedLimitPercent: null,
    reason: 'Linux has no one speed limit; what else is null this system does not offer',
  }),
};

interface TaskTexts {
  readonly schedstat: string;
  readonly status: string;
}

/** Field 1 of schedstat is nanoseconds on a processor; utime and stime of stat only count 10 ms ticks. */
export function parseProcess(status: string, tasks: readonly TaskTexts[]): ProcessReading {
  const memory = (name: string): number | null => field(status, name, KIB);
  const [file, shared] = [memory('RssFile'), memory('RssShmem')];
  return {
    threads: field(status, 'Threads', 1),
    rssBytes: memory('VmRSS'),
    rssAnonBytes: memory('RssAnon'),
    rssSharedBytes: file === null || shared === null ? null : file + shared,
    peakRssBytes: memory('VmHWM'),
    cpuNs: sum(tasks.map((task) => Number(task.schedstat.split(' ')[0]))),
    involuntarySwitches: sum(
      tasks.map((task) => field(task.status, 'nonvoluntary_ctxt_switches', 1) ?? NaN),
    ),
  };
}

/** The eighth number of the first line, `cpu user nice system idle iowait irq softirq steal ...`. */
export function parseSteal(stat: string | null): number | null {
  const ticks = /^cpu\s+(?:\d+ ){7}(\d+)/m.exec(stat ?? '')?.[1];
  return ticks === undefined ? null : Number(ticks) * TICK_NS;
}

type ControlGroup = Pick<MachineReading, 'throttledPeriods' | 'throttledNs' | 'cpuLimit'>;

/** cpu.max is `max 100000` or `quota period`; cpu.stat counts since the group exists. */
export function parseControlGroup(stat: string | null, max: string | null): ControlGroup {
  const count = (name: string): number | null => {
    const digits = new RegExp(`^${name} (\\d+)$`, 'm').exec(stat ?? '')?.[1];
    return digits === undefined ? null : Number(digits);
  };
  const [quota, period] = (max ?? '').split(' ').map(Number);
  const throttledUs = count('throttled_usec');
  return {
    throttledPeriods: count('nr_throttled'),
    throttledNs: throttledUs === null ? null : throttledUs * NS_PER_US,
    cpuLimit: quota !== undefined && period !== undefined && quota > 0 ? quota / period : null,
  };
}

let controlGroup: string | undefined;

function readControlGroup(): ControlGroup {
  controlGroup ??= findControlGroup();
  return parseControlGroup(
    textOf(join(controlGroup, 'cpu.stat')),
    lineOf(join(controlGroup, 'cpu.max')),
  );
}

/** The deepest group of this process that has CPU statistics (version 2); inside a container that is the root. */
function findControlGroup(): string {
  const own = /^0::(.*)$/m.exec(textOf('/proc/self/cgroup') ?? '')?.[1] ?? '/';
  const folders = [join('/sys/fs/cgroup', own), '/sys/fs/cgroup'];
  return folders.find((folder) => existsSync(join(folder, 'cpu.max'))) ?? '/sys/fs/cgroup';
}

function field(text: string, name: string, unit: number): number | null {
  const digits = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1];
  return digits === undefined ? null : Number(digits) * unit;
}

function sum(values: readonly number[]): number | null {
  const total = values.reduce((left, right) => left + right, 0);
  return Number.isFinite(total) ? total : null;
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function lineOf(file: string): string | null {
  return textOf(file)?.trim() ?? null;
}
