// The tables of a report that belong to no figure: the machines, the plan, the trials without a result.

import { formatBytes } from '../units.ts';
import type { Table } from '../definition.ts';
import { placesOf, trialsAt, type Device } from '../input/run-input.ts';
import { formatFixed, formatUtc } from '../format.ts';
import { left, right } from './cells.ts';

const BYTES_PER_GIB = 2 ** 30;

const FACTS: readonly (readonly [name: string, text: (device: Device) => string])[] = [
  [
    'Processor',
    ({ run }) => `${run.device.cpuModel}, ${run.device.cpuCount} CPUs, ${run.device.arch}`,
  ],
  ['Memory', memoryText],
  ['Operating system', ({ run }) => `${run.device.platform} ${run.device.osRelease}`],
  ['Host', ({ run }) => `${run.host.runtime} ${run.host.version}`],
  ['Worker', ({ run }) => workerText(run.worker)],
  ['Lane', ({ run }) => run.lane],
  ['Kernel', ({ run }) => `${run.kernelId}, ${run.build.simd ? 'SIMD' : 'scalar'}`],
  ['Measuring code', ({ run }) => run.measureId],
  [
    'Clock',
    ({ run }) => `${run.clock.source}, steps of ${formatFixed(run.clock.resolutionNs, 0)} ns`,
  ],
  ['Profile', ({ run }) => run.profile],
  ['Started', ({ run }) => formatUtc(run.startedAt)],
];

function memoryText({ run }: Device): string {
  const { memoryBytes } = run.device;
  return memoryBytes !== null && Number.isFinite(memoryBytes)
    ? `${formatFixed(memoryBytes / BYTES_PER_GIB, 2)} GiB`
    : 'unknown';
}

function workerText(worker: Device['run']['worker']): string {
  return worker.kind === 'python'
    ? `${worker.implementation} ${worker.version}`
    : `command ${worker.name}`;
}

/** data.json alone says nothing of the machine (viz/web/page/load.ts). */
const known = (text: string): string => (/unknown|NaN/.test(text) ? 'not recorded' : text);

export function systemsTable(devices: readonly Device[]): Table {
  return {
    caption: 'What was measured, where and with what',
    columns: [left(''), ...devices.map(({ label }) => left(label))],
    rows: FACTS.map(([name, text]) => [name, ...devices.map((device) => known(text(device)))]),
    notes: [],
  };
}

export function failedTable(devices: readonly Device[]): Table {
  const rows = devices.flatMap((device) =>
    device.data.trials
      .filter((trial) => trial.state !== 'ok')
      .map((trial) => [
        device.label,
        `${trial.suite} ${trial.case}`,
        String(trial.trial),
        trial.state,
        trial.failure === undefined
          ? (trial.reason ?? '')
          : `${trial.failure.code}: ${trial.failure.message}`,
      ]),
  );
  return {
    caption: 'Trials that failed or are not supported',
    columns: [left('Device'), left('Case'), right('Trial'), left('State'), left('Why')],
    rows,
    notes: [],
  };
}

/** What was planned, per case; of devices with different counts each stands in the cell. */
export function planTable(devices: readonly Device[]): Table {
  const suites = [...new Set(devices.flatMap(({ data }) => data.cases.map(({ suite }) => suite)))];
  const joined = (values: readonly string[]) => [...new Set(values)].join(' | ');
  return {
    caption: 'Frames and trials per case',
    columns: [
      left('Suite'),
      left('Case'),
      right('Payload'),
      right('Measured frames / session'),
      right('Warm-up frames'),
      right('Trials / device'),
    ],
    rows: placesOf(devices, suites).map((place) => {
      const trials = devices.map((device) => trialsAt(device, place));
      const first = trials.flatMap((own) => own.slice(0, 1));
      return [
        place.suite,
        place.case,
        formatBytes(place.params.payloadBytes),
        joined(first.map(({ params }) => formatFixed(params.frames, 0))),
        joined(first.map(({ params }) => formatFixed(params.warmupFrames, 0))),
        joined(trials.map((own) => String(own.length))),
      ];
    }),
    notes: [],
  };
}
