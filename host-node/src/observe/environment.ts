// The machine, as far as results depend on it: an allowlist of facts. It stores no host name, no user, no path and
// no environment variable; what is unknown is null with a reason.

import { spawnSync } from 'node:child_process';
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
    ...product(),
  };
}

/** The system as its users call it. */
function product(): { readonly osProduct: string | null; readonly osVersion: string | null } {
  const [osProduct, osVersion] =
    platform() === 'darwin'
      ? ['-productName', '-productVersion'].map(softwareVersion)
      : ['NAME', 'VERSION'].map(osRelease);
  return { osProduct: osProduct ?? null, osVersion: osVersion ?? null };
}

function softwareVersion(option: string): string | null {
  const { stdout, status } = spawnSync('sw_vers', [option], { encoding: 'utf8', timeout: 5_000 });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : null;
}

/** `NAME="Debian GNU/Linux"` */
function osRelease(field: string): string | null {
  try {
    const text = readFileSync('/etc/os-release', 'utf8');
    return new RegExp(`^${field}="?([^"\\n]*)"?$`, 'm').exec(text)?.[1] ?? null;
  } catch {
    return null;
  }
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
