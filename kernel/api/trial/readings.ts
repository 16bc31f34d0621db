// What can be read of a process and of the machine, the same on every platform: types, and what a platform without
// processes answers. A fact that a platform does not give is null with a reason; nothing is estimated.

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

/** How one platform is read. */
export interface PlatformReader {
  readProcess(pid: number): ProcessReading;
  readMachine(): MachineReading;
}

export interface ResourceReading {
  readonly host: ProcessReading;
  /** One per worker. */
  readonly workers: readonly ProcessReading[];
  readonly machine: MachineReading;
}

/** A process of which nothing is known, and why. */
export function unreadProcess(reason: string): ProcessReading {
  return {
    threads: null,
    rssBytes: null,
    rssAnonBytes: null,
    rssSharedBytes: null,
    peakRssBytes: null,
    cpuNs: null,
    involuntarySwitches: null,
    reason,
  };
}

/** A machine of which nothing is known, and why. */
export function unreadMachine(reason: string): MachineReading {
  return {
    loadAverage: [],
    stealNs: null,
    throttledPeriods: null,
    throttledNs: null,
    cpuLimit: null,
    cpuGovernor: null,
    clockSource: null,
    speedLimitPercent: null,
    reason,
  };
}
