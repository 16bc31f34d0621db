// One case over many runs, in time order: median and observed range per run.

import type { StatisticPath } from '../../kernel/api/run/statistic.ts';
import type { FigureDefinition, Panel } from '../definition.ts';
import { formatFixed, formatMeasured } from '../text/numbers.ts';
import { formatUtc, formatUtcShort } from '../text/words.ts';
import { spreadCell } from '../tables/cells.ts';
import { words, type Table } from '../tables/table.ts';
import { historyPanel, type HistoryPoint } from './history-panel.ts';
import {
  deviceName,
  bulkText,
  deviceLegend,
  payloadText,
  placesOf,
  spreadAt,
  type Device,
  type Place,
  type RunInput,
} from '../input/run-input.ts';

/** From this many runs of one device on, time is worth an axis. */
const RUNS_FOR_A_HISTORY = 3;

interface Measure {
  readonly place: Place;
  readonly path: StatisticPath;
  readonly divisor: number;
  readonly unit: string;
  readonly title: string;
  readonly better: string;
}

/** Runs of the first label that has enough of them; older first. */
function runsInTime(runs: readonly RunInput[]): Device[] {
  const byLabel = new Map<string, RunInput[]>();
  for (const input of runs) {
    const label = input.run.device.label;
    byLabel.set(label, [...(byLabel.get(label) ?? []), input]);
  }
  const own = [...byLabel.values()].find((group) => group.length >= RUNS_FOR_A_HISTORY) ?? [];
  return [...own]
    .sort((a, b) => (a.run.startedAt < b.run.startedAt ? -1 : 1))
    .map((input) => ({ ...input, series: 0, label: deviceName(input.run.device.label) }));
}

export function historyFigure(runs: readonly RunInput[]): FigureDefinition | null {
  const devices = runsInTime(runs);
  const [first] = devices;
  if (first === undefined) return null;
  const measures = measuresOf(devices);
  const panels = measures.map((measure) => panelOf(devices, measure));
  if (panels.length === 0) return null;
  return {
    id: 'history',
    title: `History on ${first.label}`,
    caption:
      'One point per run, oldest first: the median over trials; the band spans the observed minimum and maximum. Runs stand at even distances, whatever time lies between them.',
    description: measures.map((measure) => describe(devices, measure)).join(' '),
    legend: deviceLegend([first]),
    columns: 1,
    panels,
    table: tableOf(devices, measures),
  };
}

function measuresOf(devices: readonly Device[]): Measure[] {
  const [latency] = placesOf(devices, ['latency']);
  const bulk = placesOf(devices, ['bulk']).at(-1);
  const measures: Measure[] = [];
  if (latency !== undefined) {
    const title = `Receipt p50, ${payloadText(latency.params)}`;
    const how = { divisor: 1000, unit: 'µs', better: 'lower is better' };
    measures.push({ place: latency, path: 'receiptNs.p50', title, ...how });
  }
  if (bulk !== undefined) {
    const title = `Verified throughput, ${bulkText(bulk.params)}`;
    const how = { divisor: 1e6, unit: 'MB/s', better: 'higher is better' };
    measures.push({ place: bulk, path: 'bytesPerSecond', title, ...how });
  }
  return measures;
}

/** "29 Sep" */
const dayOf = (device: Device): string =>
  /^(\d+ \w{3})/.exec(formatUtc(device.run.startedAt))?.[1] ?? device.run.startedAt.slice(0, 10);

function panelOf(devices: readonly Device[], measure: Measure): Panel {
  const { path, divisor, unit, place, title, better } = measure;
  const points = devices.flatMap((device, x): HistoryPoint[] => {
    const spread = spreadAt(device, place, path);
    if (spread === null) return [];
    const [y, low, high] = [spread.median, spread.min, spread.max].map((v) => v / divisor);
    const text = `${formatUtc(device.run.startedAt)}: ${formatMeasured(y)} ${unit}`;
    return [{ x, y: y ?? 0, low: low ?? 0, high: high ?? 0, text }];
  });
  return historyPanel({ title, better, unit, labels: devices.map(dayOf), points });
}

function describe(
  devices: readonly Device[],
  { place, path, divisor, unit, title }: Measure,
): string {
  const at = (device: Device | undefined) =>
    device === undefined ? null : (spreadAt(device, place, path)?.median ?? null);
  const [first, last] = [at(devices[0]), at(devices.at(-1))];
  if (first === null || last === null) return '';
  const change = formatFixed((last / first - 1) * 100, 1);
  return `${title} over ${devices.length} runs: first ${formatMeasured(first / divisor)} ${unit}, last ${formatMeasured(last / divisor)} ${unit} (${change} %).`;
}

function tableOf(devices: readonly Device[], measures: readonly Measure[]): Table {
  return {
    caption: 'Every run: median [observed minimum, observed maximum] over trials',
    columns: [
      { title: 'Run, UTC' },
      ...measures.map(({ title, unit }) => ({ title: `${title}, ${unit}` })),
    ],
    rows: devices.map((device) => [
      words(formatUtcShort(device.run.startedAt)),
      ...measures.map(({ place, path, divisor, unit }) =>
        spreadCell(spreadAt(device, place, path), { unit, divisor, decimals: 1 }),
      ),
    ]),
    notes: [],
  };
}
