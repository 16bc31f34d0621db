// The tables of a report that belong to no figure: the machines, the plan, the trials without a result.

import { workerName } from '../../kernel/api/run/worker-name.ts';
import { placesOf, trialsAt, type Device } from '../input/run-input.ts';
import { formatFixed, numberText } from '../text/numbers.ts';
import { formatUtc } from '../text/words.ts';
import { DEVICE } from './cells.ts';
import { bytes, count, words, type Cell, type ListCell, type Table } from './table.ts';

const BYTES_PER_GIB = 2 ** 30;

type Fact = readonly [name: string, cell: (device: Device, all: readonly Device[]) => Cell];

const text =
  (of: (device: Device) => string): Fact[1] =>
  (device) =>
    words(of(device));

/** What data.json repeats of run.json. */
const IN_DATA: readonly Fact[] = [
  ['Lane', text(({ run }) => run.lane)],
  ['Kernel', text(({ run }) => run.kernelId)],
  ['Measuring code', text(({ run }) => run.measureId)],
];

const IN_RUN: readonly Fact[] = [
  [
    'Processor',
    text(({ run }) => `${run.device.cpuModel}, ${run.device.cpuCount} CPUs, ${run.device.arch}`),
  ],
  ['Memory', memoryCell],
  ['Operating system', text(({ run }) => `${run.device.platform} ${run.device.osRelease}`)],
  ['Host', text(({ run }) => `${run.host.runtime} ${run.host.version}`)],
  ['Worker', text(({ run }) => workerText(run.worker))],
  ['Lane', text(({ run }) => run.lane)],
  ['Kernel', text(({ run }) => `${run.kernelId}, ${run.build.simd ? 'SIMD' : 'scalar'}`)],
  ['Measuring code', text(({ run }) => run.measureId)],
  [
    'Clock',
    text(({ run }) => `${run.clock.source}, steps of ${formatFixed(run.clock.resolutionNs, 0)} ns`),
  ],
  ['Profile', text(({ run }) => run.profile)],
  ['Started', text(({ run }) => formatUtc(run.startedAt))],
];

const NOT_RECORDED = words('not recorded');

/** With as many digits as it takes to see that two machines differ in it. */
function memoryCell({ run }: Device, all: readonly Device[]): Cell {
  const { memoryBytes } = run.device;
  if (memoryBytes === null) return NOT_RECORDED;
  const sizes = new Set(all.flatMap((device) => device.run.device.memoryBytes ?? []));
  const decimals = [2, 3, 4, 5, 6, 7, 8, 9].find((digits) => {
    const texts = [...sizes].map((size) => numberText(size / BYTES_PER_GIB, { decimals: digits }));
    return new Set(texts).size === sizes.size;
  });
  return {
    value: memoryBytes / BYTES_PER_GIB,
    unit: 'GiB',
    digits: { decimals: decimals ?? 2 },
  };
}

const KINDS = { command: 'command', connected: 'running already at' } as const;

function workerText(worker: Device['run']['worker']): string {
  return worker.kind === 'python'
    ? workerName(worker)
    : `${KINDS[worker.kind]} ${workerName(worker)}`;
}

export function systemsTable(devices: readonly Device[]): Table {
  return {
    caption: 'What was measured, where and with what',
    columns: [
      { title: '' },
      ...devices.map(({ label }) => ({ title: label, showsUnit: true, isProse: true })),
    ],
    rows: IN_RUN.map((fact) => [
      words(fact[0]),
      ...devices.map((device) => {
        const [, cell] =
          device.hasRunFile === false ? (IN_DATA.find(([name]) => name === fact[0]) ?? []) : fact;
        return cell?.(device, devices) ?? NOT_RECORDED;
      }),
    ]),
    notes: [],
  };
}

export function failedTable(devices: readonly Device[]): Table {
  const rows = devices.flatMap((device) =>
    device.data.trials
      .filter((trial) => trial.state !== 'ok')
      .map((trial) => [
        words(device.label),
        words(`${trial.suite} ${trial.case}`),
        count(trial.trial),
        words(trial.state),
        words(
          trial.failure === undefined
            ? (trial.reason ?? '')
            : `${trial.failure.code}: ${trial.failure.message}`,
        ),
      ]),
  );
  return {
    caption: 'Trials that failed or are not supported',
    columns: [DEVICE, { title: 'Case' }, { title: 'Trial' }, { title: 'State' }, { title: 'Why' }],
    rows,
    notes: [],
  };
}

/** What was planned, per case; of devices with different counts each stands in the cell. */
export function planTable(devices: readonly Device[]): Table {
  const suites = [...new Set(devices.flatMap(({ data }) => data.cases.map(({ suite }) => suite)))];
  const distinct = (values: readonly number[]): ListCell => ({
    values: [...new Set(values)],
    unit: '',
    digits: { decimals: 0 },
  });
  return {
    caption: 'Frames and trials per case',
    columns: [
      { title: 'Suite' },
      { title: 'Case' },
      { title: 'Payload' },
      { title: 'Measured frames / session' },
      { title: 'Warm-up frames' },
      { title: 'Trials / device' },
    ],
    rows: placesOf(devices, suites).map((place) => {
      const trials = devices.map((device) => trialsAt(device, place));
      const first = trials.flatMap((own) => own.slice(0, 1));
      return [
        words(place.suite),
        words(place.case),
        bytes(place.params.payloadBytes),
        distinct(first.map(({ params }) => params.frames)),
        distinct(first.map(({ params }) => params.warmupFrames)),
        distinct(trials.map((own) => own.length)),
      ];
    }),
    notes: [],
  };
}
