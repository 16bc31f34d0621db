// Names what differs between the runs of a report, and what follows from it. Not a comparison of results.

import type { Device } from '../figures/run-input.ts';
import { listed } from '../format.ts';

const FACTS: readonly (readonly [name: string, value: (device: Device) => unknown])[] = [
  ['processor', ({ run }) => `${run.device.cpuModel} ${run.device.cpuCount} ${run.device.arch}`],
  ['memory', ({ run }) => run.device.memoryBytes],
  ['operating system', ({ run }) => `${run.device.platform} ${run.device.osRelease}`],
  ['worker', ({ run }) => JSON.stringify(run.worker)],
  ['host runtime', ({ run }) => `${run.host.runtime} ${run.host.version}`],
  ['lane', ({ run }) => run.lane],
  ['kernel build (SIMD or scalar)', ({ run }) => run.build.simd],
  ['clock', ({ run }) => `${run.clock.source} ${run.clock.resolutionNs}`],
  ['profile (frames and trials)', ({ run }) => run.profile],
  ['process freshness', ({ run }) => JSON.stringify(run.freshness)],
];

/** These decide whether numbers may be compared at all. */
const MEASURING: readonly (readonly [name: string, value: (device: Device) => unknown])[] = [
  ['measuring code (measureId)', ({ run }) => run.measureId],
  ['protocol version', ({ run }) => run.protocolVersion],
];

function differingFacts(devices: readonly Device[], facts: typeof FACTS): string[] {
  return facts
    .filter(([, value]) => new Set(devices.map((device) => String(value(device)))).size > 1)
    .map(([name]) => name);
}

export function differencesOf(devices: readonly Device[]): string {
  const measuring = differingFacts(devices, MEASURING);
  const facts = differingFacts(devices, FACTS);
  const warning =
    measuring.length === 0
      ? ''
      : `These runs are not comparable: their ${listed(measuring)} differ. `;
  if (facts.length === 0)
    return `${warning}The runs do not differ in any recorded fact of the machine.`;
  return `${warning}The runs differ in ${listed(facts)}. The figures compare whole set-ups; they do not isolate any one of these.`;
}
