// The last sections of a report: what was timed, how memory and threads were read, and what the numbers do not say.

import { areVariants, type Device } from '../input/run-input.ts';
import { listed } from '../text/words.ts';
import { planTable } from '../tables/systems.ts';
import type { Section } from './page.ts';

export const methodSections = (devices: readonly Device[]): Section[] => [
  {
    id: 'method',
    title: 'How it was measured',
    paragraphs: method(devices),
    table: planTable(devices),
  },
  { id: 'sampling', title: 'How the machine was read', paragraphs: SAMPLING },
  { id: 'scope', title: 'What these numbers do not say', paragraphs: CAVEATS },
];

function method(devices: readonly Device[]): string[] {
  const seeds = [...new Set(devices.map(({ run }) => String(run.seed)))];
  return [
    'Receipt latency runs from the clock read when a session decides to send to the clock read when the last byte of its echo has arrived; no byte is verified before that. The full cycle goes on until everything is verified and the acknowledgement is with the operating system. Throughput counts payload bytes in one direction from the first send decision to the last accepted acknowledgement.',
    'The payload is a repeated byte sequence whose phase changes with every frame, so that a stale, swapped or doubled echo is noticed; nothing compresses it. A byte that differs fails its trial; it is never a slow sample.',
    `Every trial has a fresh host, a fresh worker and a fresh kernel where the platform has processes. Before its timed session the trial host runs a scratch session of the same case against a worker of its own, so that the path that is timed is compiled. Then warm-up frames pass on the measured channel, are verified and acknowledged, and only then do the measured frames begin; warm-up samples are kept in the files and are in no statistic. ${orderText(devices)} (seed ${listed(seeds)}).`,
    ...connectedText(devices),
    'Tables show the median over trials of each trial’s statistic, and the observed minimum and maximum. A percentile is the nearest rank; one with fewer than ten samples beyond it is not printed. Ranges are not confidence intervals. No sample of a trial was removed.',
    'Every number here is recomputed from the raw samples with: echometer verify RUN.',
  ];
}

/** Only where it applies. */
const connectedText = (devices: readonly Device[]): string[] =>
  devices.some(({ run }) => run.worker.kind === 'connected')
    ? [
        'A worker that was running already (--connect) is not started afresh for each trial: every channel is a new connection to it, and the network between is part of every number. Its memory, threads and processor time are not read.',
      ]
    : [];

const orderText = (devices: readonly Device[]): string =>
  areVariants(devices)
    ? 'Variants run in blocks, blocks in rounds of all cases, both in an order that is drawn'
    : 'Cases are shuffled within suites';

const SAMPLING = [
  'Host and worker are read before sessions open, when all of them are open, and when they have ended, always before a process exits. The host is the process of one trial: the runtime, the kernel and nothing that draws. Slot files count as shared memory in both processes. Resident set size describes a whole set-up; it is neither a peak nor exclusive.',
  'Before and after its measured part each trial times slices of a fixed piece of work in the kernel. A trial is SLOWED when its fastest slice is more than 10 % above the fastest of the run, SHARED when its mean slice is more than 25 % above its own fastest, STOLEN when the hypervisor took more than 1 % of its time, and THROTTLED when its control group was stopped by a CPU limit or the system reports a speed limit. Marked trials stay in the tables.',
];

const CAVEATS = [
  'They describe a whole set-up: machine, operating system, host runtime, Python and the load of that moment. They do not tell which of these causes a difference.',
  'On a virtual machine a round trip contains two wake-ups of a halted processor; small payloads then measure the scheduler more than the software. Host and worker share the processors with everything else that runs, and the p99 of a trial is often an event of the machine.',
  'Runs are comparable when their measuring code (measureId) and their parameters are equal: echometer compare A B says so, and what differs.',
];
