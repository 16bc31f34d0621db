// The machine, as far as results depend on it: an allowlist of facts. It stores no host name, no user, no path and
// no environment variable; what is unknown is null with a reason.

import { existsSync, readFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';

import type { DeviceFacts } from '../../../kernel/api/run/results.ts';

export function readDevice(label: string | null): DeviceFacts & { readonly memoryBytes: number } {
  const processors = cpus();
  const cpuModel = processors[0]?.model.trim() ?? 'unknown';
  return {
    label: label ?? `${platform()} ${arch()}, ${cpuModel}`,
    platform: platform(),
    arch: arch(),
    osRelease: release(),
    cpuModel,
    cpuCount: processors.length,
    memoryBytes: totalmem(),
  };
}

export function readEnvironment(): Record<string, unknown> {
  return {
    loadAverage: loadavg(),
    ...fact('cpuGovernor', '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'),
    ...fact('clockSource', '/sys/devices/system/clocksource/clocksource0/current_clocksource'),
    ...fact('cgroupCpuLimit', '/sys/fs/cgroup/cpu.max'),
    ...virtualization(),
  };
}

function fact(name: string, file: string): Record<string, string | null> {
  if (!existsSync(file)) return { [name]: null, [`${name}Reason`]: 'not offered by this system' };
  try {
    return { [name]: readFileSync(file, 'utf8').trim() };
  } catch {
    return { [name]: null, [`${name}Reason`]: 'not readable' };
  }
}

function virtualization(): Record<string, string | boolean | null> {
  if (process.platform !== 'linux')
    return { virtualization: null, virtualizationReason: 'not read on this platform' };
  try {
    const flags = /^flags\s*:.*\bhypervisor\b/m.test(readFileSync('/proc/cpuinfo', 'utf8'));
    return { virtualization: flags };
  } catch {
    return { virtualization: null, virtualizationReason: 'not readable' };
  }
}
