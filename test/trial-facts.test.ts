// What is read of processes and machine, as texts of both platforms, and what a trial's facts and marks make of it.

import { describe, expect, it } from 'vitest';

import {
  canCompareSlices,
  fastestSliceNs,
  trialFacts,
  trialMarks,
} from '../kernel/api/run/trial-facts.ts';
import type { TrialFile, TrialMark } from '../kernel/api/run/results.ts';
import { parseControlGroup, parseProcess, parseSteal } from '../host-node/src/observe/linux.ts';
import { parseMachine, parsePs } from '../host-node/src/observe/macos.ts';
import { readMachine, readProcess } from '../host-node/src/observe/readings.ts';
import { nowNs } from '../host-node/src/observe/clock.ts';
import { marksSentence } from '../viz/tables/marks.ts';
import { referenceTimer } from '../kernel/api/trial/interference.ts';
import { BUILDS, freshKernel, kernelModule } from './fixtures/kernels.ts';
import { EXAMPLE_DATA } from './golden/example-run.ts';

const KIB = 1024;

describe('a process on Linux', () => {
  const status = [
    'VmRSS:\t    5000 kB',
    'RssAnon:\t    3000 kB',
    'RssFile:\t    1500 kB',
    'RssShmem:\t     500 kB',
    'VmHWM:\t    6000 kB',
    'Threads:\t2',
    'nonvoluntary_ctxt_switches:\t7',
  ].join('\n');
  const task = (cpu: number): { schedstat: string; status: string } => {
    return { schedstat: `${cpu} 12 3\n`, status };
  };

  it('has anonymous and shared memory apart, and sums over its threads', () => {
    expect(parseProcess(status, [task(1000), task(234)])).toEqual({
      threads: 2,
      rssBytes: 5000 * KIB,
      rssAnonBytes: 3000 * KIB,
      rssSharedBytes: 2000 * KIB,
      peakRssBytes: 6000 * KIB,
      cpuNs: 1234,
      involuntarySwitches: 14,
    });
  });

  it('has null where the kernel does not say', () => {
    expect(parseProcess('Threads:\t1', [{ schedstat: '1 2 3', status: '' }])).toMatchObject({
      threads: 1,
      rssAnonBytes: null,
      rssSharedBytes: null,
      involuntarySwitches: null,
    });
  });
});

describe('a machine on Linux', () => {
  it('has the eighth number of the cpu line as steal, in hundredths of a second', () => {
    expect(parseSteal('cpu  1 2 3 4 5 6 7 89 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0')).toBe(890_000_000);
    expect(parseSteal('cpu  1 2 3')).toBeNull();
    expect(parseSteal(null)).toBeNull();
  });

  it('has the limit and the throttling of its control group', () => {
    const stat = 'usage_usec 5\nnr_periods 9\nnr_throttled 4\nthrottled_usec 1500';
    expect(parseControlGroup(stat, '150000 100000')).toEqual({
      throttledPeriods: 4,
      throttledNs: 1_500_000,
      cpuLimit: 1.5,
    });
    expect(parseControlGroup('usage_usec 5', 'max 100000')).toEqual({
      throttledPeriods: null,
      throttledNs: null,
      cpuLimit: null,
    });
  });
});

describe('a process and a machine on macOS', () => {
  it('come from ps', () => {
    const threads = 'USER PID TT\nme 1 s0\n  1\n  1\n';
    expect(parsePs(' 2048   1:02.50\n', threads)).toMatchObject({
      threads: 3,
      rssBytes: 2048 * KIB,
      rssAnonBytes: null,
      cpuNs: 62_500_000_000,
    });
  });

  it('has the speed limit of pmset where one was set', () => {
    expect(parseMachine([1, 2, 3], ' CPU_Speed_Limit \t= 80').speedLimitPercent).toBe(80);
    expect(parseMachine([1, 2, 3], 'Note: No thermal warning').speedLimitPercent).toBeNull();
  });
});

describe('readings of this machine', () => {
  it('know this process', () => {
    const reading = readProcess(process.pid);
    expect(reading.threads).toBeGreaterThan(0);
    expect(reading.rssBytes).toBeGreaterThan(1_000_000);
    expect(reading.cpuNs).toBeGreaterThan(0);
  });

  it('say why a process that is not there has none', () => {
    const reading = readProcess(2 ** 22 + 1);
    expect(reading.threads).toBeNull();
    expect(reading.reason).toContain('could not be read');
  });

  it('have a load, and every other fact or its reason', () => {
    const machine = readMachine();
    expect(machine.loadAverage).toHaveLength(3);
    expect(machine.reason).toBeDefined();
  });
});

describe('the reference work', () => {
  it('is the same word in every build, and none for no rounds', () => {
    const words = BUILDS.map((build) => {
      const work = freshKernel(build).raw.callWide('referenceWork');
      return [work(0), work(1), work(40_000)].map((word) => BigInt.asUintN(64, word).toString(16));
    });
    expect(words[1]).toEqual(words[0]);
    expect(words[2]).toEqual(words[0]);
    // The first word of SplitMix64 from 0, as published with its reference implementation.
    expect(words[0]?.slice(0, 2)).toEqual(['0', 'e220a8397b1dcdaf']);
  });

  it('is timed in slices that take time', () => {
    const slices = referenceTimer(kernelModule('simd'), nowNs).measure();
    expect(slices.length).toBeGreaterThanOrEqual(16);
    expect(slices.every((ns) => ns > 10_000)).toBe(true);
  });
});

