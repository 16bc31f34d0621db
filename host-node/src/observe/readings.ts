// What can be read of a process and of the machine, the same on every platform. Types and the choice of the reader; the
// reading itself is linux.ts and macos.ts. A fact that a platform does not give is null with a reason; nothing is estimated.

import { LINUX } from './linux.ts';
import { MACOS } from './macos.ts';

export interface ProcessReading {
  readonly threads: number | null;
  readonly rssBytes: number | null;
  readonly rssAnonBytes: number | null;
  /** Resident pages of files and of shared memory: code, libraries and slots. */
  readonly rssSharedBytes: number | null;
  /** The most that was ever resident. */
  readonly peakRssBytes: number | null;
  /** Nanoseconds on a processor, of all threads that live. */
  readonly cpuNs: number | null;
  /** How often a thread that could have gone on was taken off its processor. */
  readonly involuntarySwitches: number | null;
  readonly reason?: string;
}

export interface MachineReading {
  readonly loadAverage: readonly number[];
  /** Time that the hypervisor gave to others, summed over the processors, since start-up. */
  readonly stealNs: number | null;
  /** Of this process' control group: how often and how long its CPU limit stopped it. */
  readonly throttledPeriods: number | null;
  readonly throttledNs: number | null;
  /** CPUs that the control group may use; null without a limit or where there are no control groups. */
  readonly cpuLimit: number | null;
  readonly cpuGovernor: string | null;
  readonly clockSource: string | null;
  /** Percent of full speed that the system's thermal management allows. */
  readonly speedLimitPercent: number | null;
  /** Why the fields that are null are null. */
  readonly reason?: string;
}

export interface PlatformReader {
  readProcess(pid: number): ProcessReading;
  readMachine(): MachineReading;
}

const READER: PlatformReader = process.platform === 'linux' ? LINUX : MACOS;

const UNKNOWN_PROCESS: ProcessReading = {
  threads: null,
  rssBytes: null,
  rssAnonBytes: null,
  rssSharedBytes: null,
  peakRssBytes: null,
  cpuNs: null,
  involuntarySwitches: null,
  reason: 'the process had ended or could not be read',
};

export function readProcess(pid: number): ProcessReading {
  try {
    return READER.readProcess(pid);
  } catch {
    return UNKNOWN_PROCESS;
  }
}

export function readMachine(): MachineReading {
  return READER.readMachine();
}