const STEADY = { beforeNs: [100, 101, 102], afterNs: [100, 101, 103] };

function trialOf(change: Partial<TrialFile>): TrialFile {
  const [first] = EXAMPLE_DATA.trials;
  if (first === undefined) throw new Error('the example has no trial');
  return {
    schemaVersion: 1,
    order: 1,
    suite: 'latency',
    case: '64B',
    trial: 1,
    state: 'ok',
    params: first.params,
    verified: { frames: 10, bytes: 640, mismatches: 0 },
    warmupVerified: { frames: 0, bytes: 0, mismatches: 0 },
    stamps: { startedNs: '0', endedNs: '1000000' },
    sessions: [],
    resources: {},
    reference: { rounds: 1000, ...STEADY },
    ...change,
  };
}

/** Readings at the barrier and at the end, as one role has them. */
function between(role: string, open: unknown, after: unknown): Partial<TrialFile> {
  return { resources: { open: { [role]: open }, after: { [role]: after } } };
}

describe('facts', () => {
  it('are the increase from the barrier to the end, per message for CPU time', () => {
    const workers = between(
      'workers',
      [{ cpuNs: 5 }, { cpuNs: 6 }],
      [{ cpuNs: 105 }, { cpuNs: 56 }],
    );
    expect(trialFacts(trialOf(workers)).workerCpuNsPerMessage).toBe(15);
    expect(
      trialFacts(trialOf(between('host', { cpuNs: 10 }, { cpuNs: 60 }))).hostCpuNsPerMessage,
    ).toBe(5);
  });

  it('are null where a reading is missing', () => {
    expect(trialFacts(trialOf({}))).toMatchObject({ hostCpuNsPerMessage: null, stealNs: null });
    const half = between('host', { cpuNs: null }, { cpuNs: 60 });
    expect(trialFacts(trialOf(half)).hostCpuNsPerMessage).toBeNull();
  });
});

describe('marks', () => {
  const marksOf = (
    change: Partial<TrialFile>,
    fastestNs: number | null = 100,
  ): readonly TrialMark[] => {
    const trial = trialOf(change);
    return trialMarks(trial, trialFacts(trial), fastestNs);
  };

  it('are none on a steady machine', () => {
    expect(marksOf({})).toEqual([]);
    expect(fastestSliceNs([trialOf({}), trialOf({ order: 2 })])).toBe(100);
  });

  it('SLOWED: the fastest slice is more than a tenth above that of the run', () => {
    expect(marksOf({}, 90)).toEqual(['SLOWED']);
    expect(marksOf({}, 91)).toEqual([]);
  });

  it('a clock of large steps gives neither SLOWED nor SHARED: its steps alone would', () => {
    expect(canCompareSlices({ resolutionNs: 5_000 })).toBe(true);
    expect(canCompareSlices({ resolutionNs: 20_000 })).toBe(false);
    const reference = { rounds: 1, beforeNs: [0, 1_000_000], afterNs: [0, 0] };
    expect(marksOf({ reference }, 0)).toEqual(['SHARED']);
    expect(marksOf({ reference }, null)).toEqual([]);
  });

  it('of a run with such a clock are said to be unknown, and not to be none', () => {
    const data = { ...EXAMPLE_DATA, trials: [] };
    const sentence = (resolutionNs: number): string =>
      marksSentence(data, { clock: { source: '', resolutionNs, readNs: 0 } });
    expect(sentence(5_000)).not.toContain('too large to see');
    expect(sentence(20_000)).toContain('too large to see whether its processor was slowed');
  });

  it('SHARED: the mean slice is more than a quarter above the fastest', () => {
    const slices = (last: number): Partial<TrialFile> => {
      return { reference: { rounds: 1, beforeNs: [100, 100], afterNs: [100, last] } };
    };
    expect(marksOf(slices(201))).toEqual(['SHARED']);
    expect(marksOf(slices(200))).toEqual([]);
  });

  it('THROTTLED: the control group was stopped, or the system has a speed limit', () => {
    const stopped = between('machine', { throttledPeriods: 3 }, { throttledPeriods: 4 });
    expect(marksOf(stopped)).toEqual(['THROTTLED']);
    expect(marksOf(between('machine', {}, { speedLimitPercent: 80 }))).toEqual(['THROTTLED']);
    expect(marksOf(between('machine', {}, { speedLimitPercent: 100 }))).toEqual([]);
  });

  it('STOLEN: the hypervisor took more than a hundredth of the time', () => {
    expect(marksOf(between('machine', { stealNs: 0 }, { stealNs: 10_001 }))).toEqual(['STOLEN']);
    expect(marksOf(between('machine', { stealNs: 0 }, { stealNs: 9_999 }))).toEqual([]);
  });
});
